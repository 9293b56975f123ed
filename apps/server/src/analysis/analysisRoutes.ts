import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import type { Member, PortalApi } from '../access/index.ts';
import { registerDefinition } from '../definition/index.ts';
import { type Call, route } from '../http/index.ts';
import { activeAnalysis, analysisKind, conceptAlone, exampleOf } from './analysisKind.ts';
import { exportAnalysis } from './exportAnalysis.ts';
import { type AnalysisDeps, answerAnalysis } from './runAnalysis.ts';

/** The active cross-tab, its edits and history, its answer and its export. */
export function registerAnalysis(api: PortalApi, deps: AnalysisDeps): void {
  const run = async ({
    member,
    query,
    signal,
  }: Pick<Call<typeof analysisEndpoints.run, never, Member>, 'member' | 'query' | 'signal'>) => {
    const { concept, example, dataViewMode } = query;
    const alone =
      concept === undefined
        ? example === true && exampleOf(deps, member)
        : conceptAlone(deps, member, concept);
    return answerAnalysis(deps, member, {
      source: alone || activeAnalysis(deps, member),
      overEveryone: alone !== false || dataViewMode === 'all',
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
