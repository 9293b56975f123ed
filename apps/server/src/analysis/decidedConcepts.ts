import {
  type AxisConcept,
  type AxisPlan,
  checkAnalysis,
  compileDecided,
  mayDecide,
  type ReleaseSql,
  visibilityKey,
} from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import { findOnce } from '../catalogue/index.ts';
import { countCells } from './countCells.ts';

/** Which concepts decide which, for the concepts of one question. */
export type Decided = ReadonlyMap<AxisPlan, readonly AxisPlan[]>;

/** The release comes with all of its concepts, whatever the member may name: others may name the rest. */
export type FindDecided = (axes: readonly AxisPlan[], release: ReleaseSql) => Promise<Decided>;

/** Of no single request: what is found is there for all of them. */
const endless = new AbortController().signal;

/** What each concept of a release decides, looked up once a release and visibility; a release never changes. */
export function createFindDecided(warehouse: Warehouse): FindDecided {
  const known = findOnce(new Map<string, readonly string[]>());
  const plans = findOnce(new Map<string, readonly AxisPlan[]>());
  return async (axes, release) => {
    const view = `${release.release} ${visibilityKey(release.visibility)}`;
    const candidates = await plans(view, () =>
      countCells({ warehouse }, release, endless).axis(comparable(release)),
    );
    const planOf = (concept: AxisPlan): AxisPlan =>
      axes.find((axis) => axis.concept.id === concept.concept.id) ?? concept;
    const decidedBy = async (axis: AxisPlan): Promise<readonly AxisPlan[]> => {
      const others = candidates.filter((other) => mayDecide(axis, other));
      const ids = await known(`${view} ${axis.concept.id}`, () => decides(axis, others, release));
      return others.filter(({ concept }) => ids.includes(concept.id)).map(planOf);
    };
    const decided = new Map<AxisPlan, readonly AxisPlan[]>();
    for (const axis of axes) decided.set(axis, await decidedBy(axis));
    for (const other of [...decided.values()].flat()) {
      if (!decided.has(other)) decided.set(other, await decidedBy(other));
    }
    return decided;
  };

  async function decides(
    axis: AxisPlan,
    others: readonly AxisPlan[],
    release: ReleaseSql,
  ): Promise<readonly string[]> {
    if (others.length === 0) return [];
    const [row] = await warehouse.run(compileDecided(axis, others, release));
    return others
      .filter((_, place) => Number(row?.[`within${place}`]) === 1 && Number(row?.[`overall${place}`]) > 1)
      .map(({ concept }) => concept.id);
  }
}

/** Every concept of which members who may see aggregates only can make a cross-tab. */
function comparable({ lookup }: ReleaseSql): readonly AxisConcept[] {
  const concepts = lookup.dictionary.concepts.filter(({ uses }) => uses.includes('analysis'));
  return concepts.flatMap(({ id }) => {
    const rows = [{ entryId: id, conceptId: id }];
    const checked = checkAnalysis({ rows, cols: [] }, { lookup, member: { level: 'agg' } });
    return checked.kind === 'sound' ? checked.rows : [];
  });
}
