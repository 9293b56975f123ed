import { PackageRefused } from '../../package/packageErrors.ts';
import { type InputFile, openInputCsv } from '../inputFiles.ts';
import { type CellRules, formOf, showsData } from './cells.ts';
import type { RedcapDictionary } from './dictionary.ts';
import { plainText } from './plainText.ts';
import { parseRecordHeader, type RecordHeader } from './recordColumns.ts';

/** A row of the records with its cells that are not empty, by the index of their columns. */
export interface RecordRow {
  readonly record: string;
  readonly event: string;
  /** The form that repeats in this row; empty where none does. */
  readonly instrument: string;
  readonly instance: string;
  readonly cells: readonly (readonly [number, string])[];
  readonly line: number;
}

export interface RecordFile {
  readonly header: RecordHeader;
  rows(): AsyncGenerator<RecordRow>;
}

/** Opens the records; throws PackageRefused where a row does not name its record. */
export async function openRecords(file: InputFile, dictionary: RedcapDictionary): Promise<RecordFile> {
  const table = await openInputCsv(file);
  const header = parseRecordHeader(table.columns, { path: file.path, dictionary });
  const indexOf = (kind: string): number => header.columns.findIndex((column) => column.kind === kind);
  const [key, event, instrument, instance] = ['key', 'event', 'instrument', 'instance'].map(indexOf);
  const formNamed = (name: string): string => formOfTitle(name, dictionary);
  return {
    header,
    rows: async function* () {
      for await (const { cells, line } of table.rows()) {
        const at = (index: number | undefined): string => cells[index ?? -1] ?? '';
        const where = `${file.path}:${line}`;
        if (cells.length > header.columns.length)
          throw new PackageRefused([`${where}: has more cells than the header has columns`]);
        if (at(key) === '') throw new PackageRefused([`${where}: ${dictionary.key.name}: is missing`]);
        const form = at(instrument) === '' ? '' : formNamed(at(instrument));
        if (form === '' && at(instrument) !== '')
          throw new PackageRefused([
            `${where}: redcap_repeat_instrument: "${at(instrument)}" is no form of the dictionary`,
          ]);
        yield {
          record: at(key),
          event: at(event),
          instrument: form,
          instance: at(instance),
          cells: [...cells.entries()].filter(([, cell]) => cell !== ''),
          line,
        };
      }
    },
  };
}

/** A form by its name, or by its title in an export with labels. */
function formOfTitle(name: string, { forms }: RedcapDictionary): string {
  return forms.find((form) => form === name || titleOf(form) === titleOf(name)) ?? '';
}

/** `blood_pressure` is "Blood pressure". */
export const titleOf = (name: string): string => {
  const words = plainText(name.replaceAll('_', ' ')).toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Which forms have a table of their own, and what the records hold. */
export interface ProjectPlan {
  /** Forms that are filled in several times for a record; the others are on the root. */
  readonly repeated: ReadonlySet<string>;
  readonly withEvents: boolean;
  readonly withInstances: boolean;
  readonly records: number;
  /** How often each form is filled in. */
  readonly filled: ReadonlyMap<string, number>;
  /** Cells that are not empty, by the index of their columns. */
  readonly cells: readonly number[];
}

/** Looks at all rows once: a form repeats if it has data in several events, or in an instance of a repeated one. */
export async function planProject(
  { header, rows }: RecordFile,
  { rules, path }: { readonly rules: CellRules; readonly path: string },
): Promise<ProjectPlan> {
  const events = new Map<string, Set<string>>();
  const repeated = new Set<string>();
  const filled = new Map<string, number>();
  const cells = header.columns.map(() => 0);
  const records = new Set<string>();
  let last = '';
  let withInstances = false;
  for await (const row of rows()) {
    if (row.record !== last && records.has(row.record))
      throw new PackageRefused([
        `${path}:${row.line}: the rows of record "${row.record}" do not stand together; sort the file by record`,
      ]);
    last = row.record;
    records.add(row.record);
    for (const [index] of row.cells) cells[index] = (cells[index] ?? 0) + 1;
    const isRepeat = row.instrument !== '' || row.instance !== '';
    withInstances ||= isRepeat;
    for (const form of formsWithData(row, header, rules)) {
      filled.set(form, (filled.get(form) ?? 0) + 1);
      const seen = events.get(form) ?? new Set();
      events.set(form, seen.add(row.event));
      if (isRepeat || seen.size > 1) repeated.add(form);
    }
  }
  const withEvents = header.columns.some(({ kind }) => kind === 'event');
  return { repeated, withEvents, withInstances, records: records.size, filled, cells };
}

/** The forms that somebody filled in, by what the row holds. */
export function formsWithData(
  row: RecordRow,
  { columns }: RecordHeader,
  rules: CellRules,
): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const [index, cell] of row.cells) {
    const column = columns[index];
    const form = column === undefined ? undefined : formOf(column);
    if (column !== undefined && form !== undefined && !forms.has(form) && showsData(column, cell, rules))
      forms.add(form);
  }
  return forms;
}
