import { type DescribedPackage, findField, isList, type NamedTable } from '../describedTable.ts';

/** The fields of a catalogue of files, by name; `required` are those without which no file can be found or listed. */
export const fileFields = [
  { name: 'file_id', isRequired: true },
  { name: 'path', isRequired: false },
  { name: 'url', isRequired: false },
  { name: 'name', isRequired: false },
  { name: 'size', isRequired: true },
  { name: 'sha256', isRequired: false },
  { name: 'md5', isRequired: false },
  { name: 'category', isRequired: true },
  { name: 'source', isRequired: false },
  { name: 'data_type', isRequired: true },
  { name: 'experiment_type', isRequired: true },
  { name: 'file_format', isRequired: true },
  { name: 'access', isRequired: false },
] as const;

export type FileField = (typeof fileFields)[number]['name'];

const subjectFields = ['subject', 'subjects'];

/** Checks the form of the catalogue of downloadable files, and how its files find their subjects (rule 13.1). */
export function checkCatalogue(described: DescribedPackage): string[] {
  const { files } = described;
  if (files === undefined) return [];
  return [...checkFields(files), ...checkSubjects(files, described)].map(
    (problem) => `resource ${files.name}: ${problem}`,
  );
}

function checkFields(files: NamedTable): string[] {
  const isAbsent = (name: string): boolean => findField(files, name) === undefined;
  return [
    ...fileFields
      .filter(({ name, isRequired }) => isRequired && isAbsent(name))
      .map(({ name }) => `a catalogue of files needs the field "${name}"`),
    ...(isAbsent('path') && isAbsent('url') ? ['a catalogue of files needs the field "path" or "url"'] : []),
    ...fileFields
      .filter(({ name }) => isList(findField(files, name)))
      .map(({ name }) => `its field "${name}" must not be a list`),
  ];
}

function checkSubjects(files: NamedTable, { fileLinks, loaded }: DescribedPackage): string[] {
  const names = new Set(loaded.map(({ name }) => name));
  const references = (fileLinks ?? files).references.filter(({ target }) => target !== files.name);
  const absent = references.filter(({ target }) => !names.has(target));
  const keys = new Set(files.references.flatMap(({ fields }) => fields));
  return [
    ...absent.map(
      ({ fields, target }) =>
        `its foreign key (${fields.join(', ')}) leads to "${target}", which is not loaded as a collection`,
    ),
    ...subjectFields
      .filter((name) => findField(files, name) !== undefined && !keys.has(name))
      .map((name) => `its field "${name}" needs a foreign key to the subjects`),
  ];
}
