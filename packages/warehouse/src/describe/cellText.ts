import { literal } from '../sql/quoted.ts';

const blanks = literal(' \t\r\n\u00a0\ufeff');

/** The text of a cell without the blanks around it; null where nothing is left (rule 10.3). */
export const textOfCell = (column: { readonly sql: string }): string =>
  `nullif(trim(${column.sql}, ${blanks}), '')`;
