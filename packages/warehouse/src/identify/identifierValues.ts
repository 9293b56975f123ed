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

/** A text with one kind of blank and of hyphen, and figures of usual width. */
const plainText = (value: string): string =>
  value
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();

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
  /^(?=.*(?:::|[\da-f]{3}))(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}$/i,
);
const isPosition = like(/^[+-]?\d{1,2}\.\d{3,}°? ?[NS]?[,; ] ?[+-]?\d{1,3}\.\d{3,}°? ?[EW]?$/i);
const isDate = like(
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?: .*)?$/,
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  /^\d{1,2}[ .-]+\p{L}{3,9}\.?[ ,.-]+\d{2,4}$/u,
  /^\d{1,2}\.? de \p{L}{3,10} de \d{4}$/u,
  /^\d{1,2}(?:jan|feb|ma[ryi]|apr|jun|jul|aug|sep|o[ck]t|nov|de[cz])\d{2,4}(?:[: ].*)?$/i,
  /^\d{4}年\d{1,2}月\d{1,2}日$/u,
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
    /^0\d{2,4}(?:[ -]\d{2,4}){2,4}$/.test(value) ||
    /^0\d(?:[. -]\d{2}){4}$/.test(value) ||
    /^(?:0\d{9,10}|\d{3}-\d{4})$/.test(value));

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
  /^[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/i,
  /^\d{2} ?\d{6} ?[A-Z] ?\d{3}$/,
  /^[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?\d{2,3} ?\d{3} ?\d{3}(?: ?\d{2})?$/,
  /^(?:19|20)?\d{6}[-+]\d{4}$/,
  /^\d{6}(?:-\d{7}|\/\d{3,4}|[-+A-FU-Y]\d{3}[\dA-Y])$/i,
  /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/i,
  /^\d{8}-?[A-HJ-NP-TV-Z]$/i,
  /^\d{17}[\dX]$/i,
  /^\d{4}[ -]\d{4}[ -]\d{4}$/,
  /^756\.\d{4}\.\d{4}\.\d{2}$/,
  /^\d{3}\.\d{3}\.\d{3}-\d{2}$/,
);
const isPostalCode = like(
  /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  /^\d{5}-\d{3,4}$/,
  /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
  /^\d{4} ?[A-Z]{2}$/i,
);
/** Figures that many lists count with, too. */
const isPostalNumber = like(/^(?:[A-Z]{1,3}-)?\d{4,5}$/i, /^\d{2}-\d{3}$/, /^\d{4}-\d{3}$/, /^\d{3} \d{2}$/);
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
const isTerm = like(
  /^[A-Za-z][\w.]{1,14}:[\w.-]+$/,
  /^[A-Z]\d{2}(?:\.\d{1,4})?$/,
  /^(?:[NX][MPRCG]_\d+(?:\.\d+)?(?:\([\w-]+\))?:)?[cgmnpr]\.\S+/,
  /^(?:rs|ENS[A-Z]*|COSM|HGVS|SCV|RCV|VCV|CA)\d+(?:\.\d+)?$/,
  /^(?:chr(?:\d{1,2}|X|Y|MT?)[:-]|(?:\d{1,2}|X|Y|MT?):)\d+/i,
  /^[ACGTN]+$/,
);
const isNumeral = like(/^[\d.,:;<>=%\s+-]+$/, /^\d{1,3}\/\d{1,3}$/);
const isVocabulary = (value: string): boolean => isTerm(value) || isNumeral(value);
const words = (value: string): number => value.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;

interface ValueRule {
  readonly kind: IdentifierKind;
  readonly holds: readonly ColumnHolds[];
  readonly is: (values: ColumnValues) => boolean;
}

const many = ({ distinct }: ColumnValues, least = 4): boolean => distinct >= least;
/** Nearly every row has a value of its own. */
const areOwn = ({ distinct, filled }: ColumnValues): boolean => distinct >= 5 && distinct >= 0.9 * filled;
/** Few rows share a value: those of one person, in a table of events. */
const areShared = ({ distinct, filled }: ColumnValues, rows: number, least = 20): boolean =>
  distinct >= least && distinct * rows >= filled;

const rules: readonly ValueRule[] = [
  { kind: 'email', holds: ['text'], is: (one) => shareOf(one, isEmail) >= 0.1 },
  { kind: 'network', holds: ['text'], is: (one) => shareOf(one, isNetwork) >= 0.5 },
  {
    kind: 'nationalId',
    holds: ['text', 'number'],
    is: (one) => many(one) && (shareOf(one, isNationalId) >= 0.7 || shareOf(one, isNhsNumber) >= 0.95),
  },
  { kind: 'phone', holds: ['text'], is: (one) => many(one) && shareOf(one, isPhone) >= 0.6 },
  { kind: 'position', holds: ['text'], is: (one) => many(one) && shareOf(one, isPosition) >= 0.8 },
  {
    kind: 'postalCode',
    holds: ['text'],
    is: (one) => many(one) && (shareOf(one, isPostalCode) >= 0.8 || arePostalNumbers(one)),
  },
  { kind: 'address', holds: ['text'], is: (one) => many(one) && shareOf(one, isAddress) >= 0.4 },
  {
    kind: 'personName',
    holds: ['text'],
    is: (one) => many(one) && areNames(one),
  },
  {
    kind: 'recordNumber',
    holds: ['text', 'number'],
    is: (one) => areClinicNumbers(one) || areCodes(one),
  },
  { kind: 'birthDate', holds: ['text', 'number', 'date'], is: areBirthDates },
  {
    kind: 'freeText',
    holds: ['text'],
    is: (one) => one.distinct >= 5 && one.distinct * 2 >= one.filled && averageWords(one) >= 5,
  },
  {
    kind: 'ownText',
    holds: ['text'],
    is: (one) => ((areOwn(one) && one.filled >= 20) || areShared(one, 4)) && shareOf(one, isVocabulary) < 0.5,
  },
];

/** `Dr Smith`, also within a short text. */
const isTitled = like(/(?:^|\s)(?:DR|Dr|Mrs?|Ms|Prof|Herr|Frau|Hr|Fr|Mme|Mlle|Sra?|Dott)\.? \p{Lu}/u);
const isTitleCased = like(/^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’.-]*)?(?: \p{Lu}[\p{Ll}'’-]+)$/u);

const areNames = (one: ColumnValues): boolean =>
  shareOf(one, isCommaName) >= 0.8 ||
  shareOf(one, isTitled) >= 0.5 ||
  (shareOf(one, isName) >= 0.35 && one.sample.filter(isName).length >= 4) ||
  (shareOf(one, isTitleCased) >= 0.9 && one.distinct >= 5 && one.distinct >= 0.9 * one.filled);

const averageWords = ({ sample }: ColumnValues): number =>
  sample.reduce((sum, value) => sum + words(value), 0) / Math.max(sample.length, 1);

/** Numbers of one length, with or without letters before them, that nobody counted up from one. */
export function areClinicNumbers(values: ColumnValues): boolean {
  const { sample } = values;
  if (!areOwn(values) || shareOf(values, isDate) >= 0.5) return false;
  const lengths = new Set(sample.map((value) => value.length));
  const areAlike = lengths.size <= 2 && shareOf(values, like(/^\p{L}{0,4}[-_/ ]?\d{6,14}$/u)) >= 0.95;
  return areAlike && !isCountedUp(values);
}

/** Codes of one form that nobody counted up, also where a person has several rows. */
function areCodes(values: ColumnValues): boolean {
  const { sample, holds } = values;
  if (shareOf(values, isDate) >= 0.5 || shareOf(values, isTerm) >= 0.5) return false;
  if (values.distinct >= 5 && shareOf(values, isUniqueId) >= 0.9) return true;
  // Counts and amounts are as long as short numbers, and repeat as numbers of people do.
  const digits = holds === 'number' ? 7 : 6;
  const isCode = (value: string): boolean =>
    codeForm.test(value) && !isDecimal.test(value) && digitsOf(value).length >= digits;
  const lengths = new Set(sample.map((value) => value.length));
  const forms = new Set(sample.map(formOf));
  const isOfOneForm = lengths.size <= 2 || (forms.size <= 3 && holds === 'text');
  if (!isOfOneForm || shareOf(values, isCode) < 0.95) return false;
  return (areOwn(values) || areShared(values, 10, 10)) && !isCountedUp(values);
}

const codeForm = /^(?=(?:\P{L}*\p{L}){0,6}\P{L}*$)[\p{L}\d]+(?:[-_/. ]{1,2}[\p{L}\d]+)*$/u;
const isDecimal = /^\d+\.\d+$/;
const isUniqueId = like(
  /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i,
  /^(?=.*\d)(?=.*[a-f])[\da-f]{16,64}$/i,
);
const formOf = (value: string): string => value.replaceAll(/\d+/g, '0').replaceAll(/\p{L}/gu, 'A');

/** Postal codes of figures alone: with a zero before them or a hyphen within, as numbers are not. */
const arePostalNumbers = (values: ColumnValues): boolean =>
  values.distinct >= 10 &&
  shareOf(values, isPostalNumber) >= 0.95 &&
  values.sample.some((value) => /^0\d{4}$|\D/.test(value)) &&
  new Set(values.sample.map((value) => digitsOf(value).length)).size === 1 &&
  !isCountedUp(values);

/** `S0001` to `S0120`: an enumeration fills its range. */
function isCountedUp({ sample, distinct }: ColumnValues): boolean {
  const numbers = sample.map((value) => Number(digitsOf(value)));
  return Math.max(...numbers) - Math.min(...numbers) < 20 * distinct;
}

const leastYears = 12;

/** Days that few rows share, spread over the years of a life. */
function areBirthDates(values: ColumnValues): boolean {
  const { sample, distinct, filled, holds } = values;
  if (distinct < 5 || (holds !== 'date' && shareOf(values, isDate) < 0.8)) return false;
  const years = sample.flatMap(yearOf).sort((a, b) => a - b);
  const at = (share: number): number => years[Math.floor(share * (years.length - 1))] ?? 0;
  const spread = at(0.95) - at(0.05);
  const areOfPeople = distinct >= 0.6 * Math.min(filled, spread * 365) || areShared(values, 10);
  return spread >= leastYears && areOfPeople;
}

/** The year of a date; one of two figures is of this century up to 30. */
function yearOf(value: string): readonly number[] {
  const whole = /(?<!\d)(?:18|19|20)\d\d(?=\D|$|\d{4}$)/.exec(value) ?? /(?:18|19|20)\d\d$/.exec(value);
  if (whole !== null) return [Number(whole[0])];
  const short = /\D(\d\d)$/.exec(value.replace(/ .*:.*$/, ''))?.[1];
  return short === undefined ? [] : [Number(short) + (Number(short) > 30 ? 1900 : 2000)];
}

/** The kinds of identifiers like which the values look, the likeliest first. */
export function kindsOfValues(given: ColumnValues): readonly IdentifierKind[] {
  const values = { ...given, sample: given.sample.map(plainText) };
  return rules.filter(({ holds, is }) => holds.includes(values.holds) && is(values)).map(({ kind }) => kind);
}

const isDayOrMonth = like(/^0?[1-9]$|^[12]\d$|^3[01]$/);
/** Written in any way, also as a number of days: more figures than a year has, or a year beside a word. */
const maySayDay = (value: string): boolean => {
  const figures = value.match(/\p{Nd}/gu)?.length ?? 0;
  return figures >= 5 || isDate(value) || (figures > 0 && /\p{L}/u.test(value));
};

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
      return (
        values.holds === 'date' || shareOf(values, maySayDay) >= 0.5 || shareOf(values, isDayOrMonth) === 1
      );
    case 'freeText':
      return values.distinct * 2 > values.filled || values.sample.some((value) => value.length >= 40);
    default:
      return true;
  }
}

/** Whether one text alone says who somebody is, wherever it stands. */
export const isTelling = (value: string): boolean =>
  [isEmail, isPhone, isNationalId, isAddress, isCommaName].some((is) => is(plainText(value)));
