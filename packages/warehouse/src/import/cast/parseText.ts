import { durationInDays, toAgeInDays } from '@atrium/contract/calendar/ages';
import { toDay } from '@atrium/contract/calendar/days';
import { toMoment } from '@atrium/contract/calendar/moments';
import { toNumber, toWholeNumber } from '@atrium/contract/calendar/numerals';
import { unreachable } from '@atrium/contract/errors/unreachable';
import { leastWord } from '@atrium/engine';
import { dateParser, momentParser } from '../../package/datePattern.ts';
import type { CastRule } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';

/** A value as it is stored; days are ISO text, perhaps with their time (`toMoment`), ages whole days. */
export type Scalar = string | number | boolean;

/** Why a text is no value of its type. */
export interface BadText {
  readonly problem: ProblemKind;
}

/** Parses trimmed, non-empty text; null when the text itself says "missing". */
export type Parser = (text: string) => Scalar | null | BadText;

export const isBad = (value: Scalar | null | BadText): value is BadText =>
  typeof value === 'object' && value !== null;

/** The parser that turns the text of a field into a value of its concept type. */
export function parserOf(rule: CastRule): Parser {
  switch (rule.target) {
    case 'category':
    case 'text':
    case 'ontology':
      return (text) => text;
    case 'boolean':
      return booleanParser(rule);
    case 'date':
      return rule.keepsTime ? instantParser(rule) : dayParser(rule);
    case 'number':
      return numberParser(rule);
    case 'number_with_categories':
      return numberOrWordParser(rule);
    case 'age':
      return ageParser(rule);
    default:
      return unreachable(rule.target);
  }
}

/** The rule for values that are spelled in the standard way: ISO days, plain numbers, `true` and `false`. */
export const plainRule = (rule: CastRule): CastRule => ({
  ...rule,
  datePatterns: null,
  trueValues: null,
  falseValues: null,
  decimalChar: '.',
  groupChar: null,
  bareNumber: true,
  units: null,
});

const trueWords = new Set(['true', 't', 'yes', 'y', '1']);
const falseWords = new Set(['false', 'f', 'no', 'n', '0']);
const missingWords = new Set(['none', 'null', 'n/a', 'unknown']);

/** The field's own words, spelled exactly so, or else those of rule 10.3 in any case. */
function booleanParser({ trueValues, falseValues }: CastRule): Parser {
  const isTrue = oneOf(trueValues, trueWords);
  const isFalse = oneOf(falseValues, falseWords);
  return (text) => {
    if (isTrue(text)) return true;
    if (isFalse(text)) return false;
    return missingWords.has(text.toLowerCase()) ? null : { problem: 'notABoolean' };
  };
}

function oneOf(own: readonly string[] | null, usual: ReadonlySet<string>): (text: string) => boolean {
  if (own === null) return (text) => usual.has(text.toLowerCase());
  const words = new Set(own.map((word) => word.trim()));
  return (text) => words.has(text);
}

const isoPattern = /^\d{4}-\d{2}-\d{2}$/;
const isoInstant =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** ISO days, or days in the field's pattern; of an instant the day as it is written. */
function dayParser({ datePatterns, lexical }: CastRule): Parser {
  const dayOf =
    datePatterns === null ? isoDayOf(lexical === 'datetime') : firstOf(datePatterns.map(dateParser));
  return (text) => dayOf(text) ?? { problem: 'notADate' };
}

/** The first of several meanings that a text has. */
const firstOf =
  <Value>(parsers: readonly ((text: string) => Value | undefined)[]) =>
  (text: string): Value | undefined => {
    for (const parse of parsers) {
      const value = parse(text);
      if (value !== undefined) return value;
    }
    return undefined;
  };

const isoDayOf =
  (takesInstants: boolean) =>
  (text: string): string | undefined => {
    const day = takesInstants ? (isoInstant.exec(text)?.[1] ?? text) : text;
    return isoPattern.test(day) ? toDay(day) : undefined;
  };

/** Days with their times, in the ISO spelling or in the field's pattern; a day without a time is one too. */
function instantParser({ datePatterns }: CastRule): Parser {
  const momentOf = datePatterns === null ? isoMoment : firstOf(datePatterns.map(momentParser));
  return (text) => momentOf(text) ?? { problem: 'notADate' };
}

function isoMoment(text: string): string | undefined {
  const [, written = text, hour, minute, second, fraction, zone] = isoInstant.exec(text) ?? [];
  const day = isoPattern.test(written) ? toDay(written) : undefined;
  if (day === undefined) return undefined;
  const hasTime = hour !== undefined && minute !== undefined;
  return toMoment(day, hasTime ? { hour, minute, second, fraction, zone } : null);
}

const notANumber: BadText = { problem: 'notANumber' };
const notAnInteger: BadText = { problem: 'notAnInteger' };

