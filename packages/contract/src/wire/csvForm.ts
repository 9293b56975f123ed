import { z } from 'zod';
import { queryBoolean } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;

export const csvFields = {
  separator: z.enum(csvSeparators).optional(),
  byteOrderMark: queryBoolean.optional(),
};

/** How a CSV file is written (rule 5.19); by default with commas, and without a byte order mark. */
export const csvForm = wireObject(csvFields);
export type CsvForm = z.output<typeof csvForm>;
