import type { Category, ConceptDetail, ConceptSummary } from '@atrium/contract/wire/concept';

export const aCategory = (given: Partial<Category> = {}): Category => ({
  id: 1,
  name: 'Heart',
  parentId: null,
  level: 0,
  ...given,
});

export const aConcept = (given: Partial<ConceptSummary> = {}): ConceptSummary => ({
  conceptId: 'sex',
  conceptType: 'category',
  name: 'Sex',
  namePlural: 'Sexes',
  description: '',
  additionalMetadata: [],
  collectionId: 'participant',
  collectionName: 'participant',
  collectionNamePlural: 'participants',
  source: null,
  prefilterConcept: null,
  prefilterMode: 'required',
  categoryHierarchy: [],
  order: 1,
  published: true,
  includeInCohort: true,
  includeInTable: true,
  includeInAnalysis: true,
  hasPhi: false,
  ...given,
});

export const aConceptDetail = (given: Partial<ConceptDetail> = {}): ConceptDetail => ({
  ...aConcept(),
  pk: 1,
  prefilterValue: null,
  cohortOptions: {},
  ...given,
});
