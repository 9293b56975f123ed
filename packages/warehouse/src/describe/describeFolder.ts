import { basename } from 'node:path';
import type { ColumnReading, TableReading } from '@atrium/contract/documents/fileReading';
import { PackageRefused, UnreadableFile } from '../package/packageErrors.ts';
import { buildDescriptor, type Descriptor, freeName, plainName } from './buildDescriptor.ts';
import { namesAge, namesAgeInYears } from './columnNames.ts';
import { noteColumn } from './columnNotes.ts';
import { type ColumnTexts, type CountedText, openColumn } from './columnTexts.ts';
import { countFits } from './countFits.ts';
import { deriveRoot } from './deriveRoot.ts';
import { type DescribeRequest, inDescribeJob } from './describeJob.ts';
import { findIdentifiers, type Identifiers, sayIdentifiers } from './findIdentifiers.ts';
import { countOf, type Guess, inWords } from './guess.ts';
import { guessEvents } from './guessEvents.ts';
import { guessRoot } from './guessRoot.ts';
import { guessFileType, guessType } from './guessType.ts';
import { joinFiles } from './joinFiles.ts';
import {
  type DescribedColumn,
  type DescribedFile,
  describeKeys,
  findKeys,
  findLinks,
} from './keysAndLinks.ts';
import { noteRowsBelow } from './rowsBelow.ts';
import { type DescribeJob, type StagedColumn, type StagedTable, stageTable } from './stageTable.ts';
import type { TableFile, TableFolder } from './tableFiles.ts';
import type { SampleRow } from './tableHeader.ts';
import type { ColumnChoice, ColumnContext, TypeGuess } from './typeGuess.ts';

/** A descriptor for files that had none, and how each part of it was guessed. */
export interface Description {
  readonly descriptor: Descriptor;
  readonly guesses: readonly Guess[];
  /** How each file is read, for a person to look at and to change (rule 10.35). */
  readonly files: readonly FileInReading[];
}

/** How a table of text is read, its first rows, and for each column the ways in which it could be read. */
export interface FileInReading {
  readonly paths: readonly string[];
  readonly table: TableReading | null;
  readonly firstRows: readonly SampleRow[];
  /** The names of all columns in their order, also empty ones and those that occur twice. */
  readonly names: readonly string[];
  /** The columns with a name of their own. */
  readonly columns: readonly ColumnInReading[];
}

interface ColumnInReading {
  readonly name: string;
  readonly reading: ColumnReading;
  /** Cells that the reading takes, of how many; cells without a value are none of them. */
  readonly fit: Pick<ColumnChoice, 'cells' | 'ofCells' | 'counterExamples'>;
  readonly choices: readonly ColumnChoice[];
  readonly distinct: number;
  readonly filled: number;
  readonly frequent: readonly CountedText[];
  /** Whether it may say who somebody is (rule 10.27). */
  readonly isIdentifier: boolean;
}

/**
 * Describes tables from all their rows: how they are written, the types of their columns, keys, links and the root.
 * @throws PackageRefused where none of the files is a table, or the signal's reason
 */
export const describeFolder = (request: DescribeRequest): Promise<Description> =>
  inDescribeJob(request, describeTables);

