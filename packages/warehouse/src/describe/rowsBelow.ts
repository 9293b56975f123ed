import { queryRows } from '../duckdb/results.ts';
import { textOfCell } from './cellText.ts';
import { countOf, type Guess } from './guess.ts';
import type { DescribeJob, StagedTable } from './stageTable.ts';

const lookedAt = 10;
const minColumns = 3;
const sumWords = /^(?:grand |sub-?)?(?:totals?|sum|mean|average|median|gesamt|summe|mittelwert)\b/i;

/**
 * Rows at the end of a table that may be notes or sums and not subjects: they fill the first cell alone, as no other row
 * does, or begin with a word for a sum. They are told, not left out, and not quoted (rules 10.30 and 10.40).
 */
export async function noteRowsBelow(
  { file, sql, columns, rows }: StagedTable,
  { connection }: DescribeJob,
): Promise<readonly Guess[]> {
  const [first] = columns;
  if (first === undefined || columns.length < minColumns) return [];
  const filled = columns.map((column) => `(${textOfCell(column)} IS NOT NULL)::INTEGER`).join(' + ');
  const counted = `SELECT ${textOfCell(first)} AS first, ${filled} AS filled, rowid AS n FROM ${sql}`;
  const last = await queryRows(connection, `${counted} ORDER BY n DESC LIMIT ${lookedAt}`);
  const [total] = await queryRows(connection, `SELECT count(*) AS n FROM (${counted}) WHERE filled = 1`);
  const alone = last.findIndex(({ first, filled }) => first === null || filled !== 1);
  // Where rows further up fill one cell too, that is how the table is.
  const isRare = Number(total?.['n']) === alone;
  const end = last.findIndex(
    ({ first, filled }) =>
      !(isRare && first !== null && filled === 1) && !(typeof first === 'string' && sumWords.test(first)),
  );
  const count = end === -1 ? last.length : end;
  if (count === 0 || count >= rows) return [];
  const text = `perhaps notes or sums below the table: ${countOf(count, 'row')} at its end; if they are no data, name the numbers of these rows as commentRows in the dialect`;
  return [{ about: file.path, text, counterExamples: [] }];
}
