import { PackageRefused } from '../../package/packageErrors.ts';
import { boxName, plainText, type RedcapDictionary, type RedcapField } from './dictionary.ts';

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
export function readRecordHeader(
  names: readonly string[],
  { path, dictionary }: { readonly path: string; readonly dictionary: RedcapDictionary },
): RecordHeader {
  const hasLabels = !names.includes(dictionary.key.name);
  const find = hasLabels ? columnsByLabel(dictionary) : columnsByName(dictionary);
  const statuses = dictionary.forms.values();
  const columns = names.map((name): RecordColumn => {
    const own = ofRedcap.get(name.toLowerCase());
    if (own !== undefined) return { kind: own };
    if (hasLabels && name === 'Complete?') return { kind: 'status', form: statuses.next().value ?? '' };
    const found = find.get(hasLabels ? plainText(name) : name) ?? [];
    const [first, second] = found;
    if (first !== undefined && second !== undefined)
      throw new PackageRefused([
        `${path}: the column "${name}" may be ${found.map(nameOf).join(' or ')}; export the records with the names of variables`,
      ]);
    return first ?? { kind: 'unknown', name };
  });
  if (!columns.some(({ kind }) => kind === 'key'))
    throw new PackageRefused([
      `${path}: no column is "${dictionary.key.name}", which identifies a record in the dictionary`,
    ]);
  const twice = names.find((name, index) => name !== 'Complete?' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new PackageRefused([`${path}: two columns have the name "${twice}"`]);
  return { columns, hasLabels };
}

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
      if (field === key) return [[field.label, { kind: 'key' }]];
      if (field.type !== 'checkbox') return [[field.label, { kind: 'field', field }]];
      return field.choices.map(({ label }) => [
        `${field.label} (choice=${label})`,
        { kind: 'box', field, label },
      ]);
    }),
  );
