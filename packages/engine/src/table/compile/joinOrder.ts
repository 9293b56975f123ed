import type { Collection } from '../../dictionary/dictionary.ts';

/** A sub-collection joined to the subjects, or to the rows of `lead`, which it is related to. */
export interface JoinStep {
  readonly collection: Collection;
  readonly lead: Collection | null;
}

export const areRelated = (one: Collection, other: Collection): boolean =>
  one.relations.some(({ collectionId }) => collectionId === other.id) ||
  other.relations.some(({ collectionId }) => collectionId === one.id);

/** The first of the joined collections whose rows pair up with those of `collection`. */
export const leadOf = (collection: Collection, joined: readonly JoinStep[]): Collection | null =>
  joined.find((step) => areRelated(step.collection, collection))?.collection ?? null;

/**
 * In column order, but a collection that is related to a joined one comes before those that are not, so that rows pair
 * up wherever they can. The leading collection keeps all its rows; rows that pair with none of them are left out.
 */
export function joinOrder(collections: readonly Collection[]): readonly JoinStep[] {
  const waiting = [...new Set(collections)].filter((collection) => !collection.isRoot);
  const joined: JoinStep[] = [];
  while (waiting.length > 0) {
    const related = waiting.findIndex((collection) => leadOf(collection, joined) !== null);
    for (const collection of waiting.splice(Math.max(related, 0), 1)) {
      joined.push({ collection, lead: leadOf(collection, joined) });
    }
  }
  return joined;
}
