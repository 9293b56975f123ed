import type { AnalysisDefinition } from '@atrium/contract';
import { mayUseConcept, showsYearsOnly, topCodesAges } from '../dictionary/conceptAccess.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { missingConcept } from '../dictionary/lookup.ts';
import type { TableContext } from '../table/index.ts';

/** A concept on an axis, as this member may see it. */
export interface AxisConcept {
  readonly entryId: string;
  readonly concept: Concept;
  readonly yearsOnly: boolean;
  /** Ages of 90 years and more are one bucket (semantics 5.2). */
  readonly topCodesAges: boolean;
}

export type CheckedAnalysis =
  | { readonly kind: 'sound'; readonly rows: readonly AxisConcept[]; readonly cols: readonly AxisConcept[] }
  | { readonly kind: 'broken'; readonly errors: readonly string[] };

/** Whether this member may run the cross-tab on this release; one with errors yields no numbers. */
export function checkAnalysis(definition: AnalysisDefinition, context: TableContext): CheckedAnalysis {
  const errors: string[] = [];
  const axis = (entries: AnalysisDefinition['rows']): readonly AxisConcept[] =>
    entries.flatMap(({ entryId, conceptId }) => {
      const concept = context.lookup.concept(conceptId);
      const { level } = context.member;
      if (concept === undefined) errors.push(missingConcept(conceptId, context.lookup));
      else if (!mayUseConcept(concept, level)) errors.push(`You may not use ${concept.title}.`);
      else
        return [
          {
            entryId,
            concept,
            yearsOnly: showsYearsOnly(concept, level),
            topCodesAges: topCodesAges(concept, level),
          },
        ];
      return [];
    });
  const checked = { rows: axis(definition.rows), cols: axis(definition.cols) };
  return errors.length === 0 ? { kind: 'sound', ...checked } : { kind: 'broken', errors };
}
