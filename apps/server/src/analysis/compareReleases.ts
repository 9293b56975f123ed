import { setMaxListeners } from 'node:events';
import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  type AxisPlan,
  type ComparedRelease,
  compileReleaseChange,
  defaultSmallCountThreshold,
  mayFollow,
  permit,
  type Query,
  type ReleaseChange,
  type ReleaseSql,
} from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';
import { countCells } from './countCells.ts';
import { comparableConcepts } from './functionalDependencies.ts';

/** A change of two releases, in one concept or, without an id, in all of them together. */
export interface Difference extends ReleaseChange {
  readonly conceptId: string | null;
}

/**
 * The differences between two releases for members who see aggregates only (rule 7.12); null where nothing can be
 * compared.
 */
export type Differences = readonly Difference[] | null;

interface Compared {
  readonly before: string;
  readonly after: string;
  readonly signal: AbortSignal;
}

/**
 * Compares two releases of the warehouse by the buckets that members who see aggregates only are shown, in every concept
 * that both hold and in all of them together. Where classes of the two are cut differently, each cut is compared.
 */
export async function compareReleases(
  questions: Questions,
  { before, after, signal }: Compared,
): Promise<Differences> {
  setMaxListeners(0, signal);
  const [earlier, later] = [
    await openFor(questions, before, signal),
    await openFor(questions, after, signal),
  ];
  const pairs = earlier.axes.flatMap((axis) => {
    const same = later.axes.find((other) => isSame(axis, other));
    return same === undefined ? [] : [{ before: axis, after: same }];
  });
  if (pairs.length === 0) return null;
  const differences: Difference[] = [];
  for (const cut of ['before', 'after'] as const) {
    const axesOf = (side: 'before' | 'after', chosen: typeof pairs): readonly AxisPlan[] =>
      chosen.map((pair) => ({ ...pair[side], bucketing: pair[cut].bucketing }));
    const compare = async (chosen: typeof pairs, conceptId: string | null): Promise<void> => {
      const sides: readonly [ComparedRelease, ComparedRelease] = [
        { release: earlier.release, axes: axesOf('before', chosen) },
        { release: later.release, axes: axesOf('after', chosen) },
      ];
      differences.push({ conceptId, ...(await changeOf(questions, compileReleaseChange(...sides), signal)) });
    };
    const isOfNote = (pair: (typeof pairs)[number]): boolean => cut === 'before' || !isCutAlike(pair);
    for (const pair of pairs.filter(isOfNote)) await compare([pair], pair.before.concept.id);
    if (cut === 'before' || pairs.some(isOfNote)) await compare(pairs, null);
  }
  return differences;
}

/** A statement that takes longer than a question may, or more memory, runs like an export. */
async function changeOf(questions: Questions, query: Query, signal: AbortSignal): Promise<ReleaseChange> {
  const read = (rows: Awaited<ReturnType<Questions['run']>>): ReleaseChange => ({
    gone: Number(rows[0]?.['gone']),
    come: Number(rows[0]?.['come']),
  });
  try {
    return read(await questions.run(query, { signal }));
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
  }
  for await (const rows of questions.stream(query, { signal })) return read(rows);
  throw new Error('A comparison has one row.');
}

type Pair = Readonly<Record<'before' | 'after', AxisPlan>>;

const isCutAlike = ({ before, after }: Pair): boolean =>
  JSON.stringify(before.bucketing) === JSON.stringify(after.bucketing);

/** A concept of another type, or that is protected now, is another concept. */
const isSame = ({ concept }: AxisPlan, { concept: other }: AxisPlan): boolean =>
  concept.id === other.id && concept.type === other.type && concept.hasPhi === other.hasPhi;

/** The release as members who see aggregates only see it, whatever their groups. */
async function openFor(
  questions: Questions,
  release: string,
  signal: AbortSignal,
): Promise<{ readonly release: ReleaseSql; readonly axes: readonly AxisPlan[] }> {
  const permitted = permit(await questions.open(release), { level: 'agg', groups: null });
  const seen = { release, ...permitted, dialect: questions.dialect };
  return {
    release: seen,
    axes: await countCells({ questions }, seen, signal).axis(comparableConcepts(seen)),
  };
}

/** How many subjects must differ at least: the threshold of small numbers, ten or more. Where nothing is hidden, none. */
export function leastChangeOf({ leastChange, smallCountThreshold }: DatasetSettings): number {
  const threshold = smallCountThreshold ?? defaultSmallCountThreshold;
  return leastChange ?? (threshold > 1 ? Math.max(10, threshold) : 0);
}

/** The differences that keep members who see aggregates only on the earlier release; null where nothing can be compared. */
export const tellingDifferences = (differences: Differences, least: number): Differences =>
  least <= 1 ? [] : (differences?.filter((one) => !mayFollow(one, least)) ?? null);
