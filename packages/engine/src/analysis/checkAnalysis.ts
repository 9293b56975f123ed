import type { AnalysisDefinition } from '@atrium/contract/wire/analysis';
import { hiddenConceptId } from '../cohort/redactCohort.ts';
import type { Precision } from '../concepts/conceptKind.ts';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { type Lookup, missingConcept } from '../dictionary/lookup.ts';
import { mayUseConcept, precisionOf, rightsOf } from '../visibility/rights.ts';

/** A concept on an axis, as this member may see it. */
export interface AxisConcept extends Precision {
  readonly entryId: string;
  readonly concept: Concept;
  /** Of an ontology: where its terms are gathered; absent where each stands for itself. */
  readonly level?: number;
}

export type CheckedAnalysis =
  | { readonly kind: 'sound'; readonly rows: readonly AxisConcept[]; readonly cols: readonly AxisConcept[] }
  | { readonly kind: 'broken'; readonly errors: readonly string[] };

/**
 * Whether terms may be gathered by level. Members who see aggregates only may not: a level beside single terms would tell
 * the hidden ones (rule 6.12).
 */
export const mayRollUp = (concept: Concept, member: MemberContext['member']): boolean =>
  concept.ontologyId !== null && rightsOf(member).seesSubjects;

/** What an axis counts by, in words. */
export const axisTitle = (
  { conceptId, level }: AnalysisDefinition['rows'][number],
  lookup: Lookup,
): string => {
  const title = lookup.concept(conceptId)?.title ?? (conceptId || 'A concept');
  return level === undefined ? title : `${title} (level ${level}, with narrower terms)`;
};

/** The entry as an axis that this member can query, or why not. */
export function checkAxisEntry(
  { entryId, conceptId, level }: AnalysisDefinition['rows'][number],
  { lookup, member }: MemberContext,
): AxisConcept | { readonly message: string } {
  const concept = lookup.concept(conceptId);
  if (concept === undefined) return { message: missingConcept(conceptId, lookup) };
  if (!mayUseConcept(concept, member)) return { message: `You may not use ${concept.title}.` };
  const axis = { entryId, concept, ...precisionOf(concept, member) };
  if (level === undefined) return axis;
  if (!mayRollUp(concept, member)) return { message: `${concept.title} cannot be counted by level.` };
  return { ...axis, level };
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
}: Pick<Extract<CheckedAnalysis, { kind: 'sound' }>, 'rows' | 'cols'>): string => {
  const named = ({ concept: { id }, level }: AxisConcept) => (level === undefined ? id : [id, level]);
  return JSON.stringify([rows.map(named), cols.map(named)]);
};

/** The definition as it is shown to a member who may no longer use all of it; the stored one stays as it is. */
export function redactAnalysis({ rows, cols }: AnalysisDefinition, lookup: Lookup): AnalysisDefinition {
  const shown = (entries: AnalysisDefinition['rows']) =>
    entries.map((entry) =>
      lookup.hidden.concept(entry.conceptId) ? { ...entry, conceptId: hiddenConceptId } : entry,
    );
  return { rows: shown(rows), cols: shown(cols) };
}
