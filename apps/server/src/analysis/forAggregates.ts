import {
  type CheckedAnalysis,
  type ReleaseSql,
  type ShownCrossTab,
  showNothing,
  visibilityKey,
  withEveryGroup,
} from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import { LRUCache } from 'lru-cache';
import { everyone } from '../cohort/index.ts';
import { countCells } from './countCells.ts';
import { createFindDependencies } from './functionalDependencies.ts';
import type { SmallNumbers } from './smallNumbers.ts';
import { seenSubjects, suppressedCells } from './suppressedCells.ts';

type Axes = Pick<Extract<CheckedAnalysis, { kind: 'sound' }>, 'rows' | 'cols'>;

interface AggregatesRequest {
  readonly release: ReleaseSql;
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/** The cross-tab as members who see aggregates only are shown it. */
export type ForAggregates = (axes: Axes, request: AggregatesRequest) => Promise<ShownCrossTab>;

interface ForAggregatesDeps {
  readonly warehouse: Warehouse;
  /** The rule that says which figures are hidden. */
  readonly smallNumbers: SmallNumbers;
}

/** In cells, of all cross-tabs together. */
const mostRemembered = 500_000;

/**
 * Counts and suppresses a cross-tab over all subjects and concepts, so that the same figures are hidden for every
 * member, and then shows the part about subjects that the member sees. It is worked out once: a release never changes.
 */
export function createForAggregates({ warehouse, smallNumbers }: ForAggregatesDeps): ForAggregates {
  const findDependencies = createFindDependencies(warehouse);
  const known = new LRUCache<string, ShownCrossTab>({
    maxSize: mostRemembered,
    sizeCalculation: ({ index, columns }) =>
      1 + index.length + columns.length + index.length * columns.length,
  });

  return async (axes, request) => {
    const key = keyOf(axes, request);
    const shown = known.get(key) ?? (await suppressed(axes, request));
    known.set(key, shown);
    return shown;
  };

  async function suppressed(
    requested: Axes,
    { release, threshold, signal }: AggregatesRequest,
  ): Promise<ShownCrossTab> {
    const lookup = await warehouse.open(release.release);
    const whole = {
      ...release,
      lookup,
      visibility: withEveryGroup(release.visibility),
    };
    const counts = countCells({ warehouse }, whole, signal);
    const axes = await counts.axes(requested);
    await counts.refuseTooLarge(axes, everyone);
    const crossed = [...axes.rows, ...axes.cols];
    const seen = await seenSubjects({ ...release, lookup }, crossed, counts);
    if (seen.kind === 'unclear') return showNothing();
    const subjects = seen.kind === 'some' ? seen.subjects : null;
    const all = [...new Set([...crossed, ...(subjects?.by ?? [])])];
    return await suppressedCells({ axes, seen: subjects, rootCollectionId: lookup.root.id }, counts, {
      threshold,
      smallNumbers,
      signal,
      ...(await findDependencies(all, whole)),
      determinedBy: async (concepts) => (await findDependencies(concepts, whole)).determined,
    });
  }
}

const keyOf = ({ rows, cols }: Axes, { release, threshold }: AggregatesRequest): string =>
  JSON.stringify([
    release.release,
    visibilityKey(release.visibility),
    threshold,
    rows.map(({ concept }) => concept.id),
    cols.map(({ concept }) => concept.id),
  ]);
