import { topCodedYearIn } from '@atrium/contract/calendar/ages';
import { timeUnits } from '@atrium/contract/calendar/moments';
import { conceptType, conceptUses, packageMetrics } from '@atrium/contract/documents/dataPackage';
import { purpose } from '@atrium/contract/documents/purpose';
import { createLookup, type Dictionary, type Lookup, storage } from '@atrium/engine';
import { z } from 'zod';

const collection = z.object({
  id: z.string(),
  title: z.string(),
  titlePlural: z.string(),
  description: z.string(),
  isRoot: z.boolean(),
  event: z
    .object({
      startConceptId: z.string().nullable(),
      endConceptId: z.string().nullable(),
      isInterval: z.boolean(),
    })
    .nullable(),
  sharedRows: z.boolean(),
  polarity: z
    .object({ conceptId: z.string(), absent: z.array(z.union([z.string(), z.boolean(), z.null()])) })
    .optional(),
  relations: z.array(z.object({ collectionId: z.string(), number: z.number() })),
});

const concept = z.object({
  id: z.string(),
  number: z.number(),
  type: conceptType,
  title: z.string(),
  titlePlural: z.string(),
  description: z.string(),
  collectionId: z.string(),
  categoryNumber: z.number().nullable(),
  isMultiple: z.boolean(),
  uses: z.array(z.enum(conceptUses)),
  hasPhi: z.boolean(),
  isAggregatable: z.boolean(),
  isInteger: z.boolean(),
  /** Absent in releases of before digits were kept. */
  keepsDigits: z.boolean().default(false),
  /** Absent in releases of before numbers had words beside them. */
  words: z
    .array(
      z.object({
        text: z.string(),
        bound: z.object({ min: z.number().nullable(), max: z.number().nullable() }).nullable(),
      }),
    )
    .default([]),
  unit: z.string().nullable(),
  /** Absent in releases of before there were times. */
  time: z.enum(timeUnits).nullable().default(null),
  topCodedYear: z.int().nullable().optional(),
  ontologyId: z.string().nullable(),
  prefilter: z.object({ conceptId: z.string(), mode: z.enum(['required', 'optional']) }).nullable(),
  link: z.string().nullable(),
  declaredValues: z.array(z.string()),
  edge: z.enum(['start', 'end']).optional(),
  synonyms: z.array(z.object({ text: z.string(), value: z.string().nullable() })).optional(),
});

/** Releases of before years were top-coded do not say when they were made: it counts as this year (rule 1.21). */
const withTopCodedYear = concept.transform(({ topCodedYear, ...rest }) => {
  const latest = rest.type === 'date' ? topCodedYearIn(new Date().getFullYear()) : null;
  return { ...rest, topCodedYear: topCodedYear ?? latest };
});

const dictionaryDocument = z.object({
  datasetId: z.string(),
  rootCollectionId: z.string(),
  subjectIdConceptId: z.string().nullable(),
  eventTime: z.enum(['date', 'age']).nullable(),
  collections: z.array(collection),
  concepts: z.array(withTopCodedYear),
  categories: z.array(
    z.object({
      number: z.number(),
      id: z.string(),
      title: z.string(),
      parentNumber: z.number().nullable(),
    }),
  ),
  ontologies: z.array(
    z.object({ id: z.string(), number: z.number(), title: z.string(), version: z.string().nullable() }),
  ),
  defaultColumns: z.array(z.string()),
  /** Absent in releases of before there were files. */
  files: z.object({ count: z.number(), hasMd5: z.boolean().optional() }).optional(),
  families: z
    .object({
      familyConceptId: z.string(),
      roleConceptId: z.string(),
      proband: z.string(),
      mother: z.string(),
      father: z.string(),
      sibling: z.string().optional(),
    })
    .optional(),
  metrics: packageMetrics.optional(),
  dataUse: z
    .object({
      conceptId: z.string().nullable(),
      occurring: z.array(z.object({ codes: z.string(), subjects: z.number() })),
      titles: z.record(z.string(), z.string()),
      forAggregates: purpose.nullable(),
    })
    .optional(),
}) satisfies z.ZodType<Dictionary>;

/**
 * The dictionary of a release from the JSON text that its dictionary table holds. Throws unless the text is a
 * dictionary and `tables`, the names of the tables that are there, hold all that it needs.
 */
export function parseDictionary(
  document: unknown,
  { release, tables }: { release: string; tables: readonly unknown[] },
): Lookup {
  const dictionary = dictionaryDocument.parse(JSON.parse(String(document)));
  const present = new Set(tables);
  const absent = storedTables(dictionary).filter((table) => !present.has(table));
  if (absent.length > 0) throw new Error(`Release ${release} lacks ${absent.join(', ')}.`);
  return createLookup(dictionary);
}

/** Every table that a release with this dictionary holds. */
export function storedTables(dictionary: Dictionary): string[] {
  return [
    ...dictionary.collections.flatMap((collection) => [
      storage.collection(collection),
      ...(collection.sharedRows ? [storage.links(collection)] : []),
      ...collection.relations.map((relation) => storage.related(relation)),
    ]),
    ...dictionary.concepts.filter(({ isMultiple }) => isMultiple).map(storage.values),
    ...dictionary.concepts.filter(({ isMultiple, time }) => isMultiple && time !== null).map(storage.moments),
    ...dictionary.ontologies.flatMap(({ number }) => [
      storage.terms(number),
      storage.parents(number),
      storage.within(number),
      storage.synonyms(number),
      storage.alternatives(number),
    ]),
    ...(dictionary.files === undefined ? [] : [storage.files, storage.fileSubjects]),
    storage.dictionary,
  ];
}