async function describeTables(tables: TableFolder, job: DescribeJob): Promise<Description> {
  const guesses: Guess[] = [];
  const files: DescribedFile[] = [];
  const names = new Set<string>();
  const staged: StagedTable[] = [];
  for (const [index, file] of tables.files.entries()) {
    job.onProgress(`reading ${file.path}`, null);
    const table = await stageOrSay(file, index + 1, { job, guesses });
    if (table === null) continue;
    staged.push(table);
    guesses.push(...(await noteRowsBelow(table, job)));
  }
  const joined = await joinFiles(staged, job);
  guesses.push(...joined.guesses);
  for (const table of joined.tables) {
    const name = freeName(resourceName(table), { taken: names, longest: maxName });
    names.add(name.toLowerCase());
    guesses.push(describeForm(table));
    const described = findKeys(name, table, await describeColumns(table, { job, guesses }));
    guesses.push(...(await describeKeys(described, job)));
    files.push(described);
  }
  if (files.length === 0) throw new PackageRefused(guesses.map(({ about, text }) => `${about}: ${text}`));
  job.onProgress('comparing keys', null);
  const found = await findLinks(files, job);
  const root = guessRoot(files, found.links, await deriveRoot(files, found.links, job));
  const [only, ...more] = files;
  const title = only !== undefined && more.length === 0 ? only.name : basename(tables.folder);
  const links = [...found.links, ...(root.derived?.links ?? [])];
  const identifiers = findIdentifiers(files, { links, root });
  const quoting = [
    ...guesses,
    ...found.guesses,
    ...root.guesses,
    ...guessOpenAges(files),
    ...guessOldAges(files),
    ...guessEvents(files, root),
  ];
  const isProtected = quotesOf([...identifiers.values()].map(({ about }) => about));
  return {
    descriptor: buildDescriptor({ title, files, links, root, identifiers }),
    guesses: [
      ...quoting.map((guess) => ({ ...guess, isProtected: isProtected(guess) })),
      ...sayIdentifiers(identifiers).map((guess) => ({ ...guess, isProtected: false })),
    ],
    files: files.map((file) => presentReading(file, identifiers)),
  };
}

/** Whether a guess may quote texts of a protected column, or rows of its table. */
const quotesOf =
  (protectedColumns: readonly string[]) =>
  ({ about, counterExamples }: Guess): boolean =>
    protectedColumns.includes(about) ||
    (counterExamples.length > 0 && protectedColumns.some((column) => column.startsWith(`${about}: `)));

function presentReading({ staged, columns }: DescribedFile, identifiers: Identifiers): FileInReading {
  const { file, more, text } = staged;
  return {
    paths: [file, ...more].map(({ path }) => path),
    table: text === null ? null : { encoding: text.encoding, ...text.form.reading },
    firstRows: text?.form.firstRows ?? [],
    names: staged.columns.map(({ name }) => name),
    columns: columns.map((one) => ({
      name: one.column.name,
      reading: one.type.field,
      fit: one.type.fit ?? {
        cells: one.profile.valueCells,
        ofCells: one.profile.valueCells,
        counterExamples: [],
      },
      choices: one.type.choices,
      distinct: one.profile.distinct,
      filled: one.profile.filled,
      frequent: one.frequent,
      isIdentifier: identifiers.has(one),
    })),
  };
}

const maxDates = 3;

/** Columns that may tell the days of dates, where dates are to be protected (rule 10.19). */
function guessOpenAges(files: readonly DescribedFile[]): readonly Guess[] {
  const columns = files.flatMap(({ staged, columns: described }) =>
    described.map(({ column, type }) => ({
      about: `${staged.file.path}: ${column.name}`,
      name: column.name,
      type: type.field.type ?? 'string',
    })),
  );
  const dates = columns.filter(({ type }) => type === 'date' || type === 'datetime');
  if (dates.length === 0) return [];
  const shown = dates.slice(0, maxDates).map(({ name }) => name);
  const others = dates.length > shown.length ? ` and ${countOf(dates.length - shown.length, 'other')}` : '';
  const text = `perhaps an age or a number of days, beside dates (${shown.join(', ')}${others}): where a date is protected (atrium.phi), protect this field too, since with another date it gives the protected one`;
  return columns
    .filter(({ name, type }) => type === 'duration' || (/^(?:integer|number)$/.test(type) && namesAge(name)))
    .map(({ about }) => ({ about, text, counterExamples: [] }));
}

const topCodedYears = 90;
const maxYears = 130;

/** Numbers that may be ages of very old people, which are top-coded in the type age only (rule 1.17). */
const guessOldAges = (files: readonly DescribedFile[]): readonly Guess[] =>
  files.flatMap(({ staged, columns }) =>
    columns
      .filter(({ column, type, profile: { range } }) => {
        const isNumber =
          /^(?:integer|number)$/.test(type.field.type ?? '') && type.field.atrium?.type !== 'age';
        const oldest = range?.[1] ?? 0;
        return isNumber && namesAgeInYears(column.name) && oldest >= topCodedYears && oldest <= maxYears;
      })
      .map(({ column }) => ({
        about: `${staged.file.path}: ${column.name}`,
        text: 'perhaps ages of 90 years and more, which are easy to recognise: only fields of the type age are top-coded; if they are ages, say atrium.type age and atrium.unit years, or protect the field (atrium.phi)',
        counterExamples: [],
      })),
  );

