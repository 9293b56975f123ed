import { z } from 'zod';
import { packageField, packageFieldExtras } from './dataPackage.ts';

/**
 * What a reader of a delimited file decides about the file (rule 10.35): guessed, written into the package as its
 * dialect, and obeyed by the import. Rows are those of the file, counted from 1, with empty rows and comments.
 */
export const tableReading = z.strictObject({
  encoding: z.string().min(1),
  delimiter: z.string().min(1),
  /** Null: quotes are ordinary characters. */
  quoteChar: z.string().nullable(),
  /** Rows that begin so are no data; null for none. */
  commentChar: z.string().min(1).nullable(),
  /** Further rows that are no data. */
  commentRows: z.array(z.number().int().min(1)),
  /** The row with the names; 0 where there is none. What stands above it is no data. */
  headerRow: z.number().int().min(0),
  /** Names in place of those of the header; null to keep them. */
  names: z.array(z.string()).nullable(),
});
export type TableReading = z.infer<typeof tableReading>;

/** What a reader decides about the cells of a column, in the properties of its field. */
export const columnReading = packageField
  .pick({
    type: true,
    format: true,
    itemType: true,
    delimiter: true,
    decimalChar: true,
    groupChar: true,
  })
  .extend({
    missingValues: z.array(z.string()).optional(),
    atrium: packageFieldExtras
      .pick({ type: true, unit: true, formats: true, units: true, spellings: true, publish: true })
      .optional(),
  })
  .strict();
export type ColumnReading = z.infer<typeof columnReading>;

const givenTable = tableReading.partial();
export type GivenTable = z.infer<typeof givenTable>;

/** The parts of a reading that a person has decided; the rest is guessed. */
export const givenReading = z.strictObject({
  table: givenTable.optional(),
  /** By the name of the column. */
  columns: z.record(z.string(), columnReading).optional(),
});
export type GivenReading = z.infer<typeof givenReading>;
