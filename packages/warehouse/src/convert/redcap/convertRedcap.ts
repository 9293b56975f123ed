import { join } from 'node:path';
import { PackageRefused } from '../../package/packageErrors.ts';
import type { ConversionJob, Importer } from '../conversion.ts';
import { type InputFile, localFile, openInputCsv, plainNameOf } from '../inputFiles.ts';
import { listItem } from '../listItem.ts';
import type { TableShape, TableWriter } from '../packageWriter.ts';
import { type CellRules, formOf, parseCell } from './cells.ts';
import { isDictionaryHeader, parseDictionary, type RedcapDictionary } from './dictionary.ts';
import {
  formsWithData,
  openRecords,
  type ProjectPlan,
  planProject,
  type RecordRow,
  titleOf,
} from './projectPlan.ts';
import {
  columnNameOf,
  eventName,
  groupName,
  instanceName,
  isProtected,
  keyName,
  type ProjectTables,
  statusName,
  surveyName,
  tablesOf,
  timestampName,
} from './projectTables.ts';
import type { RecordColumn, RecordHeader } from './recordColumns.ts';

const isCsv = (file: InputFile): boolean => /\.(?:csv|tsv|txt)$/.test(plainNameOf(file));

/**
 * Finds out which file is the dictionary of a project and which holds its records; throws PackageRefused unless there
 * is one of each.
 */
export async function findProject(
  files: readonly InputFile[],
): Promise<{ readonly dictionary: InputFile; readonly records: InputFile; readonly others: number }> {
  const tables = files.filter(isCsv);
  const dictionaries: InputFile[] = [];
  for (const file of tables) if (isDictionaryHeader(await headerOf(file))) dictionaries.push(file);
  const records = tables.filter((file) => !dictionaries.includes(file));
  const [dictionary, second] = dictionaries;
  const [only, more] = records;
  if (dictionary === undefined)
    throw new PackageRefused([
      'No file is a data dictionary of REDCap: a CSV file with the columns "Variable / Field Name", "Form Name" and "Field Type".',
    ]);
  if (second !== undefined)
    throw new PackageRefused([`${dictionary.path} and ${second.path} are both data dictionaries.`]);
  if (only === undefined)
    throw new PackageRefused(['No file holds records: a CSV file beside the data dictionary.']);
  if (more !== undefined)
    throw new PackageRefused([
      `${only.path} and ${more.path} may both be the records; give one file of records.`,
    ]);
  return { dictionary, records: only, others: files.length - tables.length };
}

async function headerOf(file: InputFile): Promise<readonly string[]> {
  const { columns, close } = await openInputCsv(file);
  await close();
  return columns;
}

interface Project {
  readonly job: ConversionJob;
  readonly dictionary: RedcapDictionary;
  readonly rules: CellRules;
  readonly plan: ProjectPlan;
  readonly header: RecordHeader;
  readonly tables: ProjectTables;
  readonly path: string;
  readonly writers: ReadonlyMap<string, TableWriter>;
  /** Texts that are no choice, by the field and the text: how many, and where the first one is. */
  readonly noChoices: Map<
    string,
    { readonly field: string; readonly text: string; readonly where: string; count: number }
  >;
}

