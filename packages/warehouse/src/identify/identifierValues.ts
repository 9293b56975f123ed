import { knownNames } from './givenNames.ts';
import type { ColumnHolds, IdentifierKind } from './identifierKinds.ts';

/** What is known of the values of a column. */
export interface ColumnValues {
  readonly holds: ColumnHolds;
  /** Distinct values, as texts; some of them where there are many. */
  readonly sample: readonly string[];
  /** Distinct values and rows with a value, of the rows that were looked at. */
  readonly distinct: number;
  readonly filled: number;
}

/** The share of the sample for which a claim holds. */
const shareOf = ({ sample }: ColumnValues, holds: (value: string) => boolean): number =>
  sample.length === 0 ? 0 : sample.filter(holds).length / sample.length;
const like =
  (...patterns: readonly RegExp[]) =>
  (value: string): boolean =>
    patterns.some((pattern) => pattern.test(value));
const digitsOf = (value: string): string => value.replaceAll(/\D/g, '');

const isEmail = like(/^[^\s@,;<>]+@[^\s@,;<>]+\.\p{L}{2,}$/u);
const isNetwork = like(
  /^(?:https?:\/\/|www\.)\S+$/i,
  /^(?:\d{1,3}\.){3}\d{1,3}$/,
  /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i,
);
const isDate = like(
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?: .*)?$/,
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  /^\d{1,2}[ .-]+\p{L}{3,9}\.?[ ,.-]+\d{2,4}$/u,
  /^\p{L}{3,9}\.? \d{1,2},? \d{4}$/u,
);

