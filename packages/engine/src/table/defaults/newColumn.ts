import type { TableField } from '@atrium/contract';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';

/** A column nobody has chosen a method for: root concepts are stacked, others listed (rule 5.11). */
export const newColumn = (concept: Concept, entryId: string, { root }: Lookup): TableField =>
  concept.collectionId === root.id
    ? { entryId, conceptId: concept.id, aggregate: false, aggregationMethod: null }
    : {
        entryId,
        conceptId: concept.id,
        aggregate: true,
        aggregationMethod: 'list_distinct',
        aggregationSettings: {},
      };
