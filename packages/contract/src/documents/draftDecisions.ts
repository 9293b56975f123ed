import { z } from 'zod';
import { givenReading } from './fileReading.ts';

/** Who sees a concept, from all to none: everyone, those who see records, level phi alone, nobody (not loaded). */
export const visibilities = ['agg', 'deid', 'phi', 'nobody'] as const;
export type Visibility = (typeof visibilities)[number];

const maxText = 1000;
const text = z.string().max(maxText);

const columnDecision = z.strictObject({
  title: text.optional(),
  seenBy: z.enum(visibilities).optional(),
  /** `table.column` that its values name; empty for none. */
  leadsTo: text.optional(),
});
export type ColumnDecision = z.infer<typeof columnDecision>;

const tableDecision = z.strictObject({
  title: text.optional(),
  isLoaded: z.boolean().optional(),
  /** The column that identifies a row; null for none. */
  key: text.nullable().optional(),
  columns: z.record(z.string(), columnDecision).optional(),
});
export type TableDecision = z.infer<typeof tableDecision>;

/** What a person has decided about files that are described; everything else is guessed around it (rule 10.46). */
export const draftDecisions = z.strictObject({
  /** The id of the dataset. */
  name: z.string().max(60).optional(),
  title: text.optional(),
  /** The table with one row per subject. */
  root: text.optional(),
  /** How files are read, by their names. */
  readings: z.record(z.string(), givenReading).optional(),
  /** By the name of the table. */
  tables: z.record(z.string(), tableDecision).optional(),
});
export type DraftDecisions = z.infer<typeof draftDecisions>;
