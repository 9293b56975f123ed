import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { Member, PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { changeExpectations, loadExpectations } from './judgements.ts';
import type { ReportDeps } from './openReport.ts';
import { requireCreator } from './policy.ts';
import { loadReport } from './reportStore.ts';

interface OnReport {
  readonly member: Member;
  readonly params: { readonly reportId: number };
}

/** The expectations of a report: its viewers read them, its creator changes them. */
export function registerExpectations(api: PortalApi, deps: ReportDeps): void {
  const find = ({ member, params }: OnReport) => loadReport(deps.db, member, params.reportId);
  route(
    api,
    reportEndpoints.expectations,
    async ({ member, params, query: { again = false }, signal }) =>
      loadExpectations(deps, member, { report: await find({ member, params }), again, signal }),
    async (call) => void (await find(call)),
  );
  route(
    api,
    reportEndpoints.expect,
    async ({ member, params, body: { expectations, version: seen }, signal }) => {
      const report = await find({ member, params });
      const changed = await changeExpectations(deps, member, { report, expectations, seen, signal });
      const outcome = { errors: [], warnings: [] };
      if ('value' in changed) return { status: 'complete' as const, ...outcome, version: changed.value };
      return { status: 'incomplete' as const, ...outcome, ...changed, version: report.version };
    },
    async (call) => requireCreator(call.member, await find(call)),
  );
}
