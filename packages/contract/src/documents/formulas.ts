import { toNumber } from '../calendar/numerals.ts';

/** The signs with which spreadsheets begin a formula, also as full-width characters, which some take for the narrow ones. */
const signs = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
/** Where a spreadsheet begins a cell: at the start, and where a semicolon, a tab or a line end is its separator. */
const start = '(^|[;\\t\\r\\n])([^\\S\\t\\r\\n]*)';

const formula = new RegExp(`${start}('*[${signs}][^;\\t\\r\\n]*)`, 'g');
const disarmedFormula = new RegExp(`${start}'('*[${signs}])`, 'g');
const leadingControl = /^'*[\t\r\n]/;

/**
 * Puts a quote before each part of a cell that a spreadsheet would run as a formula, unless it is a number, and before
 * what looks as if it had such a quote (rule 5.19). A spreadsheet that separates cells by semicolons begins one within
 * the cell, because the quotes around it then stand in the middle of a cell.
 */
export function disarmed(text: string): string {
  const quoted = text.replace(formula, (found: string, boundary: string, lead: string, part: string) =>
    toNumber(part) !== null ? found : `${boundary}${lead}'${part}`,
  );
  return leadingControl.test(quoted) ? `'${quoted}` : quoted;
}

/** Takes away the quotes that `disarmed` added. */
export function rearmed(text: string): string {
  const quoted = /^'+[\t\r\n]/.test(text) ? text.slice(1) : text;
  return quoted.replace(disarmedFormula, '$1$2$3');
}
