import type { CsvForm } from '@atrium/contract/wire/csvForm';
import { stringify } from 'csv-stringify/sync';

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** What the file begins with: the mark by which spreadsheets know UTF-8, where it is wanted. */
export const csvStart = ({ byteOrderMark }: CsvForm): string => (byteOrderMark === true ? '\uFEFF' : '');

/**
 * Writes rows as CSV of RFC 4180. A cell with a line break of any kind is quoted, and so is an empty one that is alone:
 * its line would be taken for no row.
 */
export const csvText = (
  rows: readonly (readonly string[])[],
  { separator = 'comma' }: CsvForm = {},
): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      delimiter: separators[separator],
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
      quoted_empty: rows.some(({ length }) => length === 1),
    },
  );
