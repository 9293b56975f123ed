import type { TableView } from '@atrium/contract';
import { describeTable, redactTable } from '@atrium/engine';
import { snapshotIds } from '../snapshot/index.ts';
import type { OpenTable } from './openTable.ts';

/** The table as the client draws it (rules 5.10 and 5.15). */
export const presentTable = ({ cohort, snapshot, table }: OpenTable): TableView => ({
  definition: redactTable(table, cohort.release.lookup),
  extended: describeTable(table, { lookup: cohort.release.lookup, cohort: cohort.definition }),
  warnings: [...table.warnings],
  errors: [],
  ...snapshotIds(snapshot),
});
