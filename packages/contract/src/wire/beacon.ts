import { z } from 'zod';

/** GA4GH Beacon 2.2, as its framework spells it; only what a beacon of individuals needs that answers with counts. */
export const beaconVersion = 'v2.2.0';

/** Of the default model of Beacon 2.2: how a record of an individual would be written. None is ever returned. */
export const individualSchema = {
  entityType: 'individual',
  schema:
    'https://github.com/ga4gh-beacon/beacon-v2/tree/v2.2.0/models/json/beacon-v2-default-model/individuals',
} as const;

/** At most so many filters of one question. */
export const maxBeaconFilters = 20;
/** At most so many terms on one page. */
export const maxBeaconTerms = 1000;

export const beaconOperators = ['=', '<', '>', '!', '>=', '<='] as const;
export type BeaconOperator = (typeof beaconOperators)[number];

/** A term, a value of a concept as `concept:value`, or a concept with an operator and a value. */
export const beaconFilter = z.object({
  id: z.string().min(1).max(500),
  operator: z.enum(beaconOperators).optional(),
  value: z.union([z.string().max(500), z.number(), z.boolean()]).optional(),
  includeDescendantTerms: z.boolean().optional(),
  similarity: z.enum(['exact', 'high', 'medium', 'low']).optional(),
  scope: z.string().max(100).optional(),
});
export type BeaconFilter = z.infer<typeof beaconFilter>;

/** The last two are answered with a count. */
export const granularity = z.enum(['boolean', 'count', 'aggregated', 'record']);
export type BeaconGranularity = z.infer<typeof granularity>;

const pagination = z.object({ skip: z.int().min(0).optional(), limit: z.int().min(0).optional() });

export const beaconBody = z.object({
  meta: z.looseObject({ apiVersion: z.string().max(20).optional() }).optional(),
  query: z
    .object({
      filters: z.array(beaconFilter).max(maxBeaconFilters).optional(),
      requestedGranularity: granularity.optional(),
      pagination: pagination.optional(),
    })
    .optional(),
});

const dataset = { dataset: z.string().optional() };
export const beaconDataset = z.object(dataset);

/** As a link: ids of filters, separated by commas. */
export const beaconQuery = z.object({
  ...dataset,
  filters: z.string().max(10_000).optional(),
  requestedGranularity: granularity.optional(),
});

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .optional();
export const beaconPage = z.object({ ...dataset, skip: wholeNumber, limit: wholeNumber });

const schemaNames = z.array(z.object({ entityType: z.string(), schema: z.string() }));
const metaOfAll = { beaconId: z.string(), apiVersion: z.string(), returnedSchemas: schemaNames };
const informed = <Response extends z.ZodType>(response: Response) =>
  z.object({ meta: z.object(metaOfAll), response });

export const beaconInfo = informed(
  z.object({
    id: z.string(),
    name: z.string(),
    apiVersion: z.string(),
    environment: z.enum(['prod', 'dev']),
    organization: z.object({ id: z.string(), name: z.string(), welcomeUrl: z.url() }),
    description: z.string(),
    version: z.string(),
    welcomeUrl: z.url(),
  }),
);

export const beaconServiceInfo = z.object({
  id: z.string(),
  name: z.string(),
  type: z.object({ group: z.literal('org.ga4gh'), artifact: z.literal('beacon'), version: z.string() }),
  organization: z.object({ name: z.string(), url: z.url() }),
  version: z.string(),
});

const individual = z.object({
  id: z.literal('individual'),
  name: z.string(),
  partOfSpecification: z.string(),
  ontologyTermForThisType: z.object({ id: z.string(), label: z.string() }),
  defaultSchema: z.object({ id: z.string(), name: z.string(), referenceToSchemaDefinition: z.string() }),
  nonFilteredQueriesAllowed: z.boolean(),
});
const entryTypes = z.object({ individual });
const schemaOf = { $schema: z.string() };

export const beaconEntryTypes = informed(z.object({ entryTypes }));
export const beaconConfiguration = informed(
  z.object({
    ...schemaOf,
    maturityAttributes: z.object({ productionStatus: z.enum(['PROD', 'DEV']) }),
    securityAttributes: z.object({
      defaultGranularity: granularity,
      securityLevels: z.array(z.literal('CONTROLLED')),
    }),
    entryTypes,
  }),
);
export const beaconMap = informed(
  z.object({
    ...schemaOf,
    endpointSets: z.object({
      individual: z.object({
        entryType: z.literal('individual'),
        rootUrl: z.url(),
        filteringTermsUrl: z.url(),
        openAPIEndpointsDefinition: z.url(),
      }),
    }),
  }),
);

const filteringTerm = z.object({
  id: z.string(),
  label: z.string(),
  type: z.string(),
  scopes: z.tuple([z.literal('individual')]),
  values: z.array(z.string()).optional(),
});
export type FilteringTerm = z.infer<typeof filteringTerm>;
export const beaconFilteringTerms = informed(
  z.object({
    filteringTerms: z.array(filteringTerm),
    resources: z.array(z.object({ id: z.string(), name: z.string(), version: z.string().optional() })),
  }),
);

export const beaconAnswer = z.object({
  meta: z.object({
    ...metaOfAll,
    returnedGranularity: z.enum(['boolean', 'count']),
    receivedRequestSummary: z.object({
      apiVersion: z.string(),
      requestedSchemas: schemaNames,
      pagination: z.object({ skip: z.int(), limit: z.int() }),
      requestedGranularity: granularity,
      filters: z.array(beaconFilter),
    }),
  }),
  responseSummary: z.object({ exists: z.boolean(), numTotalResults: z.int().optional() }),
  info: z.object({
    dataset: z.string(),
    release: z.string(),
    /** Of the count, or of the cross-tab that it is a cell of. */
    receipt: z.string().optional(),
    /** What is hidden, and why. */
    note: z.string().optional(),
  }),
});
export type BeaconAnswer = z.infer<typeof beaconAnswer>;

export const beaconError = z.object({
  meta: z.object(metaOfAll),
  /** `code` is the portal's own, as its other calls give it. */
  error: z.object({ errorCode: z.int(), errorMessage: z.string(), code: z.string() }),
});
