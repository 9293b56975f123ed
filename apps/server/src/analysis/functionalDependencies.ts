import { setMaxListeners } from 'node:events';
import {
  type AxisConcept,
  type AxisPlan,
  checkAnalysis,
  compileDependencies,
  mayDetermine,
  mayLieWithin,
  type ReleaseSql,
  visibilityKey,
} from '@atrium/engine';
import { createMemory, type Questions } from '@atrium/warehouse';
import { countCells } from './countCells.ts';

type ByConcept = ReadonlyMap<AxisPlan, readonly AxisPlan[]>;

/** How the concepts of a question depend on others. */
export interface Dependencies {
  /** The concepts that each of them determines (rule 7.5), with entries for these too. */
  readonly determined: ByConcept;
  /** For those with several values: the concepts of the root of which each value lies within one value (rule 7.11). */
  readonly wider: ByConcept;
}

/** The release must have all of its concepts, also those that the member may not use: other members may use them. */
export type FindDependencies = (axes: readonly AxisPlan[], release: ReleaseSql) => Promise<Dependencies>;

/** Never aborted: what one request finds is kept for all. */
const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);

/** Releases, each as members with one visibility see it. */
const maxViews = 50;
/** Concepts of these releases. */
const maxConcepts = 20_000;

/** Finds the functional dependencies of a release, once for each release and visibility; a release never changes. */
export function createFindDependencies(questions: Questions): FindDependencies {
  const known = createMemory<readonly string[]>({ name: 'functional dependencies', max: maxConcepts });
  const plans = createMemory<readonly AxisPlan[]>({ name: 'axes of releases', max: maxViews });
  return async (axes, release) => {
    const view = `${release.release} ${visibilityKey(release.visibility)}`;
    const candidates = await plans.find(view, () =>
      countCells({ questions }, release, neverAborted).axis(comparableConcepts(release)),
    );
    const planOf = (concept: AxisPlan): AxisPlan =>
      axes.find((axis) => axis.concept.id === concept.concept.id) ?? concept;
    const determinedBy = async (axis: AxisPlan): Promise<readonly AxisPlan[]> => {
      const others = candidates.filter((other) => mayDetermine(axis, other));
      const ids = await known.find(`${view} ${axis.concept.id}`, () => determines(axis, others, release));
      return others.filter(({ concept }) => ids.includes(concept.id)).map(planOf);
    };
    const widerThan = async (axis: AxisPlan): Promise<readonly AxisPlan[]> => {
      const others = candidates.filter((other) => mayLieWithin(axis, other, release.lookup.root.id));
      const ids = await known.find(`${view} within ${axis.concept.id}`, () =>
        determines(axis, others, release),
      );
      return others.filter(({ concept }) => ids.includes(concept.id)).map(planOf);
    };
    const dependencies = new Map<AxisPlan, readonly AxisPlan[]>();
    for (const axis of axes) dependencies.set(axis, await determinedBy(axis));
    for (const other of [...dependencies.values()].flat()) {
      if (!dependencies.has(other)) dependencies.set(other, await determinedBy(other));
    }
    const wider = new Map<AxisPlan, readonly AxisPlan[]>();
    for (const axis of dependencies.keys()) wider.set(axis, await widerThan(axis));
    return { determined: dependencies, wider };
  };

  async function determines(
    axis: AxisPlan,
    others: readonly AxisPlan[],
    release: ReleaseSql,
  ): Promise<readonly string[]> {
    if (others.length === 0) return [];
    const [row] = await questions.run(compileDependencies(axis, others, release));
    return others
      .filter((_, index) => Number(row?.[`within${index}`]) === 1 && Number(row?.[`overall${index}`]) > 1)
      .map(({ concept }) => concept.id);
  }
}

/** Every concept that members who see aggregates only can use in a cross-tab. */
export function comparableConcepts({ lookup }: ReleaseSql): readonly AxisConcept[] {
  const concepts = lookup.dictionary.concepts.filter(
    ({ id, uses }) => uses.includes('analysis') && id !== lookup.subjectId?.id,
  );
  return concepts.flatMap(({ id }) => {
    const rows = [{ entryId: id, conceptId: id }];
    const checked = checkAnalysis({ rows, cols: [] }, { lookup, member: { level: 'agg' } });
    return checked.kind === 'sound' ? checked.rows : [];
  });
}