/** Written with a plus, brackets or groups, as nothing else is. */
const isPhone = (value: string): boolean =>
  /^(?:tel\.?:? ?)?(?:\+|00)?[\d(][\d ()/.-]{6,22}\d(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.test(value) &&
  !isDate(value) &&
  digitsOf(value).length >= 7 &&
  digitsOf(value).length <= 17 &&
  (/^(?:\+|00\d)/.test(value) ||
    /^\(?0\d{1,5}\)?[ /-]/.test(value) ||
    /^\(\d{2,5}\)/.test(value) ||
    /^(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?: ?(?:x|ext).*)?$/i.test(value) ||
    /^0\d{2,4}(?:[ -]\d{2,4}){2,4}$/.test(value));

/** The check digit of numbers of the British health service. */
const isNhsNumber = (value: string): boolean => {
  const digits = [...digitsOf(value)].map(Number);
  if (!/^\d{3}[ -]?\d{3}[ -]?\d{4}$/.test(value)) return false;
  const sum = digits.slice(0, 9).reduce((total, digit, index) => total + digit * (10 - index), 0);
  return (11 - (sum % 11)) % 11 === digits[9];
};
const isNationalId = like(
  /^\d{3}-\d{2}-\d{4}$/,
  /^\d{3} \d{3} \d{4}$/,
  /^[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/,
  /^\d{2} ?\d{6} ?[A-Z] ?\d{3}$/,
  /^[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?\d{2,3} ?\d{3} ?\d{3}(?: ?\d{2})?$/,
  /^(?:19|20)?\d{6}[-+]\d{4}$/,
  /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/,
  /^\d{8}-?[A-HJ-NP-TV-Z]$/,
  /^756\.\d{4}\.\d{4}\.\d{2}$/,
  /^\d{3}\.\d{3}\.\d{3}-\d{2}$/,
);
const isPostalCode = like(
  /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  /^\d{5}-\d{4}$/,
  /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/,
  /^\d{4} ?[A-Z]{2}$/,
);
const streets =
  '(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|boulevard|blvd|way|square|close|terrace|place|crescent)';
const isAddress = like(
  new RegExp(String.raw`^\d{1,5}[a-z]?,? [\p{L}' .-]+ ${streets}\b`, 'iu'),
  /^[\p{L}' .-]+(?:stra(?:ß|ss)e|str\.|weg|gasse|platz|allee|laan|straat|gatan|vägen|vej)\s+\d{1,4}\s?[a-z]?\b/iu,
  /^\d{1,4},? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|impasse|allée) /iu,
  /^(?:calle|avenida|plaza|via|viale|piazza|rua) [\p{L}' .-]+,? (?:n[º°.]? ?)?\d{1,4}/iu,
);

const isCommaName = like(
  /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?, ?\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*)*$/u,
);
const isName = (value: string): boolean =>
  /^\p{L}[\p{L}'’.-]*(?:,? \p{L}[\p{L}'’.-]*){0,3}$/u.test(value) &&
  value
    .toLowerCase()
    .split(/[ ,.-]+/)
    .some((word) => knownNames.has(word));

/** Codes of vocabularies and spellings of variants: each row may have its own, and it says nothing about a person. */
const isVocabulary = like(
  /^[A-Za-z][\w.]{1,14}:[\w.-]+$/,
  /^[A-Z]\d{2}(?:\.\d{1,4})?$/,
  /^(?:[NX][MPRCG]_\d+(?:\.\d+)?(?:\([\w-]+\))?:)?[cgmnpr]\.\S+/,
  /^(?:rs|ENS[A-Z]*|COSM|HGVS|SCV|RCV|VCV|CA)\d+(?:\.\d+)?$/,
  /^(?:chr)?(?:\d{1,2}|X|Y|MT?)[:-]\d+/i,
  /^[\d.,:;<>=%\s+-]+$/,
  /^[ACGTN]+$/,
);
const words = (value: string): number => value.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;

interface ValueRule {
  readonly kind: IdentifierKind;
  readonly holds: readonly ColumnHolds[];
  readonly is: (values: ColumnValues) => boolean;
}

const many = ({ distinct }: ColumnValues, least = 4): boolean => distinct >= least;
/** Nearly every row has a value of its own. */
const areOwn = ({ distinct, filled }: ColumnValues): boolean => distinct >= 5 && distinct >= 0.9 * filled;

const rules: readonly ValueRule[] = [
  { kind: 'email', holds: ['text'], is: (one) => shareOf(one, isEmail) >= 0.1 },
  { kind: 'network', holds: ['text'], is: (one) => shareOf(one, isNetwork) >= 0.5 },
  {
    kind: 'nationalId',
    holds: ['text', 'number'],
    is: (one) => many(one) && (shareOf(one, isNationalId) >= 0.7 || shareOf(one, isNhsNumber) >= 0.95),
  },
  { kind: 'phone', holds: ['text'], is: (one) => many(one) && shareOf(one, isPhone) >= 0.6 },
  { kind: 'postalCode', holds: ['text'], is: (one) => many(one) && shareOf(one, isPostalCode) >= 0.8 },
  { kind: 'address', holds: ['text'], is: (one) => many(one) && shareOf(one, isAddress) >= 0.4 },
  {
    kind: 'personName',
    holds: ['text'],
    is: (one) => many(one) && areNames(one),
  },
  { kind: 'recordNumber', holds: ['text', 'number'], is: areRecordNumbers },
  { kind: 'birthDate', holds: ['text', 'number', 'date'], is: areBirthDates },
  {
    kind: 'freeText',
    holds: ['text'],
    is: (one) => one.distinct >= 5 && one.distinct * 2 >= one.filled && averageWords(one) >= 5,
  },
  {
    kind: 'ownText',
    holds: ['text'],
    is: (one) => areOwn(one) && one.filled >= 20 && shareOf(one, isVocabulary) < 0.5,
  },
];

const isTitleCased = like(/^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’.-]*)?(?: \p{Lu}[\p{Ll}'’-]+)$/u);

const areNames = (one: ColumnValues): boolean =>
  shareOf(one, isCommaName) >= 0.8 ||
  (shareOf(one, isName) >= 0.35 && one.sample.filter(isName).length >= 4) ||
  (shareOf(one, isTitleCased) >= 0.9 && one.distinct >= 5 && one.distinct >= 0.9 * one.filled);

const averageWords = ({ sample }: ColumnValues): number =>
  sample.reduce((sum, value) => sum + words(value), 0) / Math.max(sample.length, 1);

/** Numbers of one length, with or without letters before them, that nobody counted up from one. */
export function areRecordNumbers(values: ColumnValues): boolean {
  const { sample } = values;
  if (!areOwn(values) || shareOf(values, isDate) >= 0.5) return false;
  const parts = sample.map((value) => /^(\p{L}{0,4}[-_/ ]?)(\d{6,14})$/u.exec(value));
  const fitting = parts.flatMap((part) => (part === null ? [] : [Number(part[2])]));
  const lengths = new Set(sample.map((value) => value.length));
  if (fitting.length < 0.95 * sample.length || lengths.size > 2) return false;
  return !isCountedUp(fitting, values);
}

/** `S0001` to `S0120`: an enumeration fills its range. */
const isCountedUp = (numbers: readonly number[], { distinct }: ColumnValues): boolean =>
  Math.max(...numbers) - Math.min(...numbers) < 20 * distinct;

const leastYears = 12;

/** Days of their own in nearly every row, spread over the years of a life. */
function areBirthDates(values: ColumnValues): boolean {
  const { sample, distinct, filled, holds } = values;
  if (distinct < 5 || (holds !== 'date' && shareOf(values, isDate) < 0.8)) return false;
  const years = sample
    .flatMap((value) => /(?<!\d)(?:18|19|20)\d\d(?=\D|$|\d{4}$)/.exec(value)?.[0] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const at = (share: number): number => years[Math.floor(share * (years.length - 1))] ?? 0;
  const spread = at(0.95) - at(0.05);
  return spread >= leastYears && distinct >= 0.6 * Math.min(filled, spread * 365);
}

/** The kinds of identifiers like which the values look, the likeliest first. */
export const kindsOfValues = (values: ColumnValues): readonly IdentifierKind[] =>
  rules.filter(({ holds, is }) => holds.includes(values.holds) && is(values)).map(({ kind }) => kind);

const isDayOrMonth = like(/^0?[1-9]$|^[12]\d$|^3[01]$/);

const booleanWord =
  /^(?:true|false|yes|no|y|n|t|f|0|1|ja|nein|oui|non|si|sí|nee|unknown|n\/?a|none|missing|not asked|declined|refused)$/i;
export const areBooleans = (values: ColumnValues): boolean =>
  values.sample.length > 0 && shareOf(values, like(booleanWord)) === 1;

/** Whether values may be what a column's name says; a column without any value is taken by its name. */
export function mayBe(kind: IdentifierKind, values: ColumnValues): boolean {
  if (values.sample.length === 0) return true;
  if (areBooleans(values)) return false;
  switch (kind) {
    case 'birthDate':
    case 'deathDate':
      return values.holds === 'date' || shareOf(values, isDate) >= 0.5 || shareOf(values, isDayOrMonth) === 1;
    case 'freeText':
      return values.distinct * 2 > values.filled || values.sample.some((value) => value.length >= 40);
    default:
      return true;
  }
}

/** Whether one text alone says who somebody is, wherever it stands. */
export const isTelling = (value: string): boolean =>
  [isEmail, isPhone, isNationalId, isAddress, isCommaName].some((is) => is(value.trim()));
