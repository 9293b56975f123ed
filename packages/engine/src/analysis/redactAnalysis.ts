import type { AnalysisDefinition } from '@atrium/contract';
import { hiddenConceptId } from '../cohort/redactCohort.ts';
import type { Lookup } from '../dictionary/lookup.ts';

/** The definition as it is shown to a member who may no longer use all of it; the stored one stays as it is. */
export function redactAnalysis({ rows, cols }: AnalysisDefinition, lookup: Lookup): AnalysisDefinition {
  const shown = (entries: AnalysisDefinition['rows']) =>
    entries.map((entry) =>
      lookup.hidden.concept(entry.conceptId) ? { ...entry, conceptId: hiddenConceptId } : entry,
    );
  return { rows: shown(rows), cols: shown(cols) };
}
