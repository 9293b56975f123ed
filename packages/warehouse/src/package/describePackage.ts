import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { conceptIds } from './conceptIds.ts';
import {
  type DescribedPackage,
  type DescribedTable,
  describeTable,
  type LeftOut,
  type LeftOutKind,
  type NamedTable,
} from './describedTable.ts';
import { isTabular } from './fileFormat.ts';
import { isAddress } from './packageSource.ts';
import { findSubjectPaths, isLinkTable } from './plan/subjectPath.ts';

/**
 * Fills in the shorthands of a descriptor, and finds the tables to load, their root and the ids of their concepts.
 * `addressed` holds the indexes of the resources whose schema or dialect is an address.
 */
export function describePackage(
  descriptor: DataPackage,
  addressed: ReadonlySet<number> = new Set(),
): DescribedPackage {
  const all = descriptor.resources.map(describeTable);
  const leftOut = new Map<DescribedTable, LeftOutKind>();
  all.forEach((table, index) => {
    if (table.resource.atrium?.load === false) return;
    if (addressed.has(index) || table.paths.some(isAddress)) leftOut.set(table, 'outsidePackage');
    else if (isNoTable(table)) leftOut.set(table, 'notATable');
  });
  const isLoaded = (table: DescribedTable) => table.resource.atrium?.load !== false && !leftOut.has(table);
  const files = all.find((table) => table.name === descriptor.atrium?.files && isLoaded(table));
  const fileLinks = files && all.find((table) => isLoaded(table) && linksFiles(table, files));
  const readable = all.filter((table) => isLoaded(table) && table !== files && table !== fileLinks);
  const root = findRoot(readable, descriptor.atrium?.root);
  const connected =
    root === undefined ? null : new Set(findSubjectPaths(readable, root).map(({ table }) => table));
  for (const table of readable) if (connected?.has(table) === false) leftOut.set(table, 'notConnected');
  const loaded = readable.filter((table) => !leftOut.has(table));
  return {
    descriptor,
    ...nameConcepts({ all, loaded, root, files, fileLinks }),
    candidates: readable.filter(leadsNowhere).map(({ name }) => name),
    leftOut: [...leftOut].map(([{ name }, kind]): LeftOut => ({ name, kind })),
  };
}

const leadsNowhere = (table: DescribedTable): boolean =>
  table.references.every(({ target }) => target === table.name);

/** The table that the package names, or else the first that no foreign key leads out of. */
const findRoot = (
  readable: readonly DescribedTable[],
  name: string | undefined,
): DescribedTable | undefined =>
  name === undefined ? readable.find(leadsNowhere) : readable.find((table) => table.name === name);

/** Whether a table has nothing but keys, one of which leads to the catalogue of files and another elsewhere. */
const linksFiles = (table: DescribedTable, files: DescribedTable): boolean =>
  isLinkTable(table) &&
  table.references.some(({ target }) => target === files.name) &&
  table.references.some(({ target }) => target !== files.name && target !== table.name);

/** A document, a picture, a map and the like: nothing says that it has rows and fields. */
const isNoTable = ({ resource, paths }: DescribedTable): boolean =>
  resource.schema === undefined &&
  (paths.length > 0 || resource['data'] !== undefined) &&
  !isTabular(paths, resource);

function nameConcepts({
  all,
  loaded,
  root,
  ...catalogue
}: {
  all: readonly DescribedTable[];
  loaded: readonly DescribedTable[];
  root: DescribedTable | undefined;
  files: DescribedTable | undefined;
  fileLinks: DescribedTable | undefined;
}): Pick<DescribedPackage, 'all' | 'loaded' | 'root' | 'files' | 'fileLinks'> {
  // Tables that are not loaded have no concepts, so their fields take no ids from others.
  const ids = conceptIds(loaded, root);
  const named = new Map(
    all.map((table): [DescribedTable, NamedTable] => [
      table,
      { ...table, fields: table.fields.map((field) => ({ ...field, conceptId: ids.get(field) ?? '' })) },
    ]),
  );
  const find = (table: DescribedTable): NamedTable[] => {
    const found = named.get(table);
    return found === undefined ? [] : [found];
  };
  return {
    all: all.flatMap(find),
    loaded: loaded.flatMap(find),
    root: root && named.get(root),
    files: catalogue.files && named.get(catalogue.files),
    fileLinks: catalogue.fileLinks && named.get(catalogue.fileLinks),
  };
}
