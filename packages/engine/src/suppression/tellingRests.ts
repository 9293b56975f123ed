import type { CellCode } from './countTables.ts';
import type { Table } from './line.ts';
import { groupBy } from './nesting.ts';
import { isSmall } from './smallCount.ts';
import type { Suppression } from './suppression.ts';

/** A cell of the table without two of its concepts, with the parts of codes that stand for values of these. */
interface Context {
  readonly whole: CellCode;
  readonly rows: readonly CellCode[];
  readonly columns: readonly CellCode[];
}

/**
 * Subtract shown rows from the whole, in all columns where they are shown: what is left are the subjects of the other
 * rows in the other columns. Where few are left, one of these cells is hidden (rule 7.4). With two rows or two columns
 * that is the rest of a line, which is protected already. Concepts with several values are judged with their negations.
 * @returns the cells that were not hidden before
 */
export function hideTellingRests(table: Table, suppression: Suppression): readonly CellCode[] {
  const added: CellCode[] = [];
  for (const context of contextsOf(table, suppression)) {
    if (suppression.isHidden(context.whole)) continue;
    const rows = context.rows.filter((row) => !suppression.isHidden(context.whole + row));
    const columns = context.columns.filter((column) => !suppression.isHidden(context.whole + column));
    for (const subtracted of [rows, ...rows.map((row) => [row])]) {
      const cell = tellingCell({ ...context, rows: subtracted, columns }, suppression);
      if (cell === null) continue;
      suppression.hide(cell);
      added.push(cell);
    }
  }
  return added;
}

function* contextsOf({ indexes, cells }: Table, { nesting, coder, tables }: Suppression): Iterable<Context> {
  const partsOf = (whole: CellCode, index: number): readonly CellCode[] =>
    nesting.alike(whole, index).map((value) => coder.part(value, nesting.equivalents(index)));
  const single = nesting
    .independent(indexes)
    .filter(
      (index) => (tables.domains[index] ?? 0) > 2 && !tables.overlapping.some((one) => one.index === index),
    );
  for (const row of single) {
    for (const column of single) {
      if (row === column) continue;
      const both = [...nesting.equivalents(row), ...nesting.equivalents(column)];
      for (const whole of groupBy(cells, (code) => code - coder.part(code, both)).keys()) {
        const [rows, columns] = [partsOf(whole, row), partsOf(whole, column)];
        if (rows.length > 2 && columns.length > 2) yield { whole, rows, columns };
      }
    }
  }
}

/** The smallest shown cell of these rows, if few subjects are left beside them. */
function tellingCell({ whole, rows, columns }: Context, suppression: Suppression): CellCode | null {
  const { countOf, isHidden, threshold } = suppression;
  const left = (at: CellCode): number => rows.reduce((rest, row) => rest - countOf(at + row), countOf(at));
  const known = columns.filter((column) => rows.every((row) => !isHidden(whole + row + column)));
  const unknown = known.reduce((rest, column) => rest - left(whole + column), left(whole));
  if (rows.length === 0 || !isSmall(unknown, threshold)) return null;
  const shown = known.flatMap((column) => rows.map((row) => whole + row + column));
  const occurring = shown.filter((code) => countOf(code) > 0);
  const [smallest] = (occurring.length > 0 ? occurring : shown).sort(
    (a, b) => countOf(a) - countOf(b) || b - a,
  );
  return smallest ?? null;
}
