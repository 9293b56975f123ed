import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import { type Bin, type CohortPlan, type DescribedConcept, kindOf, leastWord } from '@atrium/engine';
import { asSeen } from '../compile/asSeen.ts';
import { firstFrom } from '../compile/codeSets.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { seenValue } from '../layout/seenValue.ts';
import type { RowValues } from '../run/described.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { listedValues } from './choiceAnswers.ts';
import {
  compileDescribed,
  maxTallyBytes,
  measuresOf,
  tallyCodes,
  tallyGroups,
  valuesOf,
} from './described.ts';

/** What a bar is called, and the codes of its values. */
interface Bar {
  readonly name: string;
  readonly codes: readonly number[];
}

/** A concept to be described, with its index among those that are asked for. */
interface Wanted extends DescribedConcept {
  readonly index: number;
}

/** What `compileDistributions` says in SQL. */
export async function distributions(
  { plan, concepts }: { readonly plan: CohortPlan; readonly concepts: readonly DescribedConcept[] },
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const wanted = concepts.map((one, index) => ({ ...one, index }));
  const isOfSubjects = ({ concept }: Wanted): boolean =>
    concept.collectionId === at.release.lookup.root.id && !concept.isMultiple;
  const ofSubjects = await tallySubjects(wanted.filter(isOfSubjects), plan, at);
  const ofRecords: AnswerRow[] = [];
  for (const one of wanted.filter((each) => !isOfSubjects(each)))
    ofRecords.push(...(await tallyRecords(one, plan, at)));
  return [...ofSubjects, ...ofRecords];
}

/** Subjects have one value at most: one pass over them counts the codes of many concepts. */
async function tallySubjects(
  wanted: readonly Wanted[],
  plan: CohortPlan,
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const rows: AnswerRow[] = [];
  for (const some of inParts(wanted, at)) {
    const [first] = some;
    if (first === undefined) continue;
    const described = compileDescribed(first.concept, { plan, prefilter: null }, at);
    const values = some.map(({ concept }) => valuesOf(concept, at));
    const counts = await at.run({ job: 'tallies', described, values });
    some.forEach((one, index) => {
      const ofCode = counts[index];
      const subjectsOf = ({ codes }: Bar) => codes.reduce((sum, code) => sum + (ofCode?.[code] ?? 0), 0);
      rows.push(...rowsOf(one, barsOf(one, at), subjectsOf));
    });
  }
  return rows;
}

const bytesOf = ({ count }: RowValues): number => 4 * (count + 1);

/** As many concepts at once as a thread has room to count. */
function inParts(wanted: readonly Wanted[], at: Answering): readonly (readonly Wanted[])[] {
  const parts: Wanted[][] = [];
  let room = 0;
  for (const one of wanted) {
    const bytes = bytesOf(valuesOf(one.concept, at));
    if (bytes > maxTallyBytes) throw new NotInIndex('tooManyValues');
    if (bytes > room) {
      parts.push([]);
      room = maxTallyBytes;
    }
    parts.at(-1)?.push(one);
    room -= bytes;
  }
  return parts;
}

/** A subject who has several values of a bar is counted once. */
async function tallyRecords(one: Wanted, plan: CohortPlan, at: Answering): Promise<readonly AnswerRow[]> {
  const described = compileDescribed(one.concept, { plan, prefilter: null }, at);
  const bars = barsOf(one, at);
  if (bars.every(({ codes }) => codes.length <= 1)) {
    const { subjects } = await tallyCodes(one.concept, described, { at, bySubject: true });
    // A bar without values has no code: code 0 is that of rows without one.
    return rowsOf(one, bars, ({ codes: [code] }) => (code === undefined ? 0 : (subjects[code] ?? 0)));
  }
  const groups = bars.map(({ codes }) => codes);
  const [, subjects] = await tallyGroups(one.concept, { described, groups, byRow: false }, at);
  const indexOf = new Map(bars.map((bar, index) => [bar, index]));
  return rowsOf(one, bars, (bar) => subjects?.[indexOf.get(bar) ?? 0] ?? 0);
}

const rowsOf = (
  { index }: Wanted,
  bars: readonly Bar[],
  subjectsOf: (bar: Bar) => number,
): readonly AnswerRow[] =>
  bars.flatMap((bar) => {
    const subjects = subjectsOf(bar);
    return subjects === 0 ? [] : [{ concept: index, bar: bar.name, subjects }];
  });

function barsOf({ concept, bins }: Wanted, at: Answering): readonly Bar[] {
  if (bins === null) {
    const { first, values } = listedValues(concept, at);
    return Array.from(values, (value, index) => ({ name: nameOf(value), codes: [first + index] }));
  }
  const binned = codesOfBins(concept, bins, at);
  if (!kindOf(concept).hasWords) return binned;
  const { first, values } = listedValues(concept, at);
  const words = Array.from(values, (value, index) => ({
    name: `-${Number(value) / leastWord}`,
    codes: [first + index],
  }));
  return [...binned, ...words];
}

const nameOf = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
};

function codesOfBins(
  concept: DescribedConcept['concept'],
  bins: readonly Bin[],
  at: Answering,
): readonly Bar[] {
  const numbers = measuresOf(concept, at);
  const seen = asSeen(concept, at.release);
  const begin = ({ from }: Bin, index: number): number => {
    const bound = typeof from === 'string' ? dayNumber(from) : from;
    return index === 0 ? 0 : firstFrom(numbers, (value) => seenValue(value, seen) >= bound);
  };
  const begins = [...bins.map(begin), numbers.length];
  return bins.map((_, index) => {
    const [low = 0, high = 0] = [begins[index], begins[index + 1]];
    return { name: String(index), codes: Array.from({ length: high - low }, (__, code) => low + code + 1) };
  });
}
