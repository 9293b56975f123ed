import { literal } from '../sql/quoted.ts';
import { type ColumnTexts, isLike, type Marker, pattern } from './columnTexts.ts';
import { countOf, inWords } from './guess.ts';
import type { ColumnContext, TypeCandidate } from './typeGuess.ts';

const comma = String.raw`[+-]?\d*,\d+`;
const grouped = String.raw`[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?`;
const groupedByPoint = String.raw`[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?`;
/** How numbers with a comma, or with groups of three figures, are written. */
export const numberSources = { comma, grouped, groupedByPoint } as const;

const anyOf = (...sources: readonly string[]): string =>
  isLike(sources.map((source) => `(?:${source})`).join('|'));

/** Whole and decimal numbers, with a point or a comma, with or without groups of three figures; no codes. */
export async function guessNumber(texts: ColumnTexts, context: ColumnContext): Promise<TypeCandidate | null> {
  const candidate = await findNumber(texts, context);
  if (candidate === null) return null;
  const objection = await codeObjection(texts, candidate.field);
  return objection === null ? candidate : { ...candidate, objection };
}

/**
 * Why numerals are codes (rule 10.36): as numbers, some of their texts would be the same, such as 745.1 and 745.10.
 */
async function codeObjection(texts: ColumnTexts, field: TypeCandidate['field']): Promise<string | null> {
  const { padded, exponents } = texts.profile;
  if (padded > 0) return `${inWords(padded)} begin with 0, so they are no numbers`;
  if (exponents > 0) return `${countOf(exponents, 'text is', 'texts are')} like 1E5, which may be codes`;
  if (texts.profile.integers === texts.profile.values) return null;
  const plain = `replace(replace(v, ${literal(field.groupChar ?? ' ')}, ''), ${literal(field.decimalChar ?? '.')}, '.')`;
  const groups = await texts.groups(`try_cast(${plain} AS DOUBLE)`, {
    condition: isLike(pattern.numeral),
    least: 2,
  });
  const [first, ...more] = groups;
  if (first === undefined) return null;
  const others = more.length === 0 ? '' : `, and ${countOf(more.length, 'other number')} so`;
  return `${first.examples.join(' and ')} would be the same number${others}, so they may be codes`;
}

async function findNumber(texts: ColumnTexts, context: ColumnContext): Promise<TypeCandidate | null> {
  const { profile } = texts;
  if (profile.numerals === 0) return null;
  if (profile.integers === profile.values) {
    return {
      field: { type: 'integer' },
      fits: profile.values,
      cells: profile.valueCells,
      reason: 'whole numbers',
      ...limitsOf(texts),
    };
  }
  if (profile.decimals === profile.values || profile.numerals < profile.values) return guessPoint(texts);
  return (await guessComma(texts, context)) ?? guessPoint(texts);
}

async function guessPoint(texts: ColumnTexts): Promise<TypeCandidate | null> {
  const { profile } = texts;
  // A whole number of more than 15 figures is not exact, so it is an identifier.
  const isLong =
    profile.decimals === profile.values && (await texts.count(isLike(String.raw`[+-]?\d{16,}`))).fits > 0;
  if (profile.decimals === 0 || isLong) return null;
  const { cells, counterExamples } = await texts.test(isLike(pattern.decimal));
  const isWhole = profile.integers === profile.decimals;
  return {
    field: { type: isWhole ? 'integer' : 'number' },
    fits: profile.decimals,
    cells,
    reason: isWhole ? 'whole numbers' : 'decimal numbers',
    ...limitsOf(texts),
    counterExamples,
  };
}

/** Columns in which every text is made of figures, points and commas, and some text has a comma. */
async function guessComma(texts: ColumnTexts, { delimiter }: ColumnContext): Promise<TypeCandidate | null> {
  const { values } = texts.profile;
  const fits = async (...sources: readonly string[]): Promise<boolean> =>
    (await texts.count(anyOf(...sources))).fits === values;
  const found = (field: TypeCandidate['field'], reason: string): TypeCandidate => ({
    field,
    fits: values,
    cells: texts.profile.valueCells,
    reason,
    counterExamples: [],
    missingCodes: texts.profile.codes,
  });
  const asDecimal = await fits(comma, pattern.integer);
  const asGroups = await fits(grouped, pattern.decimal);
  const decimal = found({ type: 'number', decimalChar: ',' }, 'numbers with a decimal comma');
  const isWhole = asGroups && (await texts.count(isLike(String.raw`.*\..*`))).fits === 0;
  const groups = found(
    { type: isWhole ? 'integer' : 'number', groupChar: ',' },
    'numbers with a comma between thousands',
  );
  if (asDecimal && asGroups) {
    const isDecimal = delimiter === ';';
    const other = isDecimal ? 'a comma between thousands' : 'a decimal comma';
    const chosen = isDecimal ? decimal : groups;
    const why = isDecimal ? 'cells end at a semicolon' : 'three figures follow every comma';
    return {
      ...chosen,
      reason: `${chosen.reason}, because ${why}; AMBIGUOUS: all ${inWords(values)} fit ${other} too`,
    };
  }
  if (asDecimal) return decimal;
  if (asGroups) return groups;
  return (await fits(groupedByPoint, comma, pattern.integer))
    ? found(
        { type: 'number', decimalChar: ',', groupChar: '.' },
        'numbers with a decimal comma and points between thousands',
      )
    : null;
}

/** Figures such as -99 that lie far away from all other numbers of the column, and so stand for a missing value. */
export function limitsOf({ profile }: ColumnTexts): Pick<TypeCandidate, 'counterExamples' | 'missingCodes'> {
  return { counterExamples: [], missingCodes: profile.codes.filter((marker) => liesApart(marker, profile)) };
}

function liesApart({ text, rows }: Marker, { range, values }: ColumnTexts['profile']): boolean {
  if (range === null || values < 3) return false;
  const [low, high] = range;
  const value = Number(text);
  return value < 0 ? low >= 0 : rows > 1 && high * 4 < value;
}
