import {
  type Collection,
  type Concept,
  describedRecords,
  kindOf,
  leastWord,
  type Population,
} from '@atrium/engine';
import { asSeen } from '../compile/asSeen.ts';
import { countOf, firstFrom, numbersOf } from '../compile/codeSets.ts';
import { compileCohort } from '../compile/compileCohort.ts';
import { collectionIn, compileRows, conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { seenValue } from '../layout/seenValue.ts';
import type { Step } from '../layout/steps.ts';
import type { Described, RowValues } from '../run/described.ts';
import type { JobFigures } from '../run/jobs.ts';
import type { Answering } from './answering.ts';

/** The lists of a job that counts. */
const toCounts = (figures: JobFigures): readonly Uint32Array[] =>
  figures.map((list) => (list instanceof Uint32Array ? list : Uint32Array.from(list)));

const noCounts = new Uint32Array();

export function collectionOf({ collectionId }: Concept, { release }: Answering): Collection {
  const { lookup } = release;
  return lookup.collection(collectionId) ?? lookup.root;
}

/** The rows that a question about a concept is about; the engine's `compilePopulation` says it in SQL. */
export function compileDescribed(concept: Concept, population: Population, at: Answering): Described {
  const collection = collectionOf(concept, at);
  const { offsets, shared } = collectionIn(collection, at);
  const conditions = describedRecords(population, collection);
  const steps: readonly Step[] = [
    { find: 'rowsOf', offsets, step: compileCohort(population.plan, at) },
    ...conditions.map((condition) => compileRows(condition, collection, at)),
  ];
  return { rows: { find: 'and', steps }, offsets, shared };
}

export function valuesOf(concept: Concept, at: Answering): RowValues {
  const { codes, lists, values } = conceptIn(concept, at);
  const count = countOf(values);
  if (codes !== null) return { codes, count };
  if (lists !== null) return { lists, count };
  throw new NotInIndex('notIndexed');
}

/** The numbers or days of a concept by code from 1 on. */
export function numbersIn(concept: Concept, at: Answering): Float64Array | Int32Array {
  const { values } = conceptIn(concept, at);
  if (values.kind !== 'numbers' && values.kind !== 'days') throw new NotInIndex('otherQuestion');
  return numbersOf(values, at.index.memory);
}

/** The same without the words beside numbers, which come after them. */
export function measuresOf(concept: Concept, at: Answering): Float64Array | Int32Array {
  const numbers = numbersIn(concept, at);
  if (!kindOf(concept).hasWords) return numbers;
  return numbers.subarray(
    0,
    firstFrom(numbers, (value) => value >= leastWord),
  );
}

/** What a thread has for its counts. */
export const maxTallyBytes = 5_000_000;

interface Tally {
  /** By code. */
  readonly entries: Uint32Array;
  /** By code from 1 on; empty where they are not wanted. */
  readonly subjects: Uint32Array;
}

/** How often each code occurs; where the member sees several values as one, this is not how often they see it. */
export async function tallyCodes(
  concept: Concept,
  described: Described,
  { at, bySubject }: { readonly at: Answering; readonly bySubject: boolean },
): Promise<Tally> {
  const values = valuesOf(concept, at);
  if ((values.count + 1) * (bySubject ? 12 : 4) > maxTallyBytes) throw new NotInIndex('tooManyValues');
  const figures = await at.run({ job: 'tally', described, values, bySubject });
  const [entries = noCounts, subjects = noCounts] = toCounts(figures);
  return { entries, subjects };
}

export const isSeenItself = (concept: Concept, { release }: Answering): boolean =>
  asSeen(concept, release).as === 'itself';

/** How many rows have each of the ascending numbers that the member sees. */
export interface SeenTally {
  readonly numbers: Float64Array | Int32Array;
  readonly entries: Uint32Array;
}

/** The same for numbers as the member sees them, by code from 1 to `last`. */
export async function tallySeen(
  concept: Concept,
  { described, numbers }: { readonly described: Described; readonly numbers: Float64Array | Int32Array },
  at: Answering,
): Promise<SeenTally> {
  const seen = asSeen(concept, at.release);
  const shown = seen.as === 'itself' ? numbers : numbers.map((number) => seenValue(number, seen));
  if (!concept.isMultiple || seen.as === 'itself') {
    const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
    return { numbers: shown, entries: entries.subarray(1, shown.length + 1) };
  }
  // Two values of one row may be one for the member, and count once then.
  const distinct = [...new Set(shown)];
  const groupOf = new Map(distinct.map((number, group) => [number, group]));
  const groups: number[][] = distinct.map(() => []);
  shown.forEach((number, index) => void groups[groupOf.get(number) ?? 0]?.push(index + 1));
  // Nearly all values are seen as themselves: a group for each of them would be a pass for every 32.
  const merged = groups.filter((codes) => codes.length > 1);
  const grouped = { described, groups: merged, byRow: true, byCode: true };
  const [ofMerged = noCounts, , ofCodes = noCounts] = await tallyGroups(concept, grouped, at);
  const indexOf = new Map(merged.map((codes, index) => [codes, index]));
  const entries = Uint32Array.from(groups, (codes) => {
    const index = indexOf.get(codes);
    return (index === undefined ? ofCodes[codes[0] ?? 0] : ofMerged[index]) ?? 0;
  });
  return { numbers: Float64Array.from(distinct), entries };
}

interface Grouped {
  readonly described: Described;
  /** The codes of each group. */
  readonly groups: readonly (readonly number[])[];
  readonly byRow: boolean;
  /** Whether a third list says how many rows have each code. */
  readonly byCode?: boolean;
}

/** How many rows, where they are wanted, and how many subjects have a code of each group. */
export async function tallyGroups(
  concept: Concept,
  { described, groups, byRow, byCode = false }: Grouped,
  at: Answering,
): Promise<readonly Uint32Array[]> {
  const values = valuesOf(concept, at);
  const masks = Array.from(
    { length: Math.ceil(groups.length / 32) },
    () => new Uint32Array(values.count + 1),
  );
  groups.forEach((codes, group) => {
    const table = masks[group >>> 5];
    if (table === undefined) return;
    for (const code of codes) table[code] = (table[code] ?? 0) | (1 << (group & 31));
  });
  return toCounts(await at.run({ job: 'tallyGroups', described, values, masks, byRow, byCode }));
}
