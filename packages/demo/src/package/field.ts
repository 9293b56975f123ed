import type { ConceptType, PackageField } from '@atrium/contract/documents/dataPackage';

type PackageFieldExtras = NonNullable<PackageField['atrium']>;

/** A column of a demo table: a package field whose name the compiler knows. */
export type Field<Name extends string = string> = PackageField & { readonly name: Name };

/** What a table cell holds before it is written; a list is joined by its field's delimiter. */
export type Cell = string | number | boolean | null | readonly string[];

/** One row of the table with those fields: every column must be given, nothing else may be. */
export type RowOf<Fields extends readonly Field[]> = Record<Fields[number]['name'], Cell>;

interface Words extends PackageFieldExtras {
  readonly title: string;
  readonly description: string;
}

interface Choices extends Words {
  /** The values in the order in which they are shown; default: whatever the column holds. */
  readonly values?: readonly string[];
}

export const listDelimiter = '|';

export function textField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'string', { ...words, type: 'text' });
}

/** A text field that identifies its row. */
export function identityField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return { ...textField(name, words), constraints: { required: true, unique: true } };
}

export function categoryField<const Name extends string>(name: Name, choices: Choices): Field<Name> {
  const { values, ...words } = choices;
  const category = field(name, 'string', withType(words, 'category'));
  return values === undefined ? category : { ...category, categories: [...values] };
}

/** A multi-valued category. */
export function categoryListField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return {
    ...field(name, 'list', withType(words, 'category')),
    delimiter: listDelimiter,
    itemType: 'string',
  };
}

export function ontologyField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'string', withType(words, 'ontology'));
}

export function booleanField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'boolean', words);
}

export function dateField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'date', words);
}

export function numberField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'number', words);
}

export function integerField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'integer', words);
}

/** An age in days, or in the unit the words name. */
export function ageField<const Name extends string>(name: Name, words: Words): Field<Name> {
  const type = words.unit === 'years' ? 'number' : 'integer';
  return field(name, type, withType({ unit: 'days', ...words }, 'age'));
}

/** An age written as an ISO 8601 duration. */
export function durationField<const Name extends string>(name: Name, words: Words): Field<Name> {
  return field(name, 'duration', words);
}

/** A column that joins tables and is not a concept of its own. */
export function keyField<const Name extends string>(name: Name): Field<Name> {
  return { name, type: 'string', atrium: { publish: false } };
}

/** A column of a catalogue of files, which is no concept. */
export function fileField<const Name extends string>(
  name: Name,
  type: 'string' | 'integer' = 'string',
): Field<Name> {
  return { name, type, atrium: { publish: false } };
}

function field<const Name extends string>(name: Name, type: string, words: Words): Field<Name> {
  const { title, description, ...atrium } = words;
  return { name, title, description, type, atrium };
}

function withType(words: Words, type: ConceptType): Words {
  return { ...words, type };
}
