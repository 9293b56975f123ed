import { type AnalysisEdited, type AnalysisTransformation, analysisDefinitionWire } from '@atrium/contract';
import { applyAnalysisTransformation } from '@atrium/engine';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { type CohortDeps, openCohort } from '../cohort/index.ts';
import { edit, newEntryId, presentChange } from '../snapshot/index.ts';
import { analysisHistory, openedAnalysis, presentAnalysis, readAnalysis } from './openAnalysis.ts';

/** One edit of the active cross-tab definition (rule 6.8). */
export async function editAnalysis(
  deps: CohortDeps,
  member: Member,
  transformation: AnalysisTransformation,
): Promise<AnalysisEdited> {
  const cohort = await openCohort(deps, member);
  const context = { lookup: cohort.release.lookup, member, newEntryId };
  const { outcome, snapshot } = await edit(deps.db, analysisHistory(member), (stored) => {
    const change = applyAnalysisTransformation(readAnalysis(stored), transformation, context);
    const definition =
      change.kind === 'changed' ? z.encode(analysisDefinitionWire, change.definition) : undefined;
    return { definition, outcome: change, start: z.encode(analysisDefinitionWire, readAnalysis(undefined)) };
  });
  return {
    ...presentChange(outcome),
    ...presentAnalysis(openedAnalysis(cohort, member, snapshot)),
  };
}
