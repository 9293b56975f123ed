import { dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import { type Bin, type Concept, kindOf, type Population } from '@atrium/engine';
import { firstFrom } from '../compile/codeSets.ts';
import { compileValues, conceptIn } from '../compile/compileRows.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { compileDescribed, measuresOf, type SeenTally, tallySeen } from './described.ts';

/** What `compileRangeSummary` says in SQL. */
export async function rangeSummary(
  concept: Concept,
  population: Population,
  at: Answering,
): Promise<AnswerRow> {
  const described = compileDescribed(concept, population, at);
  const numbers = measuresOf(concept, at);
  const ranges = numbers.length === 0 ? [] : [{ low: 1, high: numbers.length }];
  const sets = [compileValues(conceptIn(concept, at), ranges, at)];
  const [tally, [, subjects]] = await Promise.all([
    tallySeen(concept, { described, numbers }, at),
    at.run({ job: 'tallySets', described, sets }),
  ]);
  return { ...summaryOf(tally, kindOf(concept).scale === 'date'), subjects: subjects?.[0] ?? 0 };
}

function summaryOf({ numbers, entries }: SeenTally, isDate: boolean) {
  let [count, sum] = [0, 0];
  let [min, max]: (number | null)[] = [null, null];
  entries.forEach((many, index) => {
    if (many === 0) return;
    const number = numbers[index] ?? Number.NaN;
    min ??= number;
    max = number;
    count += many;
    sum += many * number;
  });
  const shown = (number: number | null | undefined) =>
    isDate && typeof number === 'number' ? isoDay(number) : (number ?? null);
  return {
    ...{ count, min: shown(min), max: shown(max) },
    avg: isDate || count === 0 ? null : sum / count,
  };
}

/** What `compileHistogram` says in SQL. */
export async function histogram(
  concept: Concept,
  { bins, population }: { readonly bins: readonly Bin[]; readonly population: Population },
  at: Answering,
): Promise<AnswerRow> {
  const described = compileDescribed(concept, population, at);
  const { numbers, entries } = await tallySeen(concept, { described, numbers: measuresOf(concept, at) }, at);
  const indexOf = ({ from }: Bin): number => {
    const bound = typeof from === 'string' ? dayNumber(from) : from;
    return firstFrom(numbers, (value) => value >= bound);
  };
  const isNumber = kindOf(concept).scale === 'number';
  const row: Record<string, number | null> = {};
  bins.forEach((bin, index) => {
    const next = bins[index + 1];
    const begin = index === 0 ? 0 : indexOf(bin);
    const inBin = entries.subarray(begin, next === undefined ? numbers.length : indexOf(next));
    row[`b${index}`] = inBin.reduce((sum, many) => sum + many, 0);
    const last = inBin.findLastIndex((many) => many > 0);
    if (isNumber) row[`m${index}`] = last < 0 ? null : (numbers[begin + last] ?? null);
  });
  return row;
}
