import { type TableDefinition, tableDefinitionWire } from '@atrium/contract/wire/tableDefinition';
import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { TableView } from '@atrium/contract/wire/tableView';
import {
  applyTableTransformation,
  type CheckedTable,
  type CohortPlan,
  canonicalTable,
  checkTable,
  defaultTable,
  describeTable,
  type Lookup,
  redactTable,
  tableOptions,
} from '@atrium/engine';
import { z } from 'zod';
import type { Member, Volumes } from '../access/index.ts';
import { oncePer } from '../asking/index.ts';
import type { RecordedQuery } from '../audit/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import {
  everyone,
  inOneLine,
  issueCohortReceipt,
  type OpenCohort,
  openCohort,
  type ReadTableOptions,
  recordedCohort,
} from '../cohort/index.ts';
import {
  type ActiveDefinition,
  createDefinitionMemory,
  type DefinitionDeps,
  type DefinitionKind,
  type DefinitionSource,
  loadActiveDefinition,
  newEntryId,
  openActive,
  type SnapshotIds,
} from '../definition/index.ts';

/** The parts that pages and files of tables need, and the counter of rows that leave the portal (rule 8.21). */
export type TableDeps = DefinitionDeps & { readonly volumes: Volumes };

/** A member's table beside the cohort whose criteria sets its columns may name. */
export interface OpenTable {
  readonly cohort: OpenCohort;
  readonly snapshot: SnapshotIds;
  readonly table: CheckedTable;
}

const checkOnce = oncePer((definition: TableDefinition, release: LiveRelease) =>
  checkTable(definition, { lookup: release.lookup, member: release }),
);

/** How table definitions are opened, edited and shown; a member who has not edited one has the dataset's default columns. */
export const tableKind: DefinitionKind<
  TableDefinition,
  TableTransformation,
  OpenCohort,
  OpenTable,
  TableView
> = {
  kind: 'table',
  codec: tableDefinitionWire,
  known: createDefinitionMemory<TableDefinition>('table'),
  loadBase: openCohort,
  start: ({ release }) => defaultTable({ lookup: release.lookup, member: release }),
  open: openDefinition,
  prepareEdit: async (_, transformation, { base: { release }, member }) => {
    const context = { lookup: release.lookup, member, newEntryId };
    return (before) => applyTableTransformation(before, transformation, context);
  },
  countTested: () => 0,
  present: presentTable,
};

/** A table as the client draws it (rules 5.10 and 5.15). */
export function presentTable({ cohort, snapshot, table }: OpenTable): TableView {
  const { lookup } = cohort.release;
  return {
    definition: redactTable(table, lookup),
    extended: describeTable(table, { lookup, cohort: cohort.definition }),
    warnings: [...table.warnings],
    errors: [],
    ...snapshot,
  };
}

/** Opens the active table of a member, with the active cohort. */
export const openTable = (deps: DefinitionDeps, member: Member): Promise<OpenTable> =>
  openActive(deps, tableKind, member);

function openDefinition(
  { definition, snapshot }: ActiveDefinition<TableDefinition>,
  cohort: OpenCohort,
): OpenTable {
  return { cohort, snapshot, table: checkOnce(definition, cohort.release) };
}

/** Where a table that is shown or exported comes from. */
export type TableSource = DefinitionSource<OpenTable>;

/** The active table of a member, over the active cohort. */
export const activeTable = (deps: DefinitionDeps, member: Member): TableSource => ({
  open: () => openTable(deps, member),
  fileName: 'results_export',
  detail: {},
});

/** A table and its cohort as they were run, for the audit; columns that this member may not have are left out. */
export function recordedTable({ table, cohort }: OpenTable) {
  const { lookup } = cohort.release;
  const { fields } = describeTable(table, { lookup, cohort: cohort.definition });
  return {
    cohort: recordedCohort(cohort),
    table: {
      definition: encodeOnce(table, lookup),
      description: fields
        .filter(({ hasErrors }) => !hasErrors)
        .map(({ label }) => inOneLine(label))
        .join('\n'),
    },
  } satisfies RecordedQuery;
}

/** The columns that the member may have, as the wire spells them; once for all pages of a table. */
const encodeOnce = oncePer(({ definition, columns }: CheckedTable, _: Lookup): unknown => {
  const fields = columns.filter(({ kind }) => kind !== 'broken').map(({ field }) => field);
  const kept = new Set(fields.map(({ entryId }) => entryId));
  const sort = definition.sort.filter(({ entryId }) => kept.has(entryId));
  return z.encode(tableDefinitionWire, { ...definition, fields, sort });
});

/** Issues the receipts of a table: of its cohort, and of the whole (rule 3.26). */
export async function issueTableReceipts(
  deps: Pick<DefinitionDeps, 'db'>,
  member: Member,
  { table, cohort }: OpenTable,
  plan: CohortPlan,
) {
  const { release } = cohort;
  const { definition } = recordedCohort(cohort);
  const counted = { release, plan, definition, threshold: null };
  const [cohortReceipt, tableReceipt] = await Promise.all([
    issueCohortReceipt(deps, member, counted),
    issueCohortReceipt(deps, member, counted, {
      kind: 'table',
      meaning: canonicalTable(table, plan),
      definition: () => z.encode(tableDefinitionWire, table.definition),
    }),
  ]);
  return { cohortReceipt, tableReceipt };
}

/** Reads the state of the column editor for a concept (rule 3.22), with the values that a has-value column may look for. */
export const createReadTableOptions =
  (deps: DefinitionDeps): ReadTableOptions =>
  async (concept, { cohort, member, entryId }) => {
    const { release } = cohort;
    const held = await loadActiveDefinition(deps, tableKind, { base: cohort, member });
    const { table } = tableKind.open(held, cohort);
    const field = table.definition.fields.find((one) => one.entryId === entryId);
    const population = { plan: everyone, prefilter: null };
    const rows =
      concept.type === 'category'
        ? await deps.questions.ask({ kind: 'choices', concept, population }, release)
        : [];
    return tableOptions(concept, {
      lookup: release.lookup,
      member,
      cohort: cohort.definition,
      ...(concept.type === 'category' ? { values: rows.map((row) => String(row['value'])) } : {}),
      ...(entryId === undefined ? {} : { entryId }),
      ...(field === undefined ? {} : { field }),
    });
  };
