import { toNumber, toWholeNumber } from '@atrium/contract';
import type { CastRule } from '../package/packagePlan.ts';
import type { BadText } from './scalar.ts';

type NumberRule = Pick<CastRule, 'decimalChar' | 'groupChar' | 'bareNumber'>;

const notANumber: BadText = { problem: 'notANumber' };
const notAnInteger: BadText = { problem: 'notAnInteger' };
const inexact = { problem: 'inexactInteger' } as const;

/** Finite decimal numbers in the field's spelling; NaN and INF are no values here. */
export function readNumber(rule: NumberRule): (text: string) => number | BadText {
  const normalize = normalizer(rule);
  return (text) => toNumber(normalize(text)) ?? notANumber;
}

/** Whole numbers; `3.0` is one, `3.5` is not. */
export function readInteger(rule: NumberRule): (text: string) => number | BadText {
  const normalize = normalizer(rule);
  return (text) => toWholeNumber(normalize(text)) ?? notAnInteger;
}

/** A number that is loaded although its last digits are lost. */
export const inexactProblem = (value: number): typeof inexact.problem | null =>
  Number.isSafeInteger(value) ? null : inexact.problem;

/** Years of the calendar, with a sign where need be. */
export function readYear(text: string): number | BadText {
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : { problem: 'notAYear' };
}

function normalizer({ decimalChar, groupChar, bareNumber }: NumberRule): (text: string) => string {
  return (text) => {
    let plain = text;
    if (!bareNumber) plain = plain.replace(/^[^\d+\-.,]*/, '').replace(/[^\d.,]*$/, '');
    if (groupChar !== null && groupChar !== '') plain = plain.replaceAll(groupChar, '');
    if (decimalChar !== '.') plain = plain.includes('.') ? '' : plain.replace(decimalChar, '.');
    return plain;
  };
}
