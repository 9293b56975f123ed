import {
  type DescribedReference,
  type DescribedTable,
  findField,
  isList,
  isPublished,
} from '../describedTable.ts';
import type { SubjectPath } from '../packagePlan.ts';

/** A table with its path to the subjects. */
export interface RoutedTable<Table extends DescribedTable = DescribedTable> {
  readonly table: Table;
  readonly path: SubjectPath;
  /** One of its rows may belong to several subjects. */
  readonly sharedRows: boolean;
}

/**
 * Finds each table's path to the root, and lists each table after those that its path needs; a table without a path is
 * left out. Tried in this order: a foreign key to the root, a link table between this table and the subjects, a foreign
 * key to a table that has a path, and any table with a path that names this one.
 */
export function findSubjectPaths<Table extends DescribedTable>(
  loaded: readonly Table[],
  root: Table,
): RoutedTable<Table>[] {
  const found: RoutedTable<Table>[] = [{ table: root, path: { kind: 'root' }, sharedRows: false }];
  const open = new Set(loaded.filter((table) => table !== root));
  const findPaths = (find: (table: Table) => Omit<RoutedTable, 'table'> | undefined): boolean => {
    const before = open.size;
    for (const table of open) {
      const route = find(table);
      if (route === undefined) continue;
      found.push({ table, ...route });
      open.delete(table);
    }
    return open.size < before;
  };
  findPaths((table) => findDirect(table, root));
  findPaths((table) =>
    findLinked(
      table,
      found.filter((route) => route.path.kind === 'direct' && isLinkTable(route.table)),
    ),
  );
  while (findPaths((table) => findThrough(table, found) ?? findLinked(table, found)));
  return found;
}

function findDirect(table: DescribedTable, root: DescribedTable) {
  const reference = table.references.find(({ target }) => target === root.name);
  if (reference === undefined) return undefined;
  const several = isListReference(table, reference) || !isPrimaryKey(root, reference.targetFields);
  return {
    path: { kind: 'direct', reference, isList: isListReference(table, reference) },
    sharedRows: several,
  } as const;
}

function findLinked(table: DescribedTable, found: readonly RoutedTable[]) {
  for (const candidate of found) {
    const reference = candidate.table.references.find(({ target }) => target === table.name);
    if (reference === undefined) continue;
    return { path: { kind: 'linked', link: candidate.table.name, reference }, sharedRows: true } as const;
  }
  return undefined;
}

function findThrough(table: DescribedTable, found: readonly RoutedTable[]) {
  for (const candidate of found) {
    const reference = table.references.find(({ target }) => target === candidate.table.name);
    if (reference === undefined || candidate.table === table) continue;
    const isSingle =
      isPrimaryKey(candidate.table, reference.targetFields) && !isListReference(table, reference);
    return { path: { kind: 'through', reference }, sharedRows: candidate.sharedRows || !isSingle } as const;
  }
  return undefined;
}

export const isListReference = (table: DescribedTable, { fields }: DescribedReference): boolean =>
  fields.some((name) => isList(findField(table, name)));

const isPrimaryKey = (table: DescribedTable, fields: readonly string[]): boolean =>
  table.primaryKey.length === fields.length && fields.every((name) => table.primaryKey.includes(name));

/** Whether a table has nothing but keys; it is not a collection when other tables find their subjects over it. */
export function isLinkTable({ fields, references, resource }: DescribedTable): boolean {
  const keys = new Set(references.flatMap((reference) => reference.fields));
  return (
    references.length > 0 &&
    resource.atrium?.event === undefined &&
    fields.every((field) => !isPublished(field) || keys.has(field.name))
  );
}
