/** Texts with which programs begin a comment. */
const marks = ['#', '%', '!', '//'] as const;

/** The line `sep=;` with which spreadsheets are told the delimiter; null where the text begins otherwise. */
export function separatorLine(text: string): { readonly delimiter: string; readonly line: string } | null {
  const [line = '', delimiter] = /^\ufeff?"?sep=(.|\\t)"?[;,\t|]*(?=[\r\n]|$)/i.exec(text) ?? [];
  return delimiter === undefined ? null : { delimiter: delimiter === '\\t' ? '\t' : delimiter, line };
}

/** Comments before a table. */
export interface LeadingComments {
  readonly mark: string;
  readonly lines: readonly string[];
}

/**
 * The comments with which a text begins, empty lines between them aside; null where there are none, or where most
 * other lines begin with the same letter, so that it belongs to the data.
 */
export function leadingComments(lines: readonly string[]): LeadingComments | null {
  const filled = lines.filter((line) => line.trim() !== '');
  const mark = marks.find((one) => filled[0]?.startsWith(one));
  if (mark === undefined) return null;
  const end = filled.findIndex((line) => !line.startsWith(mark));
  if (end === -1) return null;
  const others = filled.slice(end);
  return beginSo(others, mark) * 2 >= others.length ? null : { mark, lines: filled.slice(0, end) };
}

const beginSo = (lines: readonly string[], mark: string): number =>
  lines.filter((line) => line.startsWith(mark)).length;

/** Whether `#` begins comments among rows or below them: some begin with it, and none of these fills the table. */
export function hasCommentsBelow(rows: readonly (readonly string[])[], width: number): boolean {
  const begun = rows.filter(([first = '']) => first.startsWith('#'));
  const isShort = (cells: readonly string[]): boolean =>
    width > 1 && cells.slice(1).every((cell) => cell.trim() === '');
  return begun.length > 0 && begun.length * 2 < rows.length && begun.every(isShort);
}

/** The cells of a comment without its mark. */
export function cellsOfComment(
  line: string,
  { mark, delimiter }: { mark: string; delimiter: string },
): string[] {
  const cells = line
    .slice(mark.length)
    .split(delimiter)
    .map((cell) => cell.trim());
  return cells[0] === '' ? [mark, ...cells.slice(1)] : cells;
}