function numberParser(rule: CastRule): (text: string) => number | BadText {
  switch (rule.lexical) {
    case 'integer':
      return integerParser(rule);
    case 'year':
      return parseYear;
    default:
      return numberOf(rule);
  }
}

/** Stands before a word among the staged values of a column of numbers. */
export const wordMark = "'";

export const markedWord = (word: string): string => `${wordMark}${word}`;

/** A number as its shortest text, and any other text as a word: nothing is missing (rule 2.23). */
function numberOrWordParser(rule: CastRule): Parser {
  const parse = numberOf(rule);
  return (text) => {
    const number = parse(text);
    if (isBad(number) || number >= leastWord) return markedWord(text);
    return String(number === 0 ? 0 : number);
  };
}

/** The number that a value of `numberOrWordParser` is; null for a word. */
export const numberOfStaged = (value: Scalar): number | null =>
  typeof value === 'string' && !value.startsWith(wordMark) ? Number(value) : null;

/** Finite decimal numbers in the field's spelling; NaN and INF are no values here. */
export const numberOf = (rule: CastRule): ((text: string) => number | BadText) =>
  measured(rule, (text) => toNumber(text) ?? notANumber);

/** Whole numbers; `3.0` is one, `3.5` is not. */
const integerParser = (rule: CastRule): ((text: string) => number | BadText) =>
  measured(rule, (text) => toWholeNumber(text) ?? notAnInteger);

/**
 * Numbers with one of the field's units behind them, counted in the unit of the field (rule 10.39). Where units count
 * differently, a number without one means nothing.
 */
function measured(
  rule: CastRule,
  parse: (text: string) => number | BadText,
): (text: string) => number | BadText {
  const normalize = normalizer(rule);
  const { units } = rule;
  if (units === null) return (text) => parse(normalize(text));
  const needsUnit = [...units.values()].some((factor) => factor !== 1);
  return (text) => {
    const [, figures = text, unit = ''] = /^([+-]?[\d.,]*\d[\d.,]*)\s*(\D.*)?$/su.exec(text) ?? [];
    const factor = unit === '' && !needsUnit ? 1 : units.get(unit.trim());
    if (factor === undefined) return notANumber;
    const value = parse(normalize(figures));
    // Without the noise that a product of fractions has in its last digits.
    return typeof value !== 'number' || factor === 1 ? value : Number((value * factor).toPrecision(15));
  };
}

/** The whole number that a text spells, if it lies beyond 2^53 and has at most 64 bits; null for any other text. */
export function largeIntegerOf(rule: CastRule): (text: string) => bigint | null {
  const normalize = normalizer(rule);
  return (text) => {
    const digits = /^([+-]?\d+)(?:\.0*)?$/.exec(normalize(text.trim()))?.[1];
    if (digits === undefined || Number.isSafeInteger(Number(digits))) return null;
    const value = BigInt(digits);
    return BigInt.asIntN(64, value) === value ? value : null;
  };
}

/** The problem of a whole number that is loaded although its last digits are lost; null when it is exact. */
export const inexactProblem = (value: number): 'inexactInteger' | null =>
  Number.isSafeInteger(value) ? null : 'inexactInteger';

/** Years of the calendar, with or without a sign. */
function parseYear(text: string): number | BadText {
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : { problem: 'notAYear' };
}

function normalizer({ decimalChar, groupChar, bareNumber }: CastRule): (text: string) => string {
  return (text) => {
    let plain = text;
    if (!bareNumber) plain = plain.replace(/^[^\d+\-.,]*/, '').replace(/[^\d.,]*$/, '');
    if (groupChar !== null && groupChar !== '') plain = plain.replaceAll(groupChar, '');
    if (decimalChar !== '.') plain = plain.includes('.') ? '' : plain.replace(decimalChar, '.');
    return plain;
  };
}

/** ISO 8601 durations, or numbers of days or years, as whole days (docs/data-packages.md). */
function ageParser(rule: CastRule): Parser {
  if (rule.lexical === 'duration' || rule.lexical === 'string') {
    return (text) => {
      const days = durationInDays(text);
      return days === null ? { problem: 'notADuration' } : ageOf(days);
    };
  }
  const parse = rule.lexical === 'integer' ? integerParser(rule) : numberOf(rule);
  return (text) => {
    const count = parse(text);
    if (isBad(count)) return count;
    // Parts of a day are dropped towards zero, so an age below zero mirrors the same age above.
    return ageOf(rule.ageUnit === 'years' ? toAgeInDays({ years: count, days: 0 }) : Math.trunc(count));
  };
}

const maxDays = 2_147_483_647;

const ageOf = (days: number): number | BadText =>
  Math.abs(days) > maxDays ? { problem: 'notAnAge' } : days === 0 ? 0 : days;
