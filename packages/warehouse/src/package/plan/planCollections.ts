import { type Collection, type DeclaredPolarity, pluralOf } from '@atrium/engine';
import { findField, isPublished, type NamedTable } from '../describedTable.ts';
import type { KeyReference, TablePlan } from '../packagePlan.ts';
import { isLinkTable, type RoutedTable } from './subjectPath.ts';

export interface PlannedCollection {
  readonly collection: Collection;
  readonly relations: TablePlan['relations'];
}

/** Collections by table name, the root first, then in package order; a link table is no collection. */
export function planCollections(
  routed: readonly RoutedTable<NamedTable>[],
  loaded: readonly NamedTable[],
): ReadonlyMap<string, PlannedCollection> {
  const root = routed[0]?.table;
  const links = new Set(routed.flatMap((route) => linkTableOf(route, routed)));
  const inOrder = [...loaded].sort((a, b) => Number(b === root) - Number(a === root));
  const collections = inOrder.filter((table) => !links.has(table));
  const names = new Set(collections.map(({ name }) => name));
  let count = 0;
  const relationsOf = (table: NamedTable): TablePlan['relations'] =>
    relatedKeys(table, names, root).map((reference) => ({ number: ++count, reference }));
  return new Map(
    collections.map((table) => {
      const relations = relationsOf(table);
      const sharedRows = routed.find((route) => route.table === table)?.sharedRows ?? false;
      return [table.name, { collection: planCollection(table, { root, sharedRows, relations }), relations }];
    }),
  );
}

function planCollection(
  table: NamedTable,
  {
    root,
    sharedRows,
    relations,
  }: { root: NamedTable | undefined; sharedRows: boolean; relations: TablePlan['relations'] },
): Collection {
  const { resource } = table;
  const title = resource.title ?? table.name;
  const { event, polarity } = resource.atrium ?? {};
  const conceptId = (name: string | undefined): string | null => {
    const field = name === undefined ? undefined : findField(table, name);
    return field !== undefined && isPublished(field) ? field.conceptId : null;
  };
  return {
    id: table.name,
    title,
    titlePlural: resource.atrium?.titlePlural ?? pluralOf(title),
    description: resource.description ?? '',
    isRoot: table === root,
    event:
      event === undefined
        ? null
        : {
            startConceptId: conceptId(event.start),
            endConceptId: conceptId(event.end),
            isInterval: event.end !== undefined,
          },
    sharedRows,
    ...plannedPolarity(polarity, conceptId(polarity?.field)),
    relations: relations.map(({ number, reference }) => ({ number, collectionId: reference.target })),
  };
}

function plannedPolarity(
  declared: { readonly absent: DeclaredPolarity['absent'] } | undefined,
  conceptId: string | null,
): Pick<Collection, 'polarity'> {
  return declared === undefined || conceptId === null
    ? {}
    : { polarity: { conceptId, absent: declared.absent } };
}

/** Foreign keys to other sub-collections (rule 10.4); the root has none, and a table is not related to itself. */
function relatedKeys(
  table: NamedTable,
  collections: ReadonlySet<string>,
  root: NamedTable | undefined,
): readonly KeyReference[] {
  if (table === root) return [];
  return table.references.filter(
    ({ target }) => collections.has(target) && target !== root?.name && target !== table.name,
  );
}

/** The link table over which a path leads, if any. */
function linkTableOf(
  { path }: RoutedTable<NamedTable>,
  routed: readonly RoutedTable<NamedTable>[],
): NamedTable[] {
  const name = path.kind === 'linked' ? path.link : path.kind === 'through' ? path.reference.target : null;
  return routed.flatMap(({ table, path: own }) =>
    table.name === name && own.kind !== 'root' && isLinkTable(table) ? [table] : [],
  );
}
