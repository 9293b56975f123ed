import type { DataPackage, PackageField, PackageResource } from '@atrium/contract/documents/dataPackage';
import { proposeDatasetId } from '@atrium/contract/documents/datasetId';
import { protection } from '../identify/findIdentifier.ts';
import type { Identifiers } from './findIdentifiers.ts';
import type { FoundRoot } from './guessRoot.ts';
import type { DescribedColumn, DescribedFile, Link } from './keysAndLinks.ts';
import { dialectOf } from './sniffText.ts';
import { mayBeProse } from './tableFiles.ts';

export interface Findings {
  /** The name of the folder or file, which the package is called after. */
  readonly title: string;
  readonly files: readonly DescribedFile[];
  readonly links: readonly Link[];
  readonly root: FoundRoot;
  readonly identifiers: Identifiers;
}

/** A data package as an import takes it; its root may be derived from a field. */
export type Descriptor = Pick<DataPackage, 'name' | 'resources'> & Readonly<Record<string, unknown>>;

/** What was found, as a descriptor; every concept gets an id that an import takes. */
export function buildDescriptor({ title, files, links, root, identifiers }: Findings): Descriptor {
  const ids = createConceptIds();
  const inOrder = [...files].sort((a, b) => Number(b === root.root) - Number(a === root.root));
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: proposeDatasetId(plainName(title, 60)),
    ...rootOf(root),
    resources: inOrder.map((file) => {
      const own = links.filter(({ from }) => from === file);
      return buildResource(file, { own, root, isLoaded: root.connected.has(file), ids, links, identifiers });
    }),
  };
}

function rootOf({ root, derived }: FoundRoot): Record<string, unknown> {
  if (derived !== null)
    return { atrium: { root: { resource: derived.file.name, field: derived.column.column.name } } };
  return root === null ? {} : { atrium: { root: root.name } };
}

/** Letters, digits and `_` of a name, without accents. */
export const plainName = (name: string, longest: number): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longest);

interface ResourceContext {
  /** The links that lead out of the table. */
  readonly own: readonly Link[];
  readonly links: readonly Link[];
  readonly root: FoundRoot;
  readonly isLoaded: boolean;
  readonly ids: ConceptIds;
  readonly identifiers: Identifiers;
}

function buildResource(file: DescribedFile, context: ResourceContext): PackageResource {
  const { staged, primaryKey } = file;
  const { own, isLoaded } = context;
  return {
    name: file.name,
    path: staged.more.length === 0 ? staged.file.path : [staged.file, ...staged.more].map(({ path }) => path),
    ...formOf(file),
    schema: {
      fields: file.columns.map((column) => buildField(column, file, context)),
      ...(primaryKey === null ? {} : { primaryKey: [primaryKey.column.name] }),
      ...(own.length === 0 ? {} : { foreignKeys: own.map(foreignKey) }),
    },
    ...(isLoaded ? {} : { atrium: { load: false } }),
  };
}

const foreignKey = ({ column, to, key }: Link) => ({
  fields: [column.column.name],
  reference: { resource: to.name, fields: [key.column.name] },
});

/** The properties of the resource that tell how its file is written; those that an import takes by itself are left out. */
function formOf({ staged }: DescribedFile): Partial<PackageResource> {
  const { file, text } = staged;
  if (text === null) return {};
  const isTabbed = /\.tsv(?:\.gz)?$/i.test(file.path);
  const { delimiter, quoteChar, ...rest } = dialectOf(text.form);
  const dialect = {
    ...(delimiter === (isTabbed ? '\t' : ',') ? {} : { delimiter }),
    ...(quoteChar === '"' ? {} : { quoteChar }),
    ...rest,
  };
  return {
    ...(mayBeProse(file) ? { format: 'csv' } : {}),
    ...(text.encoding === 'utf-8' ? {} : { encoding: text.encoding }),
    ...(Object.keys(dialect).length === 0 ? {} : { dialect }),
  };
}

/** A key and a link are text, so that both sides are written alike; a link to the root says nothing new. */
function buildField(column: DescribedColumn, file: DescribedFile, context: ResourceContext): PackageField {
  const { name } = column.column;
  const { root, links, own, isLoaded, ids, identifiers } = context;
  const isKey = file.primaryKey === column;
  const isLink =
    own.some((link) => link.column === column) ||
    links.some(({ key }) => key === column) ||
    column === root.derived?.column;
  const isOfRoot = file === root.root || column === root.derived?.column;
  const leadsToRoot = own.some(
    (link) => link.column === column && (link.to === root.root || link.key === root.derived?.column),
  );
  const { atrium, ...properties } =
    isKey || isLink ? { type: 'string', ...missingOf(column) } : column.type.field;
  const isPublished = !leadsToRoot && !name.startsWith('_');
  const extras = {
    ...(isPublished ? atrium : {}),
    ...(isPublished && isLoaded ? ids.idFor(isOfRoot ? name : `${file.name}_${name}`) : {}),
    ...(isPublished ? {} : { publish: false }),
    ...(identifiers.has(column) ? protection : {}),
  };
  return {
    name,
    ...properties,
    ...(isKey ? { constraints: { required: true, unique: true } } : {}),
    ...(Object.keys(extras).length === 0 ? {} : { atrium: extras }),
  };
}

const missingOf = ({ type }: DescribedColumn): Pick<PackageField, 'missingValues' | 'atrium'> => {
  const { missingValues } = type.field;
  return missingValues === undefined ? {} : { missingValues };
};

interface ConceptIds {
  /** The `atrium.id` of a concept with this default id; empty where the default serves. */
  idFor(given: string): { id?: string };
}

const maxId = 63;
/** What the default id of a concept may be (rule 10.5); it is given where the name has other characters. */
const defaultId = /^[A-Za-z0-9][A-Za-z0-9_]{0,62}$/;

/** Gives each concept an id of its own; those that differ only in case count as one. */
function createConceptIds(): ConceptIds {
  const taken = new Set<string>();
  return {
    idFor: (given) => {
      const wanted = defaultId.test(given) ? given : plainName(given, maxId) || 'column';
      const id = freeName(wanted, { taken, longest: maxId });
      taken.add(id.toLowerCase());
      return id === given ? {} : { id };
    },
  };
}

/** The name itself, or with a number where it is taken. */
export function freeName(
  wanted: string,
  { taken, longest }: { readonly taken: ReadonlySet<string>; readonly longest: number },
): string {
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
    const end = `_${number}`;
    name = `${wanted.slice(0, longest - end.length)}${end}`;
  }
  return name;
}