/** Writes the records of a REDCap project. Throws PackageRefused with file, line and field. */
export const convertRedcap: Importer = async (job) => {
  const { tally, options, writer, onProgress } = job;
  const files = await findProject(job.files);
  if (files.others > 0) tally.ignored('files', 'end neither in .csv, .tsv nor .txt', files.others);
  const dictionary = await parseDictionary(files.dictionary);
  const { path } = files.records;
  onProgress(`looking at ${path}`, null);
  const first = await openRecords(files.records, dictionary);
  const names = new Set(dictionary.fields.map(({ name }) => name));
  const rules = {
    missingCodes: new Set(options.missingCodes ?? []),
    hasLabels: first.header.hasLabels,
    isField: (name: string) => names.has(name),
  };
  const plan = await planProject(first, { rules, path });
  if (plan.records === 0) throw new PackageRefused([`${path}: there is no record`]);
  const tables = tablesOf(dictionary, plan);
  const shapes = [tables.root, ...tables.forms.values()];
  const writers = new Map(shapes.map((shape) => [shape.name, writer.table(shape)] as const));
  const { header } = first;
  const project = { job, dictionary, rules, plan, header, tables, path, writers, noChoices: new Map() };
  countAndNote(project);
  onProgress(`reading ${path}`, null);
  const again = await openRecords(files.records, dictionary);
  for await (const rows of recordsOf(again.rows())) {
    job.signal?.throwIfAborted();
    await writeRecord(rows, project);
  }
  noteChoices(project);
  return {
    parts: {
      name: options.name ?? 'redcap',
      title: options.title ?? 'REDCap project',
      atrium: {
        root: tables.root.name,
        categories: dictionary.forms.map((form) => ({ id: form, title: titleOf(form) })),
      },
      defaultColumns: [keyName],
    },
    recount: async () => tally.written('values', await countValues(shapes, writer.folder)),
  };
};

/** The rows of one record after the other; they stand together. */
async function* recordsOf(rows: AsyncGenerator<RecordRow>): AsyncGenerator<readonly RecordRow[]> {
  let held: RecordRow[] = [];
  for await (const row of rows) {
    const [first] = held;
    if (first !== undefined && first.record !== row.record) {
      yield held;
      held = [];
    }
    held.push(row);
  }
  if (held.length > 0) yield held;
}

const isStructure = ({ kind }: RecordColumn): boolean =>
  kind === 'key' || kind === 'event' || kind === 'instrument' || kind === 'instance';

function countAndNote({ job: { tally }, plan, header, tables, dictionary }: Project): void {
  for (const note of dictionary.notes) tally.note(note);
  tally.read('records', plan.records);
  tally.goesTo('records', tables.root.name);
  for (const [form, shape] of tables.forms) {
    tally.read(`forms "${form}"`, plan.filled.get(form) ?? 0);
    tally.goesTo(`forms "${form}"`, shape.name);
  }
  for (const [index, column] of header.columns.entries())
    if (!isStructure(column)) tally.read('values', plan.cells[index] ?? 0);
  const texts = dictionary.fields.filter(({ type }) => type === 'descriptive');
  if (texts.length > 0)
    tally.ignored('descriptive fields', 'show a text in a form and hold no value', texts.length);
  const repeated = [...plan.repeated].map((form) => `"${form}"`);
  if (repeated.length > 0)
    tally.note(`Filled in several times for a record, and collections of their own: ${repeated.join(', ')}.`);
  const known = dictionary.fields.filter(isProtected).map(({ name }) => name);
  tally.note(
    known.length === 0
      ? 'The dictionary flags no field as an identifier, so none is protected but times of surveys: say which are (atrium.phi).'
      : `Protected: ${known.join(', ')}. Whatever else may tell who somebody is, as dates and free texts, is open until the package says atrium.phi.`,
  );
}

/** So many texts that are no choice are told one by one. */
const maxNoChoices = 20;
const maxCounted = 10_000;

function noteChoices({ noChoices, job: { tally } }: Project): void {
  const found = [...noChoices.values()];
  for (const { field, text, where, count } of found.slice(0, maxNoChoices))
    tally.note(
      `${field}: "${text}" is no choice of it and is kept as it stands (${count}, first in ${where}).`,
    );
  if (found.length > maxNoChoices)
    tally.note(`${found.length - maxNoChoices} other texts are no choices of their fields and are kept.`);
}

function countNoChoice(
  field: string,
  { text, where }: { text: string; where: string },
  project: Project,
): void {
  const key = `${field}\n${text}`;
  const known = project.noChoices.get(key) ?? { field, text, where, count: 0 };
  if (known.count === 0 && project.noChoices.size >= maxCounted) return;
  known.count += 1;
  project.noChoices.set(key, known);
}

