import type { PackageField } from '@atrium/contract';
import { isKeyName, namesDate, namesYear } from './columnNames.ts';
import { type ColumnProfile, type ColumnTexts, isLike, type Marker } from './columnTexts.ts';
import { guessDate } from './dateFormats.ts';
import { countOf, inWords } from './guess.ts';
import { guessNumber } from './guessNumber.ts';
import { guessNumberWords } from './guessNumberWords.ts';
import { guessList, guessWords } from './guessWords.ts';
import type { StagedColumn } from './stageTable.ts';
import type { ColumnContext, TypeCandidate, TypeGuess } from './typeGuess.ts';

/**
 * Guesses the type of a column from all its texts. A type is taken only where every text that is no marker for a
 * missing value fits it, or where few words stand beside numbers; otherwise the column holds words, and the texts that
 * do not fit are counter-examples.
 */
export async function guessType(texts: ColumnTexts, context: ColumnContext): Promise<TypeGuess> {
  const { profile } = texts;
  if (profile.values === 0) return guessEmpty(texts);
  if (isKeyName(context.name)) return guessWords(profile, 'text, because its name is that of a key');
  const candidates = await findCandidates(texts, context);
  const whole = candidates.find(({ fits }) => fits === profile.values);
  if (whole !== undefined) return describeWhole(whole, texts);
  const list = await guessList(texts);
  if (list !== null) return list;
  const withWords = await guessNumberWords(texts);
  if (withWords !== null) return describeWhole(withWords, texts);
  const [nearest] = [...candidates].sort((a, b) => b.fits - a.fits);
  const isNear = nearest !== undefined && nearest.fits * 10 >= profile.values * 9;
  const words = guessWords(profile, null);
  if (!isNear) return words;
  const share = `${inWords(nearest.fits)} of ${countOf(profile.values, 'text')}`;
  const almost = `${share} would be ${typeInWords(nearest.field)} (${nearest.reason})`;
  return { ...words, text: `${words.text}; ${almost}`, counterExamples: nearest.counterExamples };
}

function guessEmpty({ profile }: ColumnTexts): TypeGuess {
  const markers = [...profile.words, ...profile.codes];
  const text =
    markers.length === 0
      ? 'text: no row has a value'
      : `text: no row has a value but ${listMarkers(markers)}`;
  return { field: { type: 'string' }, text, counterExamples: [] };
}

async function findCandidates(texts: ColumnTexts, context: ColumnContext): Promise<TypeCandidate[]> {
  const { profile } = texts;
  const boolean = guessBoolean(texts);
  if (boolean !== null) return [boolean];
  const found: TypeCandidate[] = [];
  const isCompactDate = namesDate(context.name) && /^\d{8}$/.test(profile.first);
  if (!isCompactDate) {
    const numeric = guessYear(texts, context) ?? (await guessNumber(texts, context));
    if (numeric !== null) found.push(numeric);
    if (numeric?.fits === profile.values) return found;
  }
  const duration = await guessDuration(texts);
  if (duration !== null) found.push(duration);
  const date = await guessDate(texts, namesDate(context.name));
  if (date !== null) found.push(date);
  return found;
}

function describeWhole(
  { field, fits, reason, counterExamples, missingCodes }: TypeCandidate,
  { profile }: ColumnTexts,
): TypeGuess {
  const markers = [...profile.words, ...(missingCodes ?? profile.codes)];
  const missing = markers.length === 0 ? '' : `; missing: ${listMarkers(markers)}`;
  return {
    field:
      markers.length === 0 ? field : { ...field, missingValues: ['', ...markers.map(({ text }) => text)] },
    text: `${typeInWords(field)}: ${reason}; ${describeFits(fits, profile.filled - rowsOf(markers))}${missing}`,
    counterExamples,
  };
}

const rowsOf = (markers: readonly Marker[]): number => markers.reduce((sum, { rows }) => sum + rows, 0);

const describeFits = (fits: number, filled: number): string =>
  `all ${countOf(fits, 'distinct text')} in ${countOf(filled, 'row')} fit`;

const typeInWords = ({ type }: Partial<PackageField>): string => type ?? 'text';

const listMarkers = (markers: readonly Marker[]): string =>
  markers.map(({ text, rows }) => `${text} (${countOf(rows, 'row')})`).join(', ');

/** Pairs of words, in the order of the alphabet; a letter or figure alone says nothing. */
const pairs = [
  { words: ['false', 'true'], mayStandAlone: true },
  { words: ['no', 'yes'], mayStandAlone: true },
  { words: ['f', 't'], mayStandAlone: false },
  { words: ['n', 'y'], mayStandAlone: false },
  { words: ['0', '1'], mayStandAlone: false },
] as const;

function guessBoolean({ profile }: ColumnTexts): TypeCandidate | null {
  const [count, first, last] = profile.folded;
  const pair = pairs.find(({ words: [no, yes], mayStandAlone }) =>
    count === 2
      ? first === no && last === yes
      : count === 1 && mayStandAlone && (first === no || first === yes),
  );
  if (pair === undefined) return null;
  const reason = `only ${[...new Set([first, last])].join(' and ')}`;
  return { field: { type: 'boolean' }, fits: profile.values, reason, counterExamples: [] };
}

function guessYear({ profile }: ColumnTexts, { name }: ColumnContext): TypeCandidate | null {
  const { range, integers, values } = profile;
  if (!namesYear(name) || range === null || integers < values || range[0] < 1800 || range[1] > 2200)
    return null;
  const reason = `its name, and whole numbers from ${range[0]} to ${range[1]}`;
  return { field: { type: 'year' }, fits: values, reason, counterExamples: [] };
}

const duration = String.raw`-?P(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?`;

async function guessDuration(texts: ColumnTexts): Promise<TypeCandidate | null> {
  if (!/^-?P[\dT]/.test(texts.profile.first) && !/^-?P[\dT]/.test(texts.profile.last)) return null;
  const result = await texts.test(`${isLike(duration)} AND ${isLike(String.raw`.*\d[YMWDHS]`)}`);
  return { field: { type: 'duration' }, reason: 'ISO durations, such as P5M', ...result };
}

/** The type that a file of typed columns gives; null for texts, which are looked at. */
export function guessFileType({ fileType }: StagedColumn, { filled }: ColumnProfile): TypeGuess | null {
  const text = `${fileType}: the type of the column in the file, ${countOf(filled, 'value')}`;
  const described = (field: TypeGuess['field']): TypeGuess => ({ field, text, counterExamples: [] });
  switch (fileType) {
    case 'text':
      return null;
    case 'list':
      return described({ type: 'list', itemType: 'string', atrium: { type: 'category' } });
    case 'other':
      return {
        ...described({ type: 'string', atrium: { publish: false } }),
        text: 'not loaded: its type is none of the portal',
      };
    default:
      return described({ type: fileType });
  }
}
