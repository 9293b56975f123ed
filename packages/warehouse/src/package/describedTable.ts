import type { DataPackage, PackageField, PackageResource } from '@atrium/contract/documents/dataPackage';

/** A foreign key without shorthands. */
export interface DescribedReference {
  readonly fields: readonly string[];
  readonly target: string;
  readonly targetFields: readonly string[];
}

/** A field with the id of its concept; nothing in it is checked yet. */
export type DescribedField = PackageField & { readonly conceptId: string };

/** A resource without the shorthands of the standard; nothing in it is checked yet. */
export interface DescribedTable<Field extends PackageField = PackageField> {
  readonly name: string;
  readonly resource: PackageResource;
  readonly paths: readonly string[];
  readonly fields: readonly Field[];
  readonly primaryKey: readonly string[];
  readonly references: readonly DescribedReference[];
}

/** A table whose fields have their concept ids. */
export type NamedTable = DescribedTable<DescribedField>;

/** Why a resource is left out, though the package does not say so; in words. */
export const whyLeftOut = {
  outsidePackage: 'its path, schema or dialect is an address outside the package',
  notATable: 'it has no schema and is neither CSV nor Parquet',
  notConnected: 'no foreign key connects it to the root',
} as const;
export type LeftOutKind = keyof typeof whyLeftOut;

/** A resource that is not loaded, and why. */
export interface LeftOut {
  readonly name: string;
  readonly kind: LeftOutKind;
}

/** The tables that an import loads, and the one with a row per subject. */
export interface DescribedPackage {
  readonly descriptor: DataPackage;
  readonly all: readonly NamedTable[];
  readonly loaded: readonly NamedTable[];
  /** Undefined when the package has none or names one that is not loaded. */
  readonly root: NamedTable | undefined;
  /** The catalogue of downloadable files, and the table that links files to subjects; neither is a collection. */
  readonly files: NamedTable | undefined;
  readonly fileLinks: NamedTable | undefined;
  readonly leftOut: readonly LeftOut[];
  /** The tables that could be the root where the package names none: no foreign key leads out of them. */
  readonly candidates: readonly string[];
}

/** Fills in the shorthands of a resource. */
export function describeTable(resource: PackageResource): DescribedTable {
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

export const findField = <Field extends PackageField>(
  table: DescribedTable<Field>,
  name: string,
): Field | undefined => table.fields.find((field) => field.name === name);

/** The tables whose rows are read: those of collections, and those of the catalogue of files. */
export const withCatalogue = ({ loaded, files, fileLinks }: DescribedPackage): readonly NamedTable[] => [
  ...loaded,
  ...(files === undefined ? [] : [files]),
  ...(fileLinks === undefined ? [] : [fileLinks]),
];
