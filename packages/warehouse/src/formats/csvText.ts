import { stringify } from 'csv-stringify/sync';

/**
 * Writes rows as CSV of RFC 4180. A cell with a line break of any kind is quoted, and so is an empty one that is alone:
 * its line would be taken for no row.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
      quoted_empty: rows.some(({ length }) => length === 1),
    },
  );
