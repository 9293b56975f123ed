import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import type { Member, PortalApi } from '../access/index.ts';
import { registerDefinition } from '../definition/index.ts';
import { type Call, route } from '../http/index.ts';
import { activeAnalysis, analysisKind, exampleOf } from './analysisKind.ts';
import { exportAnalysis } from './exportAnalysis.ts';
import { type AnalysisDeps, answerAnalysis } from './runAnalysis.ts';

/** The active cross-tab, its edits and history, its answer and its export. */
export function registerAnalysis(api: PortalApi, deps: AnalysisDeps): void {
  const run = async ({
    member,
    query,
    signal,
  }: Pick<Call<typeof analysisEndpoints.run, never, Member>, 'member' | 'query' | 'signal'>) => {
    const overEveryone = query.dataViewMode === 'all';
    const source = query.example === true ? exampleOf(deps, member) : activeAnalysis(deps, member);
    return answerAnalysis(deps, member, {
      source,
      overEveryone: overEveryone || query.example === true,
      signal,
    });
  };

  registerDefinition(api, deps, { endpoints: analysisEndpoints, kind: analysisKind });
  route(api, analysisEndpoints.run, run);
  route(api, analysisEndpoints.runByPost, run);
  route(api, analysisEndpoints.exportCsv, ({ member, query, signal }) =>
    exportAnalysis(deps, member, {
      source: activeAnalysis(deps, member),
      overEveryone: query.useActiveCohort === false,
      csv: query,
      signal,
    }),
  );
}
