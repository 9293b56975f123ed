import type { AnalysisDefinition } from '@atrium/contract/wire/analysis';
import { hiddenConceptId } from '../cohort/redactCohort.ts';
import type { Precision } from '../concepts/conceptKind.ts';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { type Lookup, missingConcept } from '../dictionary/lookup.ts';
import { mayUseConcept, precisionOf } from '../visibility/rights.ts';

/** A concept on an axis, as this member may see it. */
export interface AxisConcept extends Precision {
  readonly entryId: string;
  readonly concept: Concept;
}

export type CheckedAnalysis =
  | { readonly kind: 'sound'; readonly rows: readonly AxisConcept[]; readonly cols: readonly AxisConcept[] }
  | { readonly kind: 'broken'; readonly errors: readonly string[] };

/** The entry as an axis that this member can query, or why not. */
export function checkAxisEntry(
  { entryId, conceptId }: AnalysisDefinition['rows'][number],
  { lookup, member }: MemberContext,
): AxisConcept | { readonly message: string } {
  const concept = lookup.concept(conceptId);
  if (concept === undefined) return { message: missingConcept(conceptId, lookup) };
  if (!mayUseConcept(concept, member)) return { message: `You may not use ${concept.title}.` };
  return { entryId, concept, ...precisionOf(concept, member) };
}

/** Whether this member may run the cross-tab on this release; one with errors yields no numbers. */
export function checkAnalysis(definition: AnalysisDefinition, context: MemberContext): CheckedAnalysis {
  const errors: string[] = [];
  const axis = (entries: AnalysisDefinition['rows']): readonly AxisConcept[] =>
    entries.flatMap((entry) => {
      const checked = checkAxisEntry(entry, context);
      if (!('message' in checked)) return [checked];
      errors.push(checked.message);
      return [];
    });
  const checked = { rows: axis(definition.rows), cols: axis(definition.cols) };
  return errors.length === 0 ? { kind: 'sound', ...checked } : { kind: 'broken', errors };
}

/** What a cross-tab counts by, as one text; entry ids are not part of it (rule 3.26). */
export const canonicalAnalysis = ({
  rows,
  cols,
}: Pick<Extract<CheckedAnalysis, { kind: 'sound' }>, 'rows' | 'cols'>): string =>
  JSON.stringify([rows.map(({ concept }) => concept.id), cols.map(({ concept }) => concept.id)]);

/** The definition as it is shown to a member who may no longer use all of it; the stored one stays as it is. */
export function redactAnalysis({ rows, cols }: AnalysisDefinition, lookup: Lookup): AnalysisDefinition {
  const shown = (entries: AnalysisDefinition['rows']) =>
    entries.map((entry) =>
      lookup.hidden.concept(entry.conceptId) ? { ...entry, conceptId: hiddenConceptId } : entry,
    );
  return { rows: shown(rows), cols: shown(cols) };
}
