import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { isKeyName, namesCodes, namesDate, namesYear } from './columnNames.ts';
import { type ColumnProfile, type ColumnTexts, isLike, type Marker } from './columnTexts.ts';
import { countOf, inWords } from './guess.ts';
import { guessDates } from './guessDates.ts';
import { guessNumber } from './guessNumber.ts';
import { guessNumberWords } from './guessNumberWords.ts';
import { guessQuantity } from './guessQuantity.ts';
import { guessList, guessWords } from './guessWords.ts';
import type { StagedColumn } from './stageTable.ts';
import type { ColumnChoice, ColumnContext, TypeCandidate, TypeGuess } from './typeGuess.ts';

/**
 * The types that a column may have, in the order in which they are taken: each gives the ways in which it could be
 * read. What comes after one that fits all texts is not looked at.
 */
const typeGuessers: readonly TypeGuesser[] = [
  async (texts) => listOf(guessBoolean(texts)),
  async (texts, context) => (isCompactDate(texts, context) ? [] : listOf(guessYear(texts, context))),
  async (texts, context) => (isCompactDate(texts, context) ? [] : listOf(await guessNumber(texts, context))),
  guessQuantity,
  async (texts) => listOf(await guessDuration(texts)),
  guessDates,
];

type TypeGuesser = (texts: ColumnTexts, context: ColumnContext) => Promise<readonly TypeCandidate[]>;

const listOf = (candidate: TypeCandidate | null): readonly TypeCandidate[] =>
  candidate === null ? [] : [candidate];

const isCompactDate = ({ profile }: ColumnTexts, { name }: ColumnContext): boolean =>
  namesDate(name) && /^\d{8}$/.test(profile.first);

/**
 * Guesses the type of a column from all its texts. A type is taken only where every text that is no marker for a
 * missing value fits it and nothing speaks against it, or where few words stand beside numbers; otherwise the column
 * holds words, and the texts that do not fit are counter-examples.
 */
export async function guessType(texts: ColumnTexts, context: ColumnContext): Promise<TypeGuess> {
  const { profile } = texts;
  if (profile.values === 0) return guessEmpty(texts);
  if (isKeyName(context.name)) return guessWords(profile, 'text, because its name is that of a key');
  const isCode = namesCodes(context.name);
  const candidates = await findCandidates(texts, context);
  const choices = candidates.map((candidate) => choiceOf(candidate, profile));
  const whole = isCode ? undefined : candidates.find((candidate) => isTaken(candidate, profile));
  if (whole !== undefined) return { ...describeWhole(whole, texts), choices };
  const words = await guessText(texts, { candidates, isCode });
  return { ...words, choices: [...choices, ...words.choices] };
}

const isTaken = ({ fits, objection }: TypeCandidate, { values }: ColumnProfile): boolean =>
  fits === values && objection === undefined;

async function findCandidates(texts: ColumnTexts, context: ColumnContext): Promise<TypeCandidate[]> {
  const found: TypeCandidate[] = [];
  for (const guess of typeGuessers) {
    found.push(...(await guess(texts, context)));
    if (found.some((candidate) => isTaken(candidate, texts.profile))) break;
  }
  return found;
}

interface Found {
  readonly candidates: readonly TypeCandidate[];
  readonly isCode: boolean;
}

/** Lists, categories and texts, with the reason why no other type was taken. */
async function guessText(texts: ColumnTexts, { candidates, isCode }: Found): Promise<TypeGuess> {
  const { profile } = texts;
  if (isCode) return guessWords(profile, 'text, because its name speaks of codes');
  const list = await guessList(texts);
  if (list !== null) return list;
  const objected = candidates.find(
    ({ fits, objection }) => objection !== undefined && fits * 5 >= profile.values,
  );
  if (objected !== undefined)
    return { ...guessWords(profile, objected.objection ?? null), counterExamples: objected.counterExamples };
  const withWords = await guessNumberWords(texts);
  if (withWords !== null) return describeWhole(withWords, texts);
  const words = guessWords(profile, null);
  const [nearest] = [...candidates].sort((a, b) => b.fits - a.fits);
  if (nearest === undefined || nearest.fits * 10 < profile.values * 9) return words;
  const share = `${inWords(nearest.fits)} of ${countOf(profile.values, 'text')}`;
  const almost = `${share} would be ${typeInWords(nearest.field)} (${nearest.reason})`;
  return { ...words, text: `${words.text}; ${almost}`, counterExamples: nearest.counterExamples };
}

