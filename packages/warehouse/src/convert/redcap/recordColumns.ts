import { PackageRefused } from '../../package/packageErrors.ts';
import { boxName, type RedcapDictionary, type RedcapField } from './dictionary.ts';
import { plainText, withoutEmbedded } from './plainText.ts';

/** What a column of a records file is. */
export type RecordColumn =
  | { readonly kind: 'key' | 'event' | 'instrument' | 'instance' | 'group' | 'survey' }
  | { readonly kind: 'field'; readonly field: RedcapField }
  | { readonly kind: 'box'; readonly field: RedcapField; readonly label: string }
  | { readonly kind: 'status' | 'timestamp'; readonly form: string }
  | { readonly kind: 'unknown'; readonly name: string };

const ofRedcap: ReadonlyMap<string, 'event' | 'instrument' | 'instance' | 'group' | 'survey'> = new Map([
  ['redcap_event_name', 'event'],
  ['redcap_repeat_instrument', 'instrument'],
  ['redcap_repeat_instance', 'instance'],
  ['redcap_data_access_group', 'group'],
  ['redcap_survey_identifier', 'survey'],
  ['event name', 'event'],
  ['repeat instrument', 'instrument'],
  ['repeat instance', 'instance'],
  ['data access group', 'group'],
  ['survey identifier', 'survey'],
]);

export interface RecordHeader {
  readonly columns: readonly RecordColumn[];
  /** Whether the header has the labels of fields, and cells those of choices. */
  readonly hasLabels: boolean;
}

/** Finds out what the columns are, by names of variables or by labels; throws PackageRefused where that is not clear. */
export function parseRecordHeader(
  names: readonly string[],
  { path, dictionary }: { readonly path: string; readonly dictionary: RedcapDictionary },
): RecordHeader {
  const hasLabels = !names.includes(dictionary.key.name);
  const find = hasLabels ? columnsByLabel(dictionary) : columnsByName(dictionary);
  const isField = (name: string): boolean => dictionary.fields.some((field) => field.name === name);
  const found = names.map((name): RecordColumn => {
    const own = ofRedcap.get(name.toLowerCase());
    if (own !== undefined) return { kind: own };
    if (hasLabels && name === stateLabel) return { kind: 'unknown', name };
    const found = find.get(hasLabels ? headerText(plainText(withoutEmbedded(name, isField))) : name) ?? [];
    const [first, second] = found;
    if (first !== undefined && second !== undefined)
      throw new PackageRefused([
        `${path}: the column "${name}" may be ${found.map(nameOf).join(' or ')}; export the records with the names of variables`,
      ]);
    return first ?? { kind: 'unknown', name };
  });
  const columns = hasLabels ? withStates(found, dictionary) : found;
  if (!columns.some(({ kind }) => kind === 'key'))
    throw new PackageRefused([
      `${path}: no column is "${dictionary.key.name}", which identifies a record in the dictionary`,
    ]);
  const twice = names.find((name, index) => name !== stateLabel && names.indexOf(name) !== index);
  if (twice !== undefined) throw new PackageRefused([`${path}: two columns have the name "${twice}"`]);
  return { columns, hasLabels };
}

/** The label of the state of every form. */
const stateLabel = 'Complete?';

/**
 * The state of a form stands behind its columns, also where only some forms are exported. Behind another state it is
 * that of a form without columns, if only one can stand there; else it is of no known form.
 */
function withStates(
  columns: readonly RecordColumn[],
  { fields, forms, key }: RedcapDictionary,
): readonly RecordColumn[] {
  const formAt = (column: RecordColumn): string | null =>
    column.kind === 'key'
      ? key.form
      : column.kind === 'field' || column.kind === 'box'
        ? column.field.form
        : null;
  const isBare = (form: string): boolean =>
    fields.every((field) => field.form !== form || field.type === 'descriptive');
  const taken = new Set<string>();
  let before: string | null = null;
  return columns.map((column, index) => {
    before = formAt(column) ?? before;
    if (column.kind !== 'unknown' || column.name !== stateLabel || before === null) return column;
    if (!taken.has(before)) {
      taken.add(before);
      return { kind: 'status', form: before };
    }
    const next = columns.slice(index).flatMap((one) => formAt(one) ?? [])[0];
    const end = next === undefined ? forms.length : forms.indexOf(next);
    const between = forms.slice(forms.indexOf(before) + 1, end).filter((form) => isBare(form));
    const [only, other] = between;
    if (only === undefined || other !== undefined || taken.has(only)) return column;
    taken.add(only);
    return { kind: 'status', form: only };
  });
}

/** The text of a header, without the blanks that tags leave in the brackets of a choice. */
const headerText = (text: string): string => text.replace(/\(choice=\s+/, '(choice=').replace(/\s+\)$/, ')');

const nameOf = (column: RecordColumn): string =>
  column.kind === 'field' || column.kind === 'box' ? column.field.name : column.kind;

type Found = ReadonlyMap<string, readonly RecordColumn[]>;

function index(entries: readonly (readonly [string, RecordColumn])[]): Found {
  const found = new Map<string, RecordColumn[]>();
  for (const [name, column] of entries) found.set(name, [...(found.get(name) ?? []), column]);
  return found;
}

const columnsByName = ({ key, fields, forms }: RedcapDictionary): Found =>
  index([
    ...fields.flatMap((field): (readonly [string, RecordColumn])[] => {
      if (field === key) return [[field.name, { kind: 'key' }]];
      if (field.type !== 'checkbox') return [[field.name, { kind: 'field', field }]];
      return field.choices.map(({ code, label }) => [
        `${field.name}___${boxName(code)}`,
        { kind: 'box', field, label },
      ]);
    }),
    ...forms.flatMap((form): (readonly [string, RecordColumn])[] => [
      [`${form}_complete`, { kind: 'status', form }],
      [`${form}_timestamp`, { kind: 'timestamp', form }],
    ]),
  ]);

const columnsByLabel = ({ key, fields }: RedcapDictionary): Found =>
  index(
    fields.flatMap((field): (readonly [string, RecordColumn])[] => {
      if (field === key) return [[headerText(field.label), { kind: 'key' }]];
      if (field.type !== 'checkbox') return [[headerText(field.label), { kind: 'field', field }]];
      return field.choices.map(({ label }) => [
        headerText(`${field.label} (choice=${label})`),
        { kind: 'box', field, label },
      ]);
    }),
  );
