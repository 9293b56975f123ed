import type { z } from 'zod';
import type * as wire from '../wire/cohortDefinition.ts';

export type CohortDefinition = z.output<typeof wire.cohortDefinition>;
export type CriteriaSet = z.output<typeof wire.criteriaSet>;
export type FilterEntry = z.output<typeof wire.filterEntry>;
export type FilterKind = FilterEntry['kind'];
export type OrGroup = z.output<typeof wire.orGroup>;
export type CohortEntry = CriteriaSet['entries'][number];
export type CountRule = z.output<typeof wire.countRule>;
export type EventRule = z.output<typeof wire.eventRule>;
export type EventRuleKind = EventRule['kind'];
export type OntologyTermRef = z.output<typeof wire.ontologyTermRef>;
