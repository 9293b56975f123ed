import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { freeName } from '../../describe/buildDescriptor.ts';
import type { TableShape } from '../packageWriter.ts';
import type { RedcapDictionary, RedcapField } from './dictionary.ts';
import { type ProjectPlan, titleOf } from './projectPlan.ts';

export const keyName = 'record_id';
export const eventName = 'redcap_event_name';
export const instanceName = 'redcap_repeat_instance';
export const groupName = 'redcap_data_access_group';
export const surveyName = 'redcap_survey_identifier';
export const statusName = (form: string): string => `${form}_complete`;
export const timestampName = (form: string): string => `${form}_timestamp`;

/** The column of a field; none but the first may be called as the id of the root is. */
export const columnNameOf = ({ name }: RedcapField): string => (name === keyName ? `${keyName}_field` : name);

/** The tables of a project: the root, and one for each form that repeats. */
export interface ProjectTables {
  readonly root: TableShape;
  readonly forms: ReadonlyMap<string, TableShape>;
}

/** Names of forms are names of tables; where one is too long, or taken by the root, it gets another. */
export function tablesOf(dictionary: RedcapDictionary, plan: ProjectPlan): ProjectTables {
  const taken = new Set<string>();
  const free = (name: string): string => {
    const found = freeName(name, { taken, longest: maxName });
    taken.add(found.toLowerCase());
    return found;
  };
  const rootName = free('record');
  const inForms = dictionary.forms.filter((form) => !plan.repeated.has(form));
  const root: TableShape = {
    name: rootName,
    title: 'Record',
    primaryKey: [keyName],
    fields: [
      keyField(dictionary.key),
      { name: groupName, title: 'Data access group', type: 'string', atrium: { type: 'category' } },
      { name: surveyName, title: 'Survey identifier', type: 'string', atrium: { phi: true } },
      ...inForms.flatMap((form) => fieldsOf(form, dictionary)),
    ],
  };
  const forms = [...plan.repeated].map(
    (form) => [form, formShape(form, { dictionary, plan, rootName, free })] as const,
  );
  return { root, forms: new Map(forms) };
}

const maxName = 57;

interface ShapeContext {
  readonly dictionary: RedcapDictionary;
  readonly plan: ProjectPlan;
  readonly rootName: string;
  readonly free: (name: string) => string;
}

function formShape(form: string, { dictionary, plan, rootName, free }: ShapeContext): TableShape {
  const event = {
    name: eventName,
    title: 'Event',
    type: 'string',
    atrium: { type: 'category', category: form },
  } as const;
  const instance = {
    name: instanceName,
    title: 'Instance',
    type: 'integer',
    atrium: { category: form },
  } as const;
  return {
    name: free(form),
    title: titleOf(form),
    toRoot: { field: keyName, root: rootName, key: keyName },
    fields: [
      { name: keyName, type: 'string', atrium: { publish: false } },
      ...(plan.withEvents ? [event] : []),
      ...(plan.withInstances ? [instance] : []),
      ...fieldsOf(form, dictionary),
    ],
  };
}

const keyField = ({ label, isIdentifier }: RedcapField): PackageField => ({
  name: keyName,
  title: label,
  type: 'string',
  constraints: { required: true, unique: true },
  atrium: { type: 'text', ...(isIdentifier ? { phi: true } : {}) },
});

function fieldsOf(form: string, { fields, key }: RedcapDictionary): readonly PackageField[] {
  return [
    ...fields.filter((field) => field.form === form && field !== key && isKept(field)).map(fieldOf),
    {
      name: timestampName(form),
      title: `${titleOf(form)}: time of the survey`,
      type: 'datetime',
      atrium: { phi: true, category: form },
    },
    {
      name: statusName(form),
      title: `${titleOf(form)}: state`,
      type: 'string',
      categories: ['Incomplete', 'Unverified', 'Complete'],
      atrium: { category: form },
    },
  ];
}

const isKept = ({ type }: RedcapField): boolean => type !== 'descriptive' && type !== 'file';

/** The longest id of a concept. */
const maxId = 63;

/** Names are unique in a project, so that a concept keeps its id when its form begins to repeat. */
function fieldOf(field: RedcapField): PackageField {
  const { name, label, form } = field;
  const { atrium, ...properties } = typeOf(field);
  return {
    name: columnNameOf(field),
    title: label,
    ...properties,
    atrium: {
      ...(name.length > maxId || name === keyName ? {} : { id: name }),
      category: form,
      ...atrium,
      ...(isProtected(field) ? { phi: true } : {}),
    },
  };
}

/** Texts of these kinds, and notes of any length, say who somebody is, whatever the dictionary says (rule 10.25). */
const tellingValidations = /^(?:email|phone.*|ssn|mrn.*|vmrn|postalcode.*|zipcode)$/;

export const isProtected = ({ isIdentifier, validation, type }: RedcapField): boolean =>
  isIdentifier || type === 'notes' || (type === 'text' && tellingValidations.test(validation));

function typeOf({ type, choices, validation }: RedcapField): Partial<PackageField> {
  switch (type) {
    case 'radio':
    case 'dropdown':
      return { type: 'string', categories: choices.map(({ label }) => label) };
    case 'checkbox':
      return {
        type: 'list',
        itemType: 'string',
        delimiter: ';',
        categories: choices.map(({ label }) => label),
        atrium: { type: 'category', listEscape: '\\' },
      };
    case 'yesno':
    case 'truefalse':
      return { type: 'boolean' };
    case 'calc':
    case 'slider':
      return { type: 'number' };
    case 'text':
      return typeOfValidation(validation);
    default:
      return { type: 'string', atrium: { type: 'text' } };
  }
}

/** REDCap exports dates as year, month and day, in whatever order they are typed. */
function typeOfValidation(validation: string): Partial<PackageField> {
  if (validation.startsWith('datetime_')) return { type: 'datetime' };
  if (validation.startsWith('date_')) return { type: 'date' };
  if (validation === 'integer') return { type: 'integer' };
  if (/^number.*comma_decimal$/.test(validation)) return { type: 'number', decimalChar: ',' };
  if (/^number(?:_|$)/.test(validation)) return { type: 'number' };
  return { type: 'string', atrium: { type: 'text' } };
}
