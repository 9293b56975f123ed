import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** Values of a method's inputs, by input id (rule 5.6). */
export const aggregationSettings = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.string())]),
);

/** The criteria set of a column that follows none: all records of the subject, whatever the cohort asks (rule 5.9). */
export const allRecords = 'all_records';

export const tableField = wireObject({
  entryId: z.string(),
  conceptId: z.string(),
  aggregate: z.boolean().default(false),
  aggregationMethod: z.string().nullable().default(null),
  aggregationSettings: aggregationSettings.optional(),
  aggregationCriteriaSet: z.string().nullable().optional(),
  alias: z.string().nullable().optional(),
});

export const tableSort = wireObject({
  entryId: z.string(),
  direction: z.union([z.literal(1), z.literal(-1)]),
});

/** Columns and sort keys; a row is one distinct combination of the values of the stacked columns (rule 5.1). */
export const tableDefinitionWire = wireObject({
  tableType: z.literal('subject').default('subject'),
  fields: z.array(tableField),
  sort: z.array(tableSort).default([]),
});

export type TableDefinition = z.output<typeof tableDefinitionWire>;
export type TableField = z.output<typeof tableField>;
export type TableSort = z.output<typeof tableSort>;
export type AggregationSettings = z.output<typeof aggregationSettings>;
