import { PackageRefused } from '../../package/packageErrors.ts';
import { type InputFile, type InputRow, openInputCsv } from '../inputFiles.ts';
import { type Choice, parseChoices } from './choices.ts';
import { plainText, withoutEmbedded } from './plainText.ts';

/** The types of fields of REDCap. */
const fieldTypes = [
  'text',
  'notes',
  'dropdown',
  'radio',
  'checkbox',
  'yesno',
  'truefalse',
  'calc',
  'slider',
  'sql',
  'file',
  'descriptive',
] as const;
export type RedcapType = (typeof fieldTypes)[number];

export interface RedcapField {
  readonly name: string;
  readonly form: string;
  readonly type: RedcapType;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The text validation type, as `date_ymd`; empty for none. */
  readonly validation: string;
  readonly isIdentifier: boolean;
}

export interface RedcapDictionary {
  /** The field that identifies a record: the first. */
  readonly key: RedcapField;
  readonly fields: readonly RedcapField[];
  readonly forms: readonly string[];
  /** What is to be told of it, in sentences. */
  readonly notes: readonly string[];
}

/** Names of the columns in the file that the pages of REDCap save, and in that of its API. */
const columnNames = {
  name: ['variable / field name', 'field_name'],
  form: ['form name', 'form_name'],
  type: ['field type', 'field_type'],
  label: ['field label', 'field_label'],
  choices: ['choices, calculations, or slider labels', 'select_choices_or_calculations'],
  validation: ['text validation type or show slider number', 'text_validation_type_or_show_slider_number'],
  identifier: ['identifier?', 'identifier'],
} as const;
type ColumnName = keyof typeof columnNames;

const hasColumn = (columns: readonly string[], name: ColumnName): boolean =>
  columns.some((column) => columnNames[name].some((known) => known === column.toLowerCase()));

/** Whether the header is that of a data dictionary. */
export const isDictionaryHeader = (columns: readonly string[]): boolean =>
  (['name', 'form', 'type'] as const).every((name) => hasColumn(columns, name));

/** Parses a data dictionary; throws PackageRefused with every line and field that is wrong. */
export async function parseDictionary(file: InputFile): Promise<RedcapDictionary> {
  const { columns, rows } = await openInputCsv(file);
  const indexOf = (name: ColumnName): number =>
    columns.findIndex((column) => columnNames[name].some((known) => known === column.toLowerCase()));
  const faults: string[] = [];
  const notes: string[] = [];
  const fields = new Map<string, RedcapField>();
  const lines: InputRow[] = [];
  for await (const row of rows()) lines.push(row);
  const names = new Set(lines.map(({ cells }) => cells[indexOf('name')] ?? ''));
  const isField = (name: string): boolean => names.has(name);
  for (const { cells, line } of lines) {
    const cell = (name: ColumnName): string => cells[indexOf(name)] ?? '';
    const name = cell('name');
    const where = `${file.path}:${line}: ${name}`;
    const type = fieldTypes.find((known) => known === cell('type').toLowerCase());
    if (!/^[a-z][a-z0-9_]*$/.test(name)) faults.push(`${file.path}:${line}: "${name}" is no name of a field`);
    else if (fields.has(name)) faults.push(`${where}: stands in the dictionary twice`);
    else if (type === undefined)
      faults.push(`${where}: has the field type "${cell('type')}", which is not known`);
    else {
      const { choices, notes: told } = hasChoices(type)
        ? parseChoices(cell('choices'), isField)
        : { choices: [], notes: [] };
      notes.push(...told.map((note) => `${where}: ${note}.`));
      faults.push(...faultsOfChoices(choices, type).map((fault) => `${where}: ${fault}`));
      fields.set(name, {
        name,
        form: cell('form'),
        type,
        label: plainText(withoutEmbedded(cell('label'), isField)) || name,
        choices,
        validation: cell('validation').toLowerCase(),
        isIdentifier: cell('identifier').toLowerCase() === 'y',
      });
    }
  }
  const [key] = fields.values();
  if (faults.length > 0) throw new PackageRefused(faults);
  if (key === undefined) throw new PackageRefused([`${file.path}: the dictionary has no field`]);
  const all = [...fields.values()];
  return { key, fields: all, forms: [...new Set(all.map(({ form }) => form))], notes };
}

const hasChoices = (type: RedcapType): boolean =>
  type === 'dropdown' || type === 'radio' || type === 'checkbox';

function faultsOfChoices(choices: readonly Choice[], type: RedcapType): readonly string[] {
  if (!hasChoices(type)) return [];
  if (choices.length === 0) return ['has no choices'];
  const codes = choices.map(({ code }) => (type === 'checkbox' ? boxName(code) : code));
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  return twice === undefined ? [] : [`has two choices with the code "${twice}"`];
}

/** A code as it ends the name of a column of a checkbox: `-1` is `_1`. */
export const boxName = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '_');
