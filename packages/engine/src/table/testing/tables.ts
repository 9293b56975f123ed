import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { AggregationSettings, TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import type { CohortPlan } from '../../cohort/plan/cohortPlan.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Query } from '../../sql/query.ts';
import { planOf } from '../../testing/findSubjects.ts';
import type { OpenRelease, TestRow } from '../../testing/openRelease.ts';
import { ask } from '../../testing/testEngine.ts';
import type { CheckedTable } from '../check/checkedTable.ts';
import { checkTable } from '../check/checkTable.ts';
import { compileTable } from '../compile/compileTable.ts';
import { presentRow } from '../present/presentRow.ts';
import type { TableRow, TableValue } from '../present/tableValue.ts';

/** Short ways to write tables in tests; the entry id is the concept's unless given. */
export const stack = (conceptId: string, entryId = conceptId): TableField => ({
  entryId,
  conceptId,
  aggregate: false,
  aggregationMethod: null,
});

export const aggregate = (
  conceptId: string,
  aggregationMethod: string,
  aggregationSettings: AggregationSettings = {},
  more: Partial<TableField> = {},
): TableField => ({
  entryId: `${conceptId}_${aggregationMethod}`,
  conceptId,
  aggregate: true,
  aggregationMethod,
  aggregationSettings,
  ...more,
});

export const table = (
  fields: readonly TableField[],
  sort: TableDefinition['sort'] = [],
): TableDefinition => ({ tableType: 'subject', fields: [...fields], sort });

const isRow = (value: unknown): value is TableValue =>
  value === null || Array.isArray(value) || ['string', 'number', 'boolean'].includes(typeof value);

const plain = (value: unknown): TableValue => {
  const read = value instanceof Date ? value.toISOString().slice(0, 10) : value;
  if (Array.isArray(read)) return read.map(plain);
  if (!isRow(read)) throw new Error(`Unexpected value ${String(value)}`);
  return read;
};

/** Runs a statement; dates come back as the warehouse gives them. */
export const runRows = async (open: OpenRelease, query: Query): Promise<readonly TableRow[]> =>
  plainRows(await open.run(query));

const plainRows = (rows: readonly TestRow[]): readonly TableRow[] =>
  rows.map((line) => Object.fromEntries(Object.entries(line).map(([key, value]) => [key, plain(value)])));

export interface TableRun {
  readonly checked: CheckedTable;
  readonly records: number;
  readonly rows: readonly (readonly unknown[])[];
}

interface RunOptions {
  readonly cohort?: CohortDefinition;
  readonly plan?: CohortPlan;
  readonly level?: MemberContext['member']['level'];
  readonly page?: { readonly limit: number; readonly offset: number };
}

/** Checks, compiles, runs and presents a table over a cohort. */
export async function runTable(
  open: OpenRelease,
  definition: TableDefinition,
  { cohort = [], plan = planOf(open, cohort), level = 'phi', page }: RunOptions = {},
): Promise<TableRun> {
  const checked = checkTable(definition, { lookup: open.release.lookup, member: { level } });
  const [counted] = await ask(open, { kind: 'recordCount', table: checked, plan });
  const rows =
    page === undefined
      ? await runRows(open, compileTable(checked, plan, open.release).everything)
      : plainRows(await ask(open, { kind: 'page', table: checked, plan, window: page }));
  return {
    checked,
    records: Number(counted?.['count']),
    rows: rows.map((row) => presentRow(checked, row)),
  };
}
