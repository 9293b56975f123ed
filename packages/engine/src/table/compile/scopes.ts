import { allRecords } from '@atrium/contract/wire/tableDefinition';
import type { CohortPlan } from '../../cohort/plan/cohortPlan.ts';
import { recordSetOf, rowFilter } from '../../cohort/plan/cohortPlan.ts';
import type { RowCondition } from '../../concepts/rowCondition.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import type { AggregatedColumn } from '../check/checkedTable.ts';
import { leadOf } from './joinOrder.ts';
import type { Slot, TableLayout } from './tableLayout.ts';

/** Aggregated columns that look at the same rows, which are found once for all of them. */
export interface Scope {
  readonly collection: Collection;
  /**
   * How a group leads to its rows: by its subjects, by rows that it stacks of this very collection, or by stacked
   * rows of a related one (rule 5.5).
   */
  readonly anchor: Collection | null;
  /** Which of those rows count; null for all. */
  readonly condition: RowCondition | null;
  readonly slots: readonly Slot<AggregatedColumn>[];
}

export function scopesOf({ aggregated, joins }: TableLayout, plan: CohortPlan): readonly Scope[] {
  const scopes = new Map<string, Scope>();
  for (const slot of aggregated) {
    const { criteriaSetId, subject } = slot.column;
    const { collection } = subject;
    const isOfSubject = criteriaSetId === allRecords;
    const set = recordSetOf(plan, criteriaSetId, collection.id);
    const key = JSON.stringify([collection.id, isOfSubject ? allRecords : (set?.entryId ?? null)]);
    const isStacked = joins.some((step) => step.collection === collection);
    const lead = isStacked ? collection : leadOf(collection, joins);
    const anchor = isOfSubject ? null : lead;
    const filter = isStacked || isOfSubject ? null : rowFilter(plan, collection.id);
    const scope = scopes.get(key) ?? {
      collection,
      anchor,
      condition: set?.condition ?? filter,
      slots: [],
    };
    scopes.set(key, { ...scope, slots: [...scope.slots, slot] });
  }
  return [...scopes.values()];
}
