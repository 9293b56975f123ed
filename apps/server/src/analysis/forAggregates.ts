import {
  type CheckedAnalysis,
  type CountedQuestion,
  type ReleaseSql,
  type ShownCrossTab,
  showNothing,
  visibilityKey,
  type WantedValues,
  withEveryGroup,
} from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';
import { LRUCache } from 'lru-cache';
import { everyone } from '../cohort/index.ts';
import { countCells } from './countCells.ts';
import { createFindDependencies } from './functionalDependencies.ts';
import type { SmallNumbers } from './smallNumbers.ts';
import { countQuestion, seenSubjects } from './suppressedCells.ts';

type Axes = Pick<Extract<CheckedAnalysis, { kind: 'sound' }>, 'rows' | 'cols'>;

interface AggregatesRequest {
  readonly release: ReleaseSql;
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/** The cross-tab as members who see aggregates only are shown it. */
export type ForAggregates = (axes: Axes, request: AggregatesRequest) => Promise<ShownCrossTab>;

/**
 * Sums of cells of the cross-tab over these concepts, as members can work them out who see aggregates only and all
 * subjects: null where they cannot (rule 14.62).
 */
export type SumsForAggregates = (
  concepts: Axes['rows'],
  wanted: readonly WantedValues[],
  request: AggregatesRequest,
) => Promise<readonly (number | null)[]>;

interface ForAggregatesDeps {
  readonly questions: Questions;
  /** The rule that says which figures are hidden. */
  readonly smallNumbers: SmallNumbers;
}

/** In cells, of all cross-tabs together. */
const maxRemembered = 500_000;

/**
 * Counts and suppresses a cross-tab over all subjects and concepts, so that the same figures are hidden for every
 * member, and then shows the part about subjects that the member sees. It is worked out once: a release never changes.
 */
export function createForAggregates({ questions, smallNumbers }: ForAggregatesDeps): ForAggregates {
  const countFor = createCountFor(questions);
  const known = new LRUCache<string, ShownCrossTab>({
    maxSize: maxRemembered,
    sizeCalculation: ({ index, columns }) =>
      1 + index.length + columns.length + index.length * columns.length,
  });
  return async (axes, request) => {
    const key = keyOf(axes, request);
    const shown = known.get(key) ?? (await suppressed(axes, request));
    known.set(key, shown);
    return shown;
  };
  async function suppressed(axes: Axes, request: AggregatesRequest): Promise<ShownCrossTab> {
    const question = await countFor(axes, { ...request, smallNumbers });
    return question === null ? showNothing() : await smallNumbers.suppress(question, request);
  }
}

/** Suppresses as `createForAggregates` does, with the same figures hidden. */
export function createSumsForAggregates({ questions, smallNumbers }: ForAggregatesDeps): SumsForAggregates {
  const countFor = createCountFor(questions);
  return async (rows, wanted, request) => {
    const question = await countFor({ rows, cols: [] }, { ...request, smallNumbers });
    return question === null ? wanted.map(() => null) : await smallNumbers.sums(question, wanted, request);
  };
}

interface CountRequest extends AggregatesRequest {
  readonly smallNumbers: SmallNumbers;
}

/** Counts all that a cross-tab must be judged with; null where nothing of it may be shown. */
function createCountFor(questions: Questions) {
  const findDependencies = createFindDependencies(questions);
  return async (requested: Axes, { release, ...judging }: CountRequest): Promise<CountedQuestion | null> => {
    const lookup = await questions.open(release.release);
    const whole = {
      ...release,
      lookup,
      visibility: withEveryGroup(release.visibility),
    };
    const counts = countCells({ questions }, whole, judging.signal);
    const axes = await counts.axes(requested);
    await counts.refuseTooLarge(axes, everyone);
    const crossed = [...axes.rows, ...axes.cols];
    const seen = await seenSubjects({ ...release, lookup }, crossed, counts);
    if (seen.kind === 'unclear') return null;
    const subjects = seen.kind === 'some' ? seen.subjects : null;
    const all = [...new Set([...crossed, ...(subjects?.by ?? [])])];
    return await countQuestion({ axes, seen: subjects, rootCollectionId: lookup.root.id }, counts, {
      ...judging,
      ...(await findDependencies(all, whole)),
      determinedBy: async (concepts) => (await findDependencies(concepts, whole)).determined,
    });
  };
}

const keyOf = ({ rows, cols }: Axes, { release, threshold }: AggregatesRequest): string =>
  JSON.stringify([
    release.release,
    visibilityKey(release.visibility),
    threshold,
    rows.map(({ concept }) => concept.id),
    cols.map(({ concept }) => concept.id),
  ]);
