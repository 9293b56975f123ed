import { z } from 'zod';

/**
 * The cohort expression of Circe (OHDSI circe-be 1.11), which ATLAS exports. Fields that are not named here are kept, so
 * that a reader can say which of them it does not know.
 */
const flag = z.boolean().nullish();
const concept = z.looseObject({ CONCEPT_ID: z.int(), CONCEPT_NAME: z.string().nullish() });
export type CirceConcept = z.output<typeof concept>;
/** Genders and the like, where a criterion names them one by one. */
export const circeConcepts = z.array(concept);

const conceptSet = z.looseObject({
  id: z.int(),
  name: z.string().nullish(),
  expression: z.looseObject({
    items: z.array(
      z.looseObject({ concept, isExcluded: flag, includeDescendants: flag, includeMapped: flag }),
    ),
  }),
});
export type CirceConceptSet = z.output<typeof conceptSet>;

/** One kind of event and its restrictions: `{"ConditionOccurrence": {"CodesetId": 0}}`. */
const criterion = z.record(z.string(), z.record(z.string(), z.unknown()));
export type CirceCriterion = z.output<typeof criterion>;

const edge = z.looseObject({ Days: z.int().nullish(), Coeff: z.int() });
const window = z.looseObject({ Start: edge, End: edge });
export type CirceWindow = z.output<typeof window>;

const correlated = z.looseObject({
  Criteria: criterion,
  StartWindow: window.nullish(),
  EndWindow: window.nullish(),
  Occurrence: z.looseObject({ Type: z.int().min(0).max(2), Count: z.int().min(0) }),
  RestrictVisit: flag,
  IgnoreObservationPeriod: flag,
});
export type CirceCorrelated = z.output<typeof correlated>;

const group = z.looseObject({
  Type: z.string().nullish(),
  Count: z.int().nullish(),
  CriteriaList: z.array(correlated).nullish(),
  DemographicCriteriaList: z.array(z.record(z.string(), z.unknown())).nullish(),
  get Groups() {
    return z.array(group).nullish();
  },
});
export type CirceGroup = z.output<typeof group>;

/** A range of numbers or days; `Op` is one of lt, lte, eq, gt, gte, bt, perhaps after `!`. */
export const circeRange = z.looseObject({
  Value: z.union([z.number(), z.string()]),
  Op: z.string(),
  Extent: z.union([z.number(), z.string()]).nullish(),
});
export type CirceRange = z.output<typeof circeRange>;

const limit = z.looseObject({ Type: z.string().nullish() }).nullish();

export const circeExpression = z.looseObject({
  ConceptSets: z.array(conceptSet).nullish(),
  PrimaryCriteria: z.looseObject({
    CriteriaList: z.array(criterion),
    ObservationWindow: z.looseObject({ PriorDays: z.int(), PostDays: z.int() }).nullish(),
    PrimaryCriteriaLimit: limit,
  }),
  AdditionalCriteria: group.nullish(),
  QualifiedLimit: limit,
  ExpressionLimit: limit,
  InclusionRules: z
    .array(z.looseObject({ name: z.string().nullish(), expression: group.nullish() }))
    .nullish(),
  CensorWindow: z.looseObject({ StartDate: z.string().nullish(), EndDate: z.string().nullish() }).nullish(),
});
export type CirceExpression = z.output<typeof circeExpression>;
