import { z } from 'zod';
import { conceptUses } from '../documents/dataPackage.ts';
import { wireObject } from './wireObject.ts';

const conceptId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_]{0,62}$/);
const title = z.string().trim().min(1).max(200);
const description = z.string().max(4000);

/** What staff changed of one concept; what is absent stays as the package says it (rule 15.41). */
export const conceptEdit = wireObject({
  title: title.optional(),
  titlePlural: title.optional(),
  description: description.optional(),
  /** The id of a category; null: under none. */
  category: z.string().nullable().optional(),
  uses: z.array(z.enum(conceptUses)).optional(),
  hasPhi: z.boolean().optional(),
  isAggregatable: z.boolean().optional(),
  isPublished: z.boolean().optional(),
  prefilter: wireObject({ conceptId, mode: z.enum(['required', 'optional']) })
    .nullable()
    .optional(),
});
export type ConceptEdit = z.output<typeof conceptEdit>;

export const collectionEdit = wireObject({
  title: title.optional(),
  titlePlural: title.optional(),
  description: description.optional(),
});
export type CollectionEdit = z.output<typeof collectionEdit>;

export const editedCategory = wireObject({
  id: z.string().min(1).max(63),
  title,
  parent: z.string().nullable(),
});
export type EditedCategory = z.output<typeof editedCategory>;

const maxConcepts = 20_000;

/** All that staff changed of the dictionary that came with the data. */
export const dictionaryEditsWire = wireObject({
  concepts: z.record(conceptId, conceptEdit),
  collections: z.record(z.string(), collectionEdit),
  /** Ids of all concepts in their order; null: as in the package. */
  order: z.array(conceptId).max(maxConcepts).nullable(),
  /** All categories; null: those of the package. */
  categories: z.array(editedCategory).max(2000).nullable(),
});
export type DictionaryEdits = z.output<typeof dictionaryEditsWire>;

export const noDictionaryEdits: DictionaryEdits = {
  concepts: {},
  collections: {},
  order: null,
  categories: null,
};