const choiceOf = (candidate: TypeCandidate, profile: ColumnProfile): ColumnChoice => ({
  reading: withMissing(candidate, profile),
  texts: candidate.fits,
  cells: candidate.cells,
  ofTexts: profile.values,
  ofCells: profile.valueCells,
  reason: candidate.objection ?? candidate.reason,
  counterExamples: candidate.counterExamples,
});

function guessEmpty({ profile }: ColumnTexts): TypeGuess {
  const markers = [...profile.words, ...profile.codes];
  const text =
    markers.length === 0
      ? 'text: no row has a value'
      : `text: no row has a value but ${listMarkers(markers)}`;
  return { field: { type: 'string' }, text, counterExamples: [], choices: [] };
}

const markersOf = ({ missingCodes }: TypeCandidate, profile: ColumnProfile): readonly Marker[] => [
  ...profile.words,
  ...(missingCodes ?? profile.codes),
];

/** What stands for "no value" belongs to the reading of a column that has another type than text. */
function withMissing(candidate: TypeCandidate, profile: ColumnProfile): ColumnReading {
  const markers = markersOf(candidate, profile);
  if (markers.length === 0) return candidate.field;
  return { ...candidate.field, missingValues: ['', ...markers.map(({ text }) => text)] };
}

function describeWhole(candidate: TypeCandidate, { profile }: ColumnTexts): TypeGuess {
  const { field, fits, reason, counterExamples } = candidate;
  const markers = markersOf(candidate, profile);
  const missing = markers.length === 0 ? '' : `; missing: ${listMarkers(markers)}`;
  return {
    field: withMissing(candidate, profile),
    text: `${typeInWords(field)}: ${reason}; ${describeFits(fits, profile.filled - rowsOf(markers))}${missing}`,
    counterExamples,
    choices: [],
  };
}

const rowsOf = (markers: readonly Marker[]): number => markers.reduce((sum, { rows }) => sum + rows, 0);

const describeFits = (fits: number, filled: number): string =>
  `all ${countOf(fits, 'distinct text')} in ${countOf(filled, 'row')} fit`;

const typeInWords = ({ type }: ColumnReading): string => type ?? 'text';

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
  return { field: { type: 'boolean' }, ...allOf(profile), reason };
}

const allOf = ({ values, valueCells }: ColumnProfile) => ({
  fits: values,
  cells: valueCells,
  counterExamples: [],
});

function guessYear({ profile }: ColumnTexts, { name }: ColumnContext): TypeCandidate | null {
  const { range, integers, values } = profile;
  if (!namesYear(name) || range === null || integers < values || range[0] < 1800 || range[1] > 2200)
    return null;
  const reason = `its name, and whole numbers from ${range[0]} to ${range[1]}`;
  return { field: { type: 'year' }, ...allOf(profile), reason };
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
  const described = (field: TypeGuess['field']): TypeGuess => ({
    field,
    text,
    counterExamples: [],
    choices: [],
  });
  switch (fileType) {
    case 'text':
      return null;
    case 'list':
      return described({ type: 'list', itemType: 'string', atrium: { type: 'category' } });
    case 'asText':
      return {
        ...described({ type: 'string' }),
        text: `text: the type of the column in the file comes as text, ${countOf(filled, 'value')}`,
      };
    case 'other':
      return {
        ...described({ type: 'string', atrium: { publish: false } }),
        text: 'not loaded: its type is none of the portal',
      };
    default:
      return described({ type: fileType });
  }
}
