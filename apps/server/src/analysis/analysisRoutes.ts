import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import type { Member, PortalApi } from '../access/index.ts';
import { registerDefinition } from '../definition/index.ts';
import { type Call, route } from '../http/index.ts';
import { type AnalysisSource, activeAnalysis, analysisKind, conceptsOf, exampleOf } from './analysisKind.ts';
import { exportAnalysis } from './exportAnalysis.ts';
import { type AnalysisDeps, answerAnalysis } from './runAnalysis.ts';

/** The active cross-tab, its edits and history, its answer and its export. */
export function registerAnalysis(api: PortalApi, deps: AnalysisDeps): void {
  const run = async ({
    member,
    query,
    signal,
  }: Pick<Call<typeof analysisEndpoints.run, never, Member>, 'member' | 'query' | 'signal'>) => {
    const { concept, rows, cols, example, dataViewMode } = query;
    const isOverAll = dataViewMode === 'all';
    const ask = (source: AnalysisSource, overEveryone: boolean) =>
      answerAnalysis(deps, member, { source, overEveryone, signal });
    if (concept !== undefined) return ask(conceptsOf(deps, member, { rows: [concept], cols: [] }), true);
    if (rows !== undefined || cols !== undefined)
      return ask(conceptsOf(deps, member, { rows: idsIn(rows), cols: idsIn(cols) }), isOverAll);
    if (example === true) return ask(exampleOf(deps, member), true);
    return ask(activeAnalysis(deps, member), isOverAll);
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

const idsIn = (list = ''): readonly string[] => list.split(',').filter((id) => id !== '');
