import { cohortDefinitionWire } from '@atrium/contract';
import { type Concept, describeCohort, plainText, type ReleaseSql } from '@atrium/engine';
import { z } from 'zod';
import type { Asked } from '../audit/index.ts';
import type { OpenCohort } from './openCohort.ts';

const everyone = 'Everyone';

/** A name as one line: a line break in it could make up another filter or column. */
export const inOneLine = (name: string): string => name.replace(/\s+/g, ' ');

/** A cohort as it was run, for the audit. */
export const askedCohort = ({ checked, release }: Pick<OpenCohort, 'checked' | 'release'>): Asked => ({
  definition: z.encode(cohortDefinitionWire, checked.definition),
  description: plainText(describeCohort(checked, { lookup: release.lookup }).describe) || everyone,
});

export interface AskedConcept {
  readonly concept: Concept;
  readonly release: ReleaseSql;
  readonly query: {
    readonly prefilterValue?: string | undefined;
    readonly ontologyClass?: string | undefined;
  };
}

/** Of which concept statistics were given, for the audit; what was typed to find its values is nobody's business. */
export function askedConcept({ concept, release, query }: AskedConcept): Asked {
  const { prefilterValue, ontologyClass } = query;
  const by = concept.prefilter === null ? undefined : release.lookup.concept(concept.prefilter.conceptId);
  const where = by === undefined || prefilterValue === undefined ? '' : `, ${by.title} = "${prefilterValue}"`;
  const below = ontologyClass === undefined ? '' : `, around "${ontologyClass}"`;
  return {
    definition: {
      concept_id: concept.id,
      prefilter_value: by === undefined ? undefined : prefilterValue,
      ontology_class: concept.type === 'ontology' ? ontologyClass : undefined,
    },
    description: inOneLine(`${concept.title}${where}${concept.type === 'ontology' ? below : ''}`),
  };
}
