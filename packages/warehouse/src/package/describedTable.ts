import type { DataPackage, PackageField, PackageResource } from '@atrium/contract';

/** A foreign key without shorthands. */
export interface DescribedReference {
  readonly fields: readonly string[];
  readonly target: string;
  readonly targetFields: readonly string[];
}

/** A resource without the shorthands of the standard; nothing in it is checked yet. */
export interface DescribedTable {
  readonly name: string;
  readonly resource: PackageResource;
  readonly paths: readonly string[];
  readonly fields: readonly PackageField[];
  readonly primaryKey: readonly string[];
  readonly references: readonly DescribedReference[];
}

/** The tables that an import loads, and the one with a row per subject. */
export interface DescribedPackage {
  readonly descriptor: DataPackage;
  readonly all: readonly DescribedTable[];
  readonly loaded: readonly DescribedTable[];
  /** Undefined when the package has none or names one that is not loaded. */
  readonly root: DescribedTable | undefined;
}

/** Fills in the shorthands of a descriptor, and finds the tables to load and their root. */
export function describePackage(descriptor: DataPackage): DescribedPackage {
  const all = descriptor.resources.map(describeTable);
  const loaded = all.filter(
    ({ name, resource }) => resource.atrium?.load !== false && name !== descriptor.atrium?.files,
  );
  const rootName = descriptor.atrium?.root;
  const root =
    rootName === undefined
      ? loaded.find((table) => table.references.every(({ target }) => target === table.name))
      : loaded.find(({ name }) => name === rootName);
  return { descriptor, all, loaded, root };
}

function describeTable(resource: PackageResource): DescribedTable {
  const { name, path, schema } = resource;
  return {
    name,
    resource,
    paths: listOf(path),
    fields: schema?.fields ?? [],
    primaryKey: listOf(schema?.primaryKey),
    references: (schema?.foreignKeys ?? []).map(({ fields, reference }) => ({
      fields: listOf(fields),
      target: reference.resource === undefined || reference.resource === '' ? name : reference.resource,
      targetFields: listOf(reference.fields),
    })),
  };
}

const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === 'string' ? [given] : given;

/** Whether a field is a concept, as it is by default. */
export const isPublished = (field: PackageField): boolean => field.atrium?.publish !== false;

export const isList = (field: PackageField | undefined): boolean => field?.type === 'list';

export const findField = (table: DescribedTable, name: string): PackageField | undefined =>
  table.fields.find((field) => field.name === name);