/** A row that is being put together: texts, and the items of lists. */
interface OpenRow {
  readonly texts: Map<string, string>;
  readonly items: Map<string, string[]>;
}

const emptyRow = (): OpenRow => ({ texts: new Map(), items: new Map() });

async function writeRecord(rows: readonly RecordRow[], project: Project): Promise<void> {
  const { tables, writers, plan } = project;
  const root = emptyRow();
  const [{ record = '' } = {}] = rows;
  for (const row of rows) {
    const forms = formsWithData(row, project.header, project.rules);
    const own = new Map(
      [...forms].map((form) => [form, plan.repeated.has(form) ? emptyRow() : root] as const),
    );
    for (const [index, cell] of row.cells) putCell({ row, index, cell, own, root }, project);
    for (const [form, open] of own) {
      const shape = tables.forms.get(form);
      if (shape === undefined) continue;
      const keys = { [keyName]: record, [eventName]: row.event, [instanceName]: row.instance };
      await writers.get(shape.name)?.write({ ...cellsOf(open), ...keys });
    }
  }
  await writers.get(tables.root.name)?.write({ ...cellsOf(root), [keyName]: record });
}

const cellsOf = ({ texts, items }: OpenRow): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...texts,
    ...[...items].map(([name, list]) => [name, list.map(listItem).join(';')] as const),
  ]);

interface Put {
  readonly row: RecordRow;
  readonly index: number;
  readonly cell: string;
  readonly own: ReadonlyMap<string, OpenRow>;
  readonly root: OpenRow;
}

function putCell({ row, index, cell, own, root }: Put, project: Project): void {
  const { header, rules, path, job } = project;
  const column = header.columns[index];
  if (column === undefined || isStructure(column)) return;
  const where = `${path}:${row.line}`;
  const name = nameOf(column);
  const value = parseCell(column, cell, rules);
  if (value.kind === 'bad') throw new PackageRefused([`${where}: ${name}: ${value.reason}`]);
  const form = formOf(column);
  const target = form === undefined ? root : own.get(form);
  const leaveOut = (reason: string): void => job.tally.leftOut('values', reason, where);
  if (value.kind === 'no choice') countNoChoice(name, { text: value.text, where }, project);
  if (value.kind === 'left out') leaveOut(value.reason);
  else if (target === undefined) leaveOut('is the state of a form that nobody filled in');
  else if (value.kind === 'item') target.items.set(name, [...(target.items.get(name) ?? []), value.text]);
  else if (!target.texts.has(name)) target.texts.set(name, value.text);
  else if (form === undefined) leaveOut(`repeats "${name}" of the record in another of its rows`);
  else
    throw new PackageRefused([
      `${where}: ${name}: record "${row.record}" has a value for it in an earlier row`,
    ]);
}

function nameOf(column: RecordColumn): string {
  switch (column.kind) {
    case 'field':
    case 'box':
      return columnNameOf(column.field);
    case 'status':
      return statusName(column.form);
    case 'timestamp':
      return timestampName(column.form);
    case 'group':
      return groupName;
    case 'survey':
      return surveyName;
    default:
      return column.kind;
  }
}

const structure: ReadonlySet<string> = new Set([keyName, eventName, instanceName]);

/** Counts the values in the files that were written: cells, and items of lists. */
async function countValues(shapes: readonly TableShape[], folder: string): Promise<number> {
  let count = 0;
  for (const { name, fields } of shapes) {
    const file = await localFile(join(folder, `${name}.csv`), `${name}.csv`);
    const lists = fields.map(({ name: field, type }) => (structure.has(field) ? null : type === 'list'));
    for await (const { cells } of (await openInputCsv(file)).rows())
      for (const [index, cell] of cells.entries()) {
        const isList = lists[index] ?? null;
        if (cell !== '' && isList !== null)
          count += isList ? cell.replaceAll(/\\./g, '').split(';').length : 1;
      }
  }
  return count;
}
