import { kindOf, type Lookup } from '@atrium/engine';

/** What of a dictionary an index depends on: releases with equal shapes that read the same tables have one index. */
export function indexShape({ dictionary, root }: Lookup): string {
  const { collections, concepts, ontologies, eventTime } = dictionary;
  return JSON.stringify({
    root: root.id,
    eventTime,
    collections: collections.map(({ id, sharedRows, event }) => [
      id,
      sharedRows,
      event === null,
      event?.isInterval,
    ]),
    concepts: concepts.map((concept) => {
      const { columnType, isCoded } = kindOf(concept);
      const ontology = ontologies.find(({ id }) => id === concept.ontologyId)?.number ?? null;
      return [
        concept.number,
        concept.id,
        concept.collectionId,
        concept.isMultiple,
        columnType,
        isCoded,
        ontology,
      ];
    }),
  });
}
