import { z } from 'zod';
import { describeIssues } from '../errors/issueWords.ts';
import { type CohortDefinition, cohortDefinitionWire } from './cohortDefinition.ts';
import { sentences } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** What the first field of a cohort document says, and the only version so far. */
export const cohortFormat = 'atrium-cohort';
export const cohortVersion = 1;

const named = wireObject({ id: z.string(), title: z.string() });

/**
 * A cohort as a file that travels (rule 3.32). The definition alone says what is meant: the titles are there so that what
 * another dataset lacks can be named.
 */
export const cohortDocument = wireObject({
  format: z.literal(cohortFormat),
  version: z.literal(cohortVersion),
  name: z.string().max(500).optional(),
  /** In words, a line for each criteria set. */
  description: z.array(z.string()).default([]),
  source: wireObject({ dataset: z.string(), name: z.string(), release: z.string() }).optional(),
  concepts: z.array(wireObject({ id: z.string(), title: z.string(), type: z.string() })).default([]),
  collections: z.array(named).default([]),
  definition: cohortDefinitionWire,
});
export type CohortDocument = z.output<typeof cohortDocument>;

export type ParsedCohort =
  | { readonly kind: 'cohort'; readonly document: CohortDocument }
  | { readonly kind: 'malformed'; readonly faults: readonly string[] };

/** Parses a cohort document. A field of its definition that nobody knows is a fault: to drop it would change who is meant. */
export function parseCohortDocument(given: Readonly<Record<string, unknown>>): ParsedCohort {
  const parsed = cohortDocument.safeParse(given);
  if (!parsed.success) return { kind: 'malformed', faults: [describeIssues(parsed.error.issues)] };
  const unknown = unknownKeys(given['definition'], encodedDefinition(parsed.data.definition), 'definition');
  if (unknown.length === 0) return { kind: 'cohort', document: parsed.data };
  return { kind: 'malformed', faults: unknown.map((path) => `${path}: nobody knows this field`) };
}

export const encodedDefinition = (definition: CohortDefinition): unknown =>
  z.encode(cohortDefinitionWire, definition);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function unknownKeys(given: unknown, known: unknown, path: string): readonly string[] {
  if (!isObject(given)) return [];
  return Object.keys(given).flatMap((key) => {
    const at = `${path}.${key}`;
    if (!isObject(known) || known[key] === undefined) return [at];
    return unknownKeys(given[key], known[key], at);
  });
}

const schemaAddress = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schema of version 1, which is served and stands in docs/cohort.schema.json. */
export const cohortSchema = (): Readonly<Record<string, unknown>> => ({
  $schema: schemaAddress,
  title: 'A cohort of Atrium, version 1',
  ...z.toJSONSchema(cohortDocument, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined)
        jsonSchema.additionalProperties = false;
    },
  }),
});

/** In which conventions a cohort can be taken along. */
export const cohortFormats = ['cohort', 'sqon', 'circe', 'phenopackets'] as const;
export type CohortFormat = (typeof cohortFormats)[number];

/**
 * A cohort in a convention. Where a part of the definition cannot be said in it, there is no document, and `unsaid` names
 * the parts. What is left out beside that, and does not change who is in the cohort, stands in `leftOut`.
 */
export const travellingCohort = wireObject({
  format: z.enum(cohortFormats),
  fileName: z.string(),
  document: z.record(z.string(), z.unknown()).nullable(),
  unsaid: sentences,
  leftOut: sentences,
});
export type TravellingCohort = z.output<typeof travellingCohort>;
