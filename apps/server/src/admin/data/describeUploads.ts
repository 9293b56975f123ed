import { copyFile, link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ColumnReading, GivenReading } from '@atrium/contract/documents/fileReading';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { ColumnChoice } from '@atrium/contract/wire/draft';
import {
  conversionInWords,
  convertInputs,
  copyTables,
  type DescribeRequest,
  type Description,
  describeFolder,
  findTableFiles,
  fitColumn,
  type Guess,
  type RecognizedSource,
  recognizeSource,
  type TableFolder,
} from '@atrium/warehouse';
import { loadDescriptor, makeTablesFolder, tablesOf } from './draftFiles.ts';
import type { DraftState } from './draftStore.ts';
import type { ReadyUpload } from './uploads.ts';

/** The files as they were sent, while they are looked at. */
const sourceName = 'source';

type Described = Pick<DraftState, 'files' | 'isConverted' | 'descriptor' | 'guesses' | 'readings'>;

interface DraftWork {
  /** Of the draft. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Converts what an importer is made for, and describes other tables, also those in zips (rule 10.26). */
export async function describeUploads(
  ready: readonly ReadyUpload[],
  { folder, signal }: DraftWork,
): Promise<Described> {
  const source = path.join(folder, sourceName);
  await mkdir(source, { mode: 0o700 });
  for (const { file, name } of ready) await linkOrCopy(file, path.join(source, name));
  const inputs = ready.map(({ name }) => path.join(source, name));
  const found = await recognizeSource(inputs);
  const described =
    found === null
      ? await describeNew(inputs, { folder, signal })
      : await convert(inputs, { folder, signal, found });
  await rm(source, { recursive: true, force: true });
  return described;
}

/** The same bytes under another name; copied where the disk knows no links. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to));

async function describeNew(inputs: readonly string[], work: DraftWork): Promise<Described> {
  const tables = await makeTablesFolder(work.folder);
  for (const file of inputs) {
    if (/\.zip$/i.test(file)) await copyTables(file, { folder: tables });
    else await linkOrCopy(file, path.join(tables, path.basename(file)));
  }
  return describeAgain({ ...work, given: {} });
}

interface DescribeAgain extends DraftWork {
  readonly given: Readonly<Record<string, GivenReading>>;
  readonly onProgress?: NonNullable<DescribeRequest['onProgress']>;
}

/** Describes the tables of a draft around what a person has decided. */
export function describeAgain({ folder, ...request }: DescribeAgain): Promise<Described> {
  return inScratch(folder, async (tables, scratchFolder) => {
    const description = await describeFolder({ tables, scratchFolder, ...request });
    return presentDescription(description, tables);
  });
}

const presentDescription = ({ descriptor, guesses, files }: Description, tables: TableFolder): Described => ({
  files: tables.files.map((file) => file.path),
  isConverted: false,
  descriptor: JSON.parse(JSON.stringify(descriptor)),
  guesses: guesses.map(presentGuess),
  readings: files.map((file) => ({
    paths: [...file.paths],
    table: file.table,
    firstRows: file.firstRows.map(({ row, cells }) => ({ row, cells: cells.map(shortened) })),
    names: [...file.names],
    columns: file.columns.map((column) => ({
      ...column,
      fit: { ...column.fit, counterExamples: column.fit.counterExamples.map(shortened) },
      choices: column.choices.map(presentChoice),
      frequent: [...column.frequent],
      isHidden: false,
    })),
  })),
});

const presentGuess = ({ about, text, counterExamples, isProtected = true }: Guess) => ({
  guess: { about, text, counterExamples: [...counterExamples] },
  isProtected,
});

const maxShown = 200;
/** So much of a cell is shown. */
const shortened = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`);

type Choice = Description['files'][number]['columns'][number]['choices'][number];

const presentChoice = ({ reading, cells, ofCells, reason, counterExamples }: Choice): ColumnChoice => ({
  reading,
  cells,
  ofCells,
  reason,
  counterExamples: counterExamples.map(shortened),
});

interface FitWork extends DescribeAgain {
  readonly paths: readonly string[];
  readonly column: string;
  readonly readings: readonly ColumnReading[];
}

/** How many cells of a column each reading would take; null where there is no such column. */
export function fitsOfColumn({ folder, ...request }: FitWork): Promise<ColumnChoice[] | null> {
  return inScratch(folder, async (tables, scratchFolder) => {
    const fits = await fitColumn({ tables, scratchFolder, ...request });
    return fits === null ? null : fits.map(presentChoice);
  });
}

async function inScratch<Result>(
  folder: string,
  work: (tables: TableFolder, scratchFolder: string) => Promise<Result>,
): Promise<Result> {
  const tables = await findTableFiles(tablesOf(folder));
  if (tables === null)
    throw fieldRefusal(
      'bad_request',
      'uploads',
      'none is a table, and none is a source that the portal can convert; names of tables end in .csv, .tsv, .txt, .parquet, or .gz after one of the first three',
    );
  const scratchFolder = await mkdtemp(path.join(folder, 'scratch-'));
  try {
    return await work(tables, scratchFolder);
  } finally {
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

/** Writes a package of what an importer is made for; what it counted and left out takes the place of guesses. */
async function convert(
  inputs: readonly string[],
  { folder, signal, found }: DraftWork & { readonly found: RecognizedSource },
): Promise<Described> {
  const report = await convertInputs({
    format: found.format,
    inputs: [...inputs],
    to: tablesOf(folder),
    name: 'data',
    signal,
  });
  const sentences = [
    `converted, because ${found.reason}`,
    ...conversionInWords(report).map(({ about, text }) => `${about}: ${text}`),
  ];
  return {
    files: inputs.map((file) => path.basename(file)),
    isConverted: true,
    descriptor: await loadDescriptor(folder),
    guesses: sentences.map((text) => ({
      guess: { about: allFiles, text, counterExamples: [] },
      isProtected: false,
    })),
    readings: [],
  };
}

/** The subject of a guess that is not about one table. */
const allFiles = 'all files';
