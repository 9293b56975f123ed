import type {
  PlainCollection,
  PlainConcept,
  PlainOntology,
  PlainRelease,
  PlainRow,
} from '../plainRelease.ts';

/**
 * A second, slow statement of what definitions mean, written from docs/rules and not from the compiler: plain
 * arrays, nested loops, no cleverness. Tests hold the compiled SQL to it.
 */
export type Scalar = string | number | boolean;

/** A row with the collection it stands in; two rows are the same when they are the same object. */
export interface ReferenceRow {
  readonly collection: PlainCollection;
  readonly row: PlainRow;
}

/** The non-null values that a row has of a concept; a single-valued concept has at most one. */
export function valuesOf(row: PlainRow, conceptId: string): readonly Scalar[] {
  const held = row.values[conceptId] ?? null;
  if (held === null) return [];
  if (typeof held === 'object') return [...new Set(held)];
  return [held];
}

export function rootOf(release: PlainRelease): PlainCollection {
  const [root] = release.collections;
  if (root === undefined) throw new Error('A release has a root.');
  return root;
}

export function collectionOf(release: PlainRelease, id: string): PlainCollection {
  const collection = release.collections.find((candidate) => candidate.id === id);
  if (collection === undefined) throw new Error(`There is no ${id}.`);
  return collection;
}

/** A concept with the collection that holds it. */
export function conceptOf(
  release: PlainRelease,
  id: string,
): { readonly concept: PlainConcept; readonly collection: PlainCollection } {
  for (const collection of release.collections) {
    const concept = collection.concepts.find((one) => one.id === id);
    if (concept !== undefined) return { concept, collection };
  }
  throw new Error(`There is no ${id}.`);
}

export function ontologyOf(release: PlainRelease, conceptId: string): PlainOntology {
  const { ontologyId } = conceptOf(release, conceptId).concept;
  const ontology = release.ontologies?.find((one) => one.id === ontologyId);
  if (ontology === undefined) throw new Error(`${conceptId} has no ontology.`);
  return ontology;
}

/** The subject's id is the value of the root's first concept. */
export function subjectIds(release: PlainRelease): readonly string[] {
  const root = rootOf(release);
  const [id] = root.concepts;
  return root.rows.map((row) => String(row.values[id?.id ?? '']));
}

export const rowsOfSubject = (
  release: PlainRelease,
  collectionId: string,
  subject: string,
): readonly ReferenceRow[] => {
  const collection = collectionOf(release, collectionId);
  return collection.rows.filter((row) => row.subjects.includes(subject)).map((row) => ({ collection, row }));
};
