import { metricGroupOf } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { checkAnalysis, type WantedValues } from '@atrium/engine';
import type { SumsForAggregates } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { allGroups, type JudgedFigures } from './figures.ts';

interface CountRequest {
  readonly release: LiveRelease;
  /** A figure is shown where none of them hides it. */
  readonly thresholds: readonly number[];
}

type Values = WantedValues[number];

/** A group by the concepts that its traits are made of, and the values of each. */
interface DefinedGroup {
  readonly key: string;
  readonly values: ReadonlyMap<string, Values>;
  /** Whether two traits ask for different values of a concept of which a subject may have several. */
  readonly isUnclear: boolean;
}

/**
 * The people of every public group whose traits the package defines (rules 7.14, 14.7 and 14.62). A group with a trait that it
 * does not define, or that members who see aggregates only may not use, has no figure.
 */
export async function countFigures(
  sumsForAggregates: SumsForAggregates,
  { release, thresholds }: CountRequest,
): Promise<JudgedFigures> {
  const figures = new Map<string, number>();
  const hidden = new Set<string>();
  const { signal } = new AbortController();
  const groups = allGroups.flatMap((key) => definedGroup(key, release) ?? []);
  for (const crossed of withTheSameConcepts(groups)) {
    const ids = [...(crossed[0]?.values.keys() ?? [])];
    const entries = ids.map((id) => ({ entryId: id, conceptId: id }));
    const checked = checkAnalysis({ rows: entries, cols: [] }, { lookup: release.lookup, member: release });
    if (checked.kind === 'broken') continue;
    const wanted = crossed.map(({ values }) => ids.map((id) => values.get(id) ?? []));
    const judged = await Promise.all(
      thresholds.map((threshold) =>
        sumsForAggregates(checked.rows, wanted, { release, threshold, signal }).catch(nothingShown),
      ),
    );
    for (const [index, { key, isUnclear }] of crossed.entries()) {
      const [count = null, ...others] = judged.map((sums) => sums?.[index] ?? null);
      if (isUnclear || count === null || others.includes(null)) hidden.add(key);
      else figures.set(key, count);
    }
  }
  return { figures, hidden };
}

/** A cross-tab that is too large for members who see aggregates only shows nobody anything. */
function nothingShown(error: unknown): null {
  if (error instanceof PortalError && error.code === 'bad_request') return null;
  throw error;
}

/** Null where the package does not define every trait for members who see aggregates only. */
function definedGroup(key: string, { lookup }: LiveRelease): DefinedGroup | null {
  const traits = lookup.dictionary.metrics?.traits;
  if (traits === undefined) return null;
  const values = new Map<string, Values>();
  let isUnclear = false;
  for (const trait of metricGroupOf(key) ?? []) {
    const defined = traits[trait];
    const concept = defined && lookup.concept(defined.concept);
    if (defined === undefined || concept === undefined) return null;
    const before = values.get(concept.id);
    const both = before?.filter((value) => defined.values.some((own) => own === value)) ?? defined.values;
    isUnclear ||= before !== undefined && (concept.isMultiple || concept.collectionId !== lookup.root.id);
    values.set(concept.id, both);
  }
  return { key, isUnclear, values: new Map([...values].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function withTheSameConcepts(groups: readonly DefinedGroup[]): Iterable<readonly DefinedGroup[]> {
  const byConcepts = new Map<string, DefinedGroup[]>();
  for (const group of groups) {
    const concepts = JSON.stringify([...group.values.keys()]);
    byConcepts.set(concepts, [...(byConcepts.get(concepts) ?? []), group]);
  }
  return byConcepts.values();
}
