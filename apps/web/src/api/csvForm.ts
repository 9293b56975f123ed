import { csvSeparators } from '@atrium/contract/wire/csvForm';
import { z } from 'zod';
import { useKeptChoice } from './useKeptChoice.ts';

const schema = z.object({ separator: z.enum(csvSeparators), byteOrderMark: z.boolean() }).readonly();
export type ChosenCsv = z.output<typeof schema>;

const usualCsv: ChosenCsv = { separator: 'comma', byteOrderMark: false };

/** How a person wants CSV files (rule 11.36). */
export const useChosenCsv = () => useKeptChoice<ChosenCsv>({ name: 'csv', schema, usual: usualCsv });

/** The same as the query of an export; nothing where it is the usual form. */
export const csvQuery = ({ separator, byteOrderMark }: ChosenCsv) => ({
  ...(separator === usualCsv.separator ? {} : { separator }),
  ...(byteOrderMark ? { byteOrderMark } : {}),
});
