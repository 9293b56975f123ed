import { analysisEndpoints, PortalError } from '@atrium/contract';
import type { Member, PortalApi } from '../access/index.ts';
import { type Call, route } from '../http/index.ts';
import { activate } from '../snapshot/index.ts';
import { createFindDecided } from './decidedConcepts.ts';
import { editAnalysis } from './editAnalysis.ts';
import { exportAnalysis } from './exportAnalysis.ts';
import { analysisHistory, openAnalysis, openAnalysisSnapshot, presentAnalysis } from './openAnalysis.ts';
import { recordRun } from './recordRun.ts';
import { type AnalysisDeps, runAnalysis } from './runAnalysis.ts';

/** The active cross-tab, its edits and history, its answer and its export. */
export function registerAnalysis(api: PortalApi, given: Omit<AnalysisDeps, 'findDecided'>): void {
  const deps: AnalysisDeps = { ...given, findDecided: createFindDecided(given.warehouse) };
  const activateSnapshot = async (member: Member, snapshotId: number) => {
    const snapshot = await activate(deps.db, analysisHistory(member), snapshotId);
    if (snapshot === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
    return presentAnalysis(await openAnalysis(deps, member));
  };
  const run = async ({
    member,
    query,
    signal,
  }: Pick<Call<typeof analysisEndpoints.run, never, Member>, 'member' | 'query' | 'signal'>) => {
    const result = await runAnalysis(deps, member, { overEveryone: query.dataViewMode === 'all', signal });
    if (result.dataset !== null) await recordRun(deps, member, result);
    return result;
  };

  route(api, analysisEndpoints.read, async ({ member }) => presentAnalysis(await openAnalysis(deps, member)));
  route(api, analysisEndpoints.edit, ({ member, body }) => editAnalysis(deps, member, body.transformation));
  route(api, analysisEndpoints.snapshot, async ({ member, params, query }) =>
    query.setToActive === true
      ? await activateSnapshot(member, params.snapshotId)
      : presentAnalysis(await openAnalysisSnapshot(deps, member, params.snapshotId)),
  );
  route(api, analysisEndpoints.activate, ({ member, params }) => activateSnapshot(member, params.snapshotId));
  route(api, analysisEndpoints.run, run);
  route(api, analysisEndpoints.runByPost, run);
  route(api, analysisEndpoints.exportCsv, ({ member, query, signal }) =>
    exportAnalysis(deps, member, { overEveryone: query.useActiveCohort === false, signal }),
  );
}