interface Notes {
  readonly job: DescribeJob;
  readonly guesses: Guess[];
}

/** A file that cannot be read as a table is left out. */
async function stageOrSay(
  file: TableFile,
  number: number,
  { job, guesses }: Notes,
): Promise<StagedTable | null> {
  try {
    return await stageTable(file, number, job);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const text = `left out: ${error.reason}`;
    guesses.push({ about: file.path, text, counterExamples: [] });
    return null;
  }
}

const maxName = 57;

function resourceName({ file, more }: StagedTable): string {
  const name = file.path.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '');
  // Of visits_2021 and visits_2022, the words alone.
  const words = more.length === 0 ? name : name.replaceAll(/[\s_.-]*\d[\d\s_.-]*/g, '_');
  return (plainName(words, maxName) || plainName(name, maxName)).toLowerCase() || 'table';
}

function describeForm({ file, text, rows, emptyRows, columns }: StagedTable): Guess {
  const empty = emptyRows === 0 ? '' : `, and ${countOf(emptyRows, 'row')} without any text`;
  const size = `${countOf(rows, 'row')} of ${countOf(columns.length, 'column')}${empty}`;
  const form = text === null ? 'Parquet' : `${text.encodingReason}; ${text.form.reason}`;
  const counterExamples = text?.form.likeRows ?? [];
  return { about: file.path, text: `${size}; ${form}`, counterExamples };
}

/** Guesses the types of all columns; those without a name of their own cannot be described and are left out. */
async function describeColumns(staged: StagedTable, { job, guesses }: Notes): Promise<DescribedColumn[]> {
  const described: DescribedColumn[] = [];
  const { path } = staged.file;
  for (const [index, column] of staged.columns.entries()) {
    job.signal?.throwIfAborted();
    job.onProgress(`looking at ${path}`, `column ${index + 1} of ${staged.columns.length}`);
    const same = staged.columns.filter(({ name }) => name === column.name).length;
    if (column.name === '' || same > 1) {
      const fault =
        column.name === ''
          ? `column ${index + 1} has no name`
          : `${same} columns have the name ${column.name}`;
      guesses.push({ about: path, text: `left out: ${fault}`, counterExamples: [] });
      continue;
    }
    const texts = await openColumn(staged, column, job);
    const context = { name: column.name, delimiter: staged.text?.form.reading.delimiter ?? null };
    const type = await guessColumn(texts, {
      column,
      context,
      given: job.given[path]?.columns?.[column.name],
    });
    const notes = await noteColumn(texts, type);
    const about = `${path}: ${column.name}`;
    for (const { text, counterExamples } of [type, ...notes]) guesses.push({ about, text, counterExamples });
    const choices = [...type.choices, ...notes.flatMap(({ choice }) => choice ?? [])];
    described.push({
      column,
      profile: texts.profile,
      type: { ...type, choices },
      sample: await texts.sample(),
      frequent: await texts.frequent(),
    });
  }
  return described;
}

interface ColumnRequest {
  readonly column: StagedColumn;
  readonly context: ColumnContext;
  readonly given: ColumnReading | undefined;
}

/** How the cells of a column are read: as a person has said, as the file says, or as its texts look. */
async function guessColumn(
  texts: ColumnTexts,
  { column, context, given }: ColumnRequest,
): Promise<TypeGuess> {
  const guessed = guessFileType(column, texts.profile) ?? (await guessType(texts, context));
  if (given === undefined) return guessed;
  const choice = await countFits(texts, given);
  return {
    field: given,
    text: `${given.atrium?.type ?? given.type ?? 'text'}: chosen; ${inWords(choice.cells)} of ${countOf(choice.ofCells, 'cell')} fit`,
    counterExamples: choice.counterExamples,
    choices: guessed.choices,
    fit: choice,
  };
}
