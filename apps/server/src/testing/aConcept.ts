import type { Concept } from '@atrium/engine';

/** A concept of subjects, with nothing special about it. */
export const aConcept = (type: Concept['type'], isInteger = false): Concept => ({
  id: 'c',
  number: 1,
  type,
  title: 'C',
  titlePlural: 'Cs',
  description: '',
  collectionId: 'subject',
  categoryNumber: null,
  isMultiple: false,
  uses: ['cohort'],
  hasPhi: false,
  isAggregatable: true,
  isInteger,
  keepsDigits: false,
  words: [],
  unit: null,
  time: null,
  topCodedYear: null,
  ontologyId: null,
  prefilter: null,
  link: null,
  declaredValues: [],
});
