import {
  type AxisConcept,
  type AxisPlan,
  checkAnalysis,
  compileDependencies,
  mayDetermine,
  type ReleaseSql,
  visibilityKey,
} from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import { countCells } from './countCells.ts';

/** Which concepts decide which, for the concepts of one question. */
export type Decided = ReadonlyMap<AxisPlan, readonly AxisPlan[]>;

/** The release comes with all of its concepts, whatever the member may name: others may name the rest. */
export type FindDecided = (axes: readonly AxisPlan[], release: ReleaseSql) => Promise<Decided>;

/** Of no single request: what is found is there for all of them. */
const endless = new AbortController().signal;

/** What each concept of a release decides, looked up once a release and visibility; a release never changes. */
export function createFindDecided(warehouse: Warehouse): FindDecided {
  const known = new Map<string, Promise<readonly string[]>>();
  const plans = new Map<string, Promise<readonly AxisPlan[]>>();
  const once = <T>(held: Map<string, Promise<T>>, name: string, find: () => Promise<T>): Promise<T> => {
    const finding = held.get(name) ?? find();
    held.set(name, finding);
    finding.catch(() => held.delete(name));
    return finding;
  };
  return async (axes, release) => {
    const view = `${release.release} ${visibilityKey(release.visibility)}`;
    const candidates = await once(plans, view, () =>
      countCells({ warehouse }, release, endless).axis(comparable(release)),
    );
    const planOf = (concept: AxisPlan): AxisPlan =>
      axes.find((axis) => axis.concept.id === concept.concept.id) ?? concept;
    const decidedBy = async (axis: AxisPlan): Promise<readonly AxisPlan[]> => {
      const others = candidates.filter((other) => mayDetermine(axis, other));
      const ids = await once(known, `${view} ${axis.concept.id}`, () => decides(axis, others, release));
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
    const [row] = await warehouse.run(compileDependencies(axis, others, release));
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
