import {
  type CohortDefinition,
  type MetricTrait,
  metricGroupOf,
  type PackageMetrics,
} from '@atrium/contract';
import type { Warehouse } from '@atrium/warehouse';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, countSubjects } from '../cohort/index.ts';
import { openStored } from '../definition/index.ts';
import { allGroups } from './figures.ts';
import type { Figures } from './hideSmallFigures.ts';

interface CountDeps {
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
}

/**
 * Counts the people of every public group whose traits the package defines (rule 14.7). A group with a trait that it
 * does not define, or that members who see aggregates only may not use, has no figure.
 */
export async function countFigures(deps: CountDeps, release: LiveRelease): Promise<Figures> {
  const { signal } = new AbortController();
  const metrics = release.lookup.dictionary.metrics;
  const figures = new Map<string, number>();
  if (metrics === undefined) return figures;
  for (const key of allGroups) {
    const definition = cohortOf(metricGroupOf(key) ?? [], { metrics, release });
    if (definition === null) continue;
    const cohort = openStored(cohortKind, definition, release);
    if (cohort.checked.kind === 'sound') figures.set(key, await countSubjects(deps, cohort, signal));
  }
  return figures;
}

interface Defining {
  readonly metrics: PackageMetrics;
  readonly release: LiveRelease;
}

/** The people who have every trait: a criteria set for each. Null where one is not defined. */
function cohortOf(group: readonly MetricTrait[], { metrics, release }: Defining): CohortDefinition | null {
  const sets: CohortDefinition = [];
  for (const trait of group) {
    const defined = metrics.traits[trait];
    const concept = defined && release.lookup.concept(defined.concept);
    if (defined === undefined || concept === undefined) return null;
    sets.push({
      kind: 'criteria_set',
      entryId: `set ${trait}`,
      collectionId: concept.collectionId,
      entries: [
        {
          kind: 'choice',
          entryId: trait,
          conceptId: concept.id,
          prefilterValue: null,
          excludeSelected: false,
          categories: [...defined.values],
        },
      ],
    });
  }
  return sets;
}
