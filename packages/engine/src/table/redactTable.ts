import type { TableDefinition, TableField } from '@atrium/contract';
import { hiddenConceptId } from '../cohort/redactCohort.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import type { CheckedTable } from './check/checkedTable.ts';

/** A column of a hidden concept: its place, and nothing of what it shows. */
export const redactField = (field: TableField): TableField => ({
  entryId: field.entryId,
  conceptId: hiddenConceptId,
  aggregate: field.aggregate,
  aggregationMethod: field.aggregationMethod ?? null,
});

/** The definition as it is shown to a member who may no longer use all of it; the stored one stays as it is. */
export const redactTable = ({ definition, columns }: CheckedTable, lookup: Lookup): TableDefinition => ({
  ...definition,
  fields: columns.map(({ kind, field }) =>
    kind === 'broken' && lookup.hidden.concept(field.conceptId) ? redactField(field) : field,
  ),
});
