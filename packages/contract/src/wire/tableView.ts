import { z } from 'zod';
import { snapshotIds, transformationOutcome } from './cohortView.ts';
import { paginator } from './paginator.ts';
import { aggregationSettings, tableDefinitionWire } from './tableDefinition.ts';
import { completed, sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

const columnOnWire = wireObject({
  entryId: z.string(),
  conceptId: z.string(),
  conceptName: z.string().optional(),
  collection: wireObject({
    collectionId: z.string(),
    eventDateField: z.string().nullable(),
    eventEndDateField: z.string().nullable(),
  }).default({ collectionId: '', eventDateField: null, eventEndDateField: null }),
  categories: z.array(z.string()),
  label: z.string(),
  canDelete: z.boolean(),
  canSort: z.boolean(),
  hasErrors: z.boolean(),
  aggregate: z.boolean(),
  alias: z.string().nullable().default(null),
  categorize: z.literal(false).default(false),
  aggregationMethod: z.string().optional(),
  aggregationSettings: aggregationSettings.optional(),
  aggregationCriteriaSet: z.string().nullable().optional(),
  aggregationCriteriaSetName: z.string().nullable().optional(),
});
type ColumnOnWire = z.output<typeof columnOnWire>;
/** A column as the client draws it (rules 5.15 and 5.16). */
export type ColumnView = Omit<ColumnOnWire, 'conceptName'> & { readonly conceptName: string };
export const columnView = completed(
  columnOnWire,
  (column): ColumnView => ({ ...column, conceptName: column.conceptName ?? column.label }),
);

export const extendedTable = wireObject({
  tableType: z.literal('subject').default('subject'),
  fields: z.array(columnView),
  sort: z.array(
    wireObject({
      entryId: z.string(),
      direction: z.union([z.literal(1), z.literal(-1)]),
      label: z.string().default(''),
    }),
  ),
});
export type ExtendedTable = z.output<typeof extendedTable>;

const table = {
  definition: tableDefinitionWire.default({ tableType: 'subject', fields: [], sort: [] }),
  extended: extendedTable,
  warnings: sentences,
  errors: sentences,
  ...snapshotIds,
};
const names = { definition: 'table_def', extended: 'extended_table_def' } as const;

export const tableView = wireObject(table, names);
export type TableView = z.output<typeof tableView>;

export const tableEdited = wireObject(
  { ...transformationOutcome, entryId: z.string().optional(), ...table },
  names,
);
export type TableEdited = z.output<typeof tableEdited>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Scalar = z.output<typeof scalar>;
/** A cell: a scalar, a list of scalars, or an identifier that links somewhere (rule 5.17). */
export type Cell = Scalar | readonly Scalar[] | { readonly link: string; readonly value: string };

/** Cells are checked shallowly: a page may hold tens of thousands of them. */
const row = z.custom<readonly Cell[]>((value) => Array.isArray(value));

/** One page of the table (rule 5.4); recordCount counts rows, subjectCount the cohort. */
export const previewFields = {
  warnings: sentences,
  errors: sentences,
  extended: extendedTable,
  paginator,
  data: z.array(row),
  recordCount: z.int(),
  subjectCount: z.int(),
  previewFailed: z.literal(true).optional(),
  /** Of the cohort, and of the table over it (rule 3.26). */
  cohortReceipt: z.string().optional(),
  tableReceipt: z.string().optional(),
};
export const preview = wireObject(previewFields, { extended: 'extended_table_def' });
export type Preview = z.output<typeof preview>;
