import { z } from 'zod';
import { codeOfText, conceptTypes, inlineOntology } from '../documents/dataPackage.ts';
import { aggregationSettings } from './tableDefinition.ts';
import { wireObject } from './wireObject.ts';

const itemTypes = ['string', 'boolean', 'date', 'datetime', 'integer', 'number'] as const;

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

/**
 * A column of an export as a field of a data package (docs/data-packages.md); spellings are those of the standard, which
 * `unit` and `atrium` extend.
 */
export const dictionaryField = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum([...itemTypes, 'year', 'list']),
  itemType: z.enum(itemTypes).optional(),
  format: z.literal('any').optional(),
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
  atrium: z.object({
    id: z.string(),
    type: z.enum(conceptTypes),
    ontology: z.string().optional(),
    codes: z.array(codeOfText).optional(),
    unit: z.string().optional(),
    phi: z.literal(true).optional(),
    aggregatable: z.literal(false).optional(),
    link: z.string().optional(),
    /** Of items that are text to a reader of the standard, and days with their times to an import. */
    time: z.literal(true).optional(),
    listEscape: z.literal('\\').optional(),
    origin,
  }),
});
export type DictionaryField = z.output<typeof dictionaryField>;

/** A file in which an export can be imported again. */
export const packagedFormat = z.enum(['csv', 'parquet']);
export type PackagedFormat = z.infer<typeof packagedFormat>;

/**
 * The data dictionary of an export: a Data Package (2) of the file, which can be imported with it, and where the rows
 * come from (rule 5.20).
 */
export const exportDictionary = z.object({
  $schema: z.literal('https://datapackage.org/profiles/2.0/datapackage.json'),
  name: z.string(),
  title: z.string(),
  created: z.iso.datetime(),
  resources: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      format: packagedFormat,
      encoding: z.literal('utf-8').optional(),
      schema: z.object({
        fields: z.array(dictionaryField),
        primaryKey: z.string().optional(),
        missingValues: z.array(z.string()),
      }),
      atrium: z.object({ formulaPrefix: z.literal("'") }).optional(),
    }),
  ),
  atrium: z
    .object({ root: z.string().optional(), ontologies: z.array(inlineOntology).optional() })
    .optional(),
  sources: z.array(
    z.object({
      title: z.string(),
      dataset: z.string(),
      release: z.string(),
      /** The package's own version of the data. */
      version: z.string().optional(),
      /** Its DOI as an address, where the site has given one (rule 12.33). */
      path: z.url().optional(),
      /** When the dictionary was read, an ISO instant. */
      time: z.iso.datetime(),
      /** Of the cohort and of the table over it; absent where the cohort has errors (rule 3.26). */
      cohortReceipt: z.string().optional(),
      tableReceipt: z.string().optional(),
    }),
  ),
});
export type ExportDictionary = z.output<typeof exportDictionary>;
