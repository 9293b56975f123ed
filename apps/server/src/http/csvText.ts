import { stringify } from 'csv-stringify/sync';

/** Lines of CSV as RFC 4180 has them; a cell with any line break is quoted, also with one that ends no line here. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
