import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { openColumn } from './columnTexts.ts';
import { countFits } from './countFits.ts';
import { type DescribeRequest, inDescribeJob } from './describeJob.ts';
import { joinFiles } from './joinFiles.ts';
import { stageTable } from './stageTable.ts';
import type { ColumnChoice } from './typeGuess.ts';

interface FitRequest extends Omit<DescribeRequest, 'onProgress'> {
  /** The files of one table. */
  readonly paths: readonly string[];
  readonly column: string;
  readonly readings: readonly ColumnReading[];
}

/**
 * Counts how many cells of a column each of some readings would take (rule 10.46), from all its rows.
 * @returns null where the table has no such column
 */
export function fitColumn({
  paths,
  column,
  readings,
  ...request
}: FitRequest): Promise<ColumnChoice[] | null> {
  return inDescribeJob(request, async (tables, job) => {
    const files = tables.files.filter(({ path }) => paths.includes(path));
    const staged = [];
    for (const [index, file] of files.entries()) staged.push(await stageTable(file, index + 1, job));
    const [table] = (await joinFiles(staged, job)).tables;
    const found = table?.columns.find(({ name }) => name === column);
    if (table === undefined || found === undefined) return null;
    const texts = await openColumn(table, found, job);
    const choices: ColumnChoice[] = [];
    for (const reading of readings) choices.push(await countFits(texts, reading));
    return choices;
  });
}
