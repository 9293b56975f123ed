import { z } from 'zod';
import { conceptTypes } from '../documents/dataPackage.ts';
import { aggregationSettings } from './tableDefinition.ts';
import { wireObject } from './wireObject.ts';

const itemTypes = ['string', 'boolean', 'date', 'integer', 'number'] as const;

/** Where an exported column comes from; the aggregation is null for a stacked one. */
const origin = wireObject({
  conceptId: z.string(),
  conceptType: z.enum(conceptTypes),
  collectionId: z.string(),
  aggregation: wireObject({
    method: z.string(),
    settings: aggregationSettings,
    criteriaSet: z.string().nullable(),
  }).nullable(),
});

/** A column of an export as a field of a Table Schema; spellings are those of the standard, which `unit` and `atrium` extend. */
export const dictionaryField = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum([...itemTypes, 'year', 'list']),
  itemType: z.enum(itemTypes).optional(),
  delimiter: z.string().optional(),
  trueValues: z.array(z.string()).optional(),
  falseValues: z.array(z.string()).optional(),
  unit: z.string().optional(),
  categories: z.array(z.string()).optional(),
  constraints: z
    .object({
      required: z.literal(true).optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
    })
    .optional(),
  atrium: origin,
});
export type DictionaryField = z.output<typeof dictionaryField>;

/** The data dictionary of an export: a Table Schema (Data Package 2) of its columns and where the rows come from. */
export const exportDictionary = z.object({
  $schema: z.literal('https://datapackage.org/profiles/2.0/tableschema.json'),
  fields: z.array(dictionaryField),
  missingValues: z.array(z.string()),
  sources: z.array(
    z.object({
      title: z.string(),
      dataset: z.string(),
      release: z.string(),
      /** The package's own version of the data. */
      version: z.string().optional(),
      /** When the dictionary was read, an ISO instant. */
      time: z.iso.datetime(),
    }),
  ),
});
export type ExportDictionary = z.output<typeof exportDictionary>;
