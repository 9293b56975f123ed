import { type Dictionary, storage } from '@atrium/engine';

/** Every table that a release with this dictionary holds. */
export function storedTables(dictionary: Dictionary): string[] {
  return [
    ...dictionary.collections.flatMap((collection) => [
      storage.collection(collection),
      ...(collection.sharedRows ? [storage.links(collection)] : []),
      ...collection.relations.map((relation) => storage.related(relation)),
    ]),
    ...dictionary.concepts.filter(({ isMultiple }) => isMultiple).map(storage.values),
    ...dictionary.ontologies.flatMap(({ number }) => [
      storage.terms(number),
      storage.parents(number),
      storage.within(number),
      storage.synonyms(number),
      storage.alternatives(number),
    ]),
    storage.dictionary,
  ];
}
