import type { PlannedCollection } from './planCollections.ts';
import type { RoutedTable } from './subjectPath.ts';

/** For each table the fields by which it is joined: its primary key, and both sides of the foreign keys in use. */
export function keyFieldsOf(
  routed: readonly RoutedTable[],
  collections: ReadonlyMap<string, PlannedCollection>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>(
    routed.map(({ table }) => [table.name, new Set(table.primaryKey)]),
  );
  const add = (table: string, fields: readonly string[]): void => {
    for (const field of fields) keys.get(table)?.add(field);
  };
  for (const { table, path } of routed) {
    for (const { reference } of collections.get(table.name)?.relations ?? []) {
      add(table.name, reference.fields);
      add(reference.target, reference.targetFields);
    }
    if (path.kind === 'root') continue;
    add(path.kind === 'linked' ? path.link : table.name, path.reference.fields);
    add(path.reference.target, path.reference.targetFields);
  }
  return keys;
}
