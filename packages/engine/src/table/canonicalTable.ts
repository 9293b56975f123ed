import { allRecords } from '@atrium/contract/wire/tableDefinition';
import { canonicalCall, canonicalCondition } from '../cohort/plan/canonicalCohort.ts';
import { type CohortPlan, recordSetOf } from '../cohort/plan/cohortPlan.ts';
import type { AggregatedColumn, CheckedTable, SoundColumn } from './check/checkedTable.ts';
import { tableLayout } from './compile/tableLayout.ts';

/**
 * What a table over a cohort shows, as one text: its columns in their order, without those that cannot be used, and
 * how it is sorted. Entry ids and the names of columns are not part of it (rule 3.26).
 */
export function canonicalTable(table: CheckedTable, plan: CohortPlan): string {
  const sound = table.columns.flatMap((column, index) =>
    column.kind === 'broken' ? [] : [{ column, index }],
  );
  const sort = tableLayout(table).sort.map(
    ({ slot, direction }) => `${sound.findIndex(({ index }) => index === slot.index)}:${direction}`,
  );
  return canonicalCall(
    'table',
    canonicalCall('columns', ...sound.map(({ column }) => canonicalColumn(column, plan))),
    canonicalCall('sort', ...sort),
  );
}

function canonicalColumn(column: SoundColumn, plan: CohortPlan): string {
  const id = JSON.stringify(column.subject.concept.id);
  if (column.kind === 'stacked') return canonicalCall('stacked', id);
  const { method, settings } = column.aggregation;
  const given = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return canonicalCall('aggregated', id, method, JSON.stringify(given), canonicalRestriction(column, plan));
}

/** The records that the column follows: those of one criteria set, those of the cohort, or all (rule 5.9). */
function canonicalRestriction({ criteriaSetId, subject }: AggregatedColumn, plan: CohortPlan): string {
  if (criteriaSetId === allRecords) return canonicalCall('all');
  const set = recordSetOf(plan, criteriaSetId, subject.collection.id);
  return set === undefined ? 'null' : canonicalCondition(set.condition);
}
