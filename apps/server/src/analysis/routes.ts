import { analysisEndpoints } from '@atrium/contract';
import type { Member, PortalApi } from '../access/index.ts';
import { recordQuestion, registerDefinition } from '../definition/index.ts';
import { type Call, route } from '../http/index.ts';
import { analysisKind, receiptsOf, recordedRun } from './analysisKind.ts';
import { exportAnalysis } from './exportAnalysis.ts';
import { type AnalysisAnswer, type AnalysisDeps, runAnalysis } from './runAnalysis.ts';

/** The active cross-tab, its edits and history, its answer and its export. */
export function registerAnalysis(api: PortalApi, deps: AnalysisDeps): void {
  const run = async ({
    member,
    query,
    signal,
  }: Pick<Call<typeof analysisEndpoints.run, never, Member>, 'member' | 'query' | 'signal'>) => {
    const result = await runAnalysis(deps, member, { overEveryone: query.dataViewMode === 'all', signal });
    if (result.dataset !== null) await recordRun(deps, member, result);
    return result;
  };

  registerDefinition(api, deps, { endpoints: analysisEndpoints, kind: analysisKind });
  route(api, analysisEndpoints.run, run);
  route(api, analysisEndpoints.runByPost, run);
  route(api, analysisEndpoints.exportCsv, ({ member, query, signal }) =>
    exportAnalysis(deps, member, { overEveryone: query.useActiveCohort === false, signal }),
  );
}

/** Records that a cross-tab was given: which definitions over which release, and how large it is. */
async function recordRun(
  deps: Pick<AnalysisDeps, 'db'>,
  member: Member,
  { dataset, open, overEveryone, ...answer }: AnalysisAnswer,
): Promise<void> {
  const { detail, recordedQuery } = recordedRun(open, overEveryone);
  await recordQuestion(deps, member, {
    action: 'cross_tab',
    detail: {
      ...detail,
      ...receiptsOf(answer),
      rows: dataset?.index.length ?? 0,
      columns: dataset?.columns.length ?? 0,
    },
    recordedQuery,
  });
}
