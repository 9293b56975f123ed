import { cohortDocumentEndpoints } from '@atrium/contract/endpoints/cohortDocument';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { type ReportState, reportStates, type ViewableReports } from '@atrium/contract/wire/report';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Member, PortalApi } from '../access/index.ts';
import { answerAnalysis, exportAnalysis } from '../analysis/index.ts';
import { exportPhenopackets, takeAlong } from '../cohort/index.ts';
import { disclosed, originOf, route, showsNothing } from '../http/index.ts';
import { exportTable, queryDictionary, queryTablePage } from '../table/index.ts';
import { compareVersions, restoreVersion } from './compareVersions.ts';
import { registerExpectations } from './expectationRoutes.ts';
import { createForm, editForm, shareForm } from './forms.ts';
import { loadReportAsActive } from './loadReport.ts';
import { registerReportMethods } from './methodsRoutes.ts';
import { analysisOfReport, fileNameOf, openReport, type ReportDeps, tableOfReport } from './openReport.ts';
import { requireCreator } from './policy.ts';
import { presentDetail, presentItem } from './present.ts';
import { checkRelease, chooseRelease } from './releases.ts';
import { countByState, listProjects, listReports, type ReportListRequest } from './reportList.ts';
import { loadReport, loadShares, setFlag } from './reportStore.ts';
import { createReport, deleteReport, editReport, shareReport } from './saveReport.ts';
import { listVersions } from './versions.ts';

interface OnReport {
  readonly member: Member;
  readonly params: { readonly reportId: number };
}

/** Saved reports: list, forms, single report, pages of its table, files and versions. */
export function registerReport(api: PortalApi, deps: ReportDeps): void {
  registerLists(api, deps);
  registerForms(api, deps);
  registerTools(api, deps);
  registerVersions(api, deps);
  registerReportMethods(api, deps);
  registerExpectations(api, deps);
  registerTravel(api, deps);
}

/** The cohort of a report as a file, and the subjects in it as phenopackets (rules 3.32 to 3.36). */
function registerTravel(api: PortalApi, deps: ReportDeps): void {
  const { find, requireVisible } = finder(deps);
  const taken = async (call: OnReport) => {
    const report = await find(call);
    const { cohort } = await openReport(deps, call.member, report);
    return { cohort, name: report.name, fileName: fileNameOf(report) };
  };
  route(
    api,
    cohortDocumentEndpoints.ofReport,
    async (call) => {
      const { format = 'cohort' } = call.query;
      return takeAlong(deps, call.member, { ...(await taken(call)), format, signal: call.signal });
    },
    requireVisible,
  );
  route(
    api,
    cohortDocumentEndpoints.phenopacketsOfReport,
    async (call) => exportPhenopackets(deps, call.member, await taken(call)),
    requireVisible,
  );
}

const finder = (deps: ReportDeps) => ({
  find: ({ member, params }: OnReport) => loadReport(deps.db, member, params.reportId),
  requireVisible: async ({ member, params }: OnReport): Promise<void> => {
    await loadReport(deps.db, member, params.reportId);
  },
  requireOwn: async ({ member, params }: OnReport): Promise<void> =>
    requireCreator(member, await loadReport(deps.db, member, params.reportId)),
});

function registerLists(api: PortalApi, deps: ReportDeps): void {
  const { db } = deps;
  const { requireVisible } = finder(deps);
  route(api, reportEndpoints.list, async ({ member, query, request }) => {
    const wanted = listRequest(query);
    const { reports, count } = await listReports(db, member, wanted);
    const shares = await loadShares(db, reports);
    return {
      count,
      next: wanted.page * wanted.pageSize < count ? pageAddress(deps, request, wanted.page + 1) : null,
      previous: wanted.page > 1 ? pageAddress(deps, request, wanted.page - 1) : null,
      results: reports.map((report) => presentItem(member, report, shares.get(report.id))),
    };
  });
  route(api, reportEndpoints.categories, async ({ member }) => presentCategories(deps, member));
  route(api, reportEndpoints.detail, async ({ member, query: { reportId }, request }) => {
    if (reportId === undefined) throw new PortalError('not_found', 'There is no such report.');
    const report = await loadReport(db, member, reportId);
    const [open, shares] = await Promise.all([openReport(deps, member, report), loadShares(db, [report])]);
    return presentDetail(member, {
      report,
      open,
      shares: shares.get(report.id) ?? [],
      fullUrl: addressOf(deps, request, { member, reportId }),
    });
  });
  route(
    api,
    reportEndpoints.flag,
    async ({ member, params: { reportId }, body }) => {
      const isFlagged = body.addOrRemove !== 'remove';
      await setFlag(db, { reportId, accountId: member.account.id, isFlagged });
      return { status: 'complete' as const };
    },
    requireVisible,
  );
}

function registerForms(api: PortalApi, deps: ReportDeps): void {
  const { find, requireOwn } = finder(deps);
  route(api, reportEndpoints.createForm, ({ member }) => createForm(deps, member));
  route(api, reportEndpoints.create, async ({ member, body, signal }) => {
    const created = await createReport(deps, member, { body, signal });
    if ('value' in created) return { ...complete, errors: [], warnings: [], reportId: created.value };
    return { ...(await createForm(deps, member)), ...created };
  });
  route(
    api,
    reportEndpoints.editForm,
    async (call) => editForm(deps, call.member, await find(call)),
    requireOwn,
  );
  route(
    api,
    reportEndpoints.edit,
    async ({ member, params, body, signal }) => {
      const report = await find({ member, params });
      const edited = await editReport(deps, member, { report, body, signal });
      if ('value' in edited) return { ...complete, errors: [], warnings: [], reportId: edited.value };
      return { ...(await editForm(deps, member, report)), ...edited };
    },
    requireOwn,
  );
  route(
    api,
    reportEndpoints.deleteForm,
    async (call) => {
      const { name } = await find(call);
      const data = { report: name };
      return { status: 'incomplete' as const, title: 'Delete report', errors: [], warnings: [], data };
    },
    requireOwn,
  );
  route(
    api,
    reportEndpoints.delete,
    async (call) => {
      await deleteReport(deps, call.member, await find(call));
      return { ...complete, errors: [], warnings: [] };
    },
    requireOwn,
  );
  registerSharing(api, deps);
}

function registerSharing(api: PortalApi, deps: ReportDeps): void {
  const { find, requireOwn } = finder(deps);
  const formOf = async ({ member, params, request }: OnReport & { readonly request: FastifyRequest }) => {
    const report = await find({ member, params });
    return shareForm(deps, member, { report, fullUrl: addressOf(deps, request, { member, ...params }) });
  };
  route(api, reportEndpoints.shareForm, formOf, requireOwn);
  route(
    api,
    reportEndpoints.share,
    async (call) => {
      const { member, body } = call;
      const report = await find(call);
      const shared = await shareReport(deps, member, { report, shareWith: body?.shareWith });
      if ('value' in shared) return { ...complete, errors: [], warnings: [] };
      return { ...(await formOf(call)), ...shared };
    },
    requireOwn,
  );
}

function registerTools(api: PortalApi, deps: ReportDeps): void {
  const { find, requireVisible } = finder(deps);
  route(
    api,
    reportEndpoints.preview,
    async ({ member, params, query: { sortField, sortDirection, ...page }, meter, signal }) => {
      const report = await find({ member, params });
      const source = tableOfReport(deps, member, { report, sort: { sortField, sortDirection } });
      const answered = await queryTablePage(deps, member, { source, ...page, meter, signal });
      return answered.with((shown) => ({ ...shown, reportId: report.id }));
    },
    requireVisible,
  );
  route(api, reportEndpoints.load, async (call) => loadReportAsActive(deps, call.member, await find(call)));
  route(
    api,
    reportEndpoints.exportCsv,
    async (call) => {
      const source = tableOfReport(deps, call.member, { report: await find(call) });
      return exportTable(deps, call.member, { source, format: 'csv', csv: call.query });
    },
    requireVisible,
  );
  for (const [format, endpoint] of exports) {
    route(
      api,
      endpoint,
      async (call) => {
        const source = tableOfReport(deps, call.member, { report: await find(call) });
        return exportTable(deps, call.member, { source, format });
      },
      requireVisible,
    );
  }
  route(
    api,
    reportEndpoints.exportDictionary,
    async ({ member, params, query: { format = 'csv' }, signal }) => {
      const source = tableOfReport(deps, member, { report: await find({ member, params }) });
      return queryDictionary(deps, member, { source, format, signal });
    },
    requireVisible,
  );
  const overCohort = async (call: OnReport & { readonly signal: AbortSignal }) => ({
    source: analysisOfReport(deps, call.member, await find(call)),
    overEveryone: false,
    signal: call.signal,
  });
  route(api, reportEndpoints.runAnalysis, async (call) =>
    answerAnalysis(deps, call.member, await overCohort(call)),
  );
  route(
    api,
    reportEndpoints.exportAnalysis,
    async (call) => exportAnalysis(deps, call.member, { ...(await overCohort(call)), csv: call.query }),
    requireVisible,
  );
}

function registerVersions(api: PortalApi, deps: ReportDeps): void {
  const { find, requireOwn, requireVisible } = finder(deps);
  route(
    api,
    reportEndpoints.versions,
    async (call) => {
      const report = await find(call);
      const results = [...(await listVersions(deps.db, call.member, report))];
      if (results.every(({ count }) => count === null)) return showsNothing({ results });
      const detail = { report: report.id, versions: results.length };
      return disclosed({ results }, [{ action: 'report_versions', detail }]);
    },
    requireOwn,
  );
  route(
    api,
    reportEndpoints.compareVersions,
    async ({ member, params, query, signal }) =>
      compareVersions(deps, member, { report: await find({ member, params }), ...query, signal }),
    requireOwn,
  );
  route(
    api,
    reportEndpoints.restoreVersion,
    async ({ member, params, signal }) => {
      const report = await find({ member, params });
      const version = await restoreVersion(deps, member, { report, version: params.version, signal });
      return { ...complete, errors: [], warnings: [], version };
    },
    requireOwn,
  );
  route(
    api,
    reportEndpoints.releaseCheck,
    async ({ member, params, signal }) =>
      checkRelease(deps, member, { report: await find({ member, params }), signal }),
    requireVisible,
  );
  route(
    api,
    reportEndpoints.chooseRelease,
    async ({ member, params, body: { release: choice }, signal }) => {
      const report = await find({ member, params });
      const version = await chooseRelease(deps, member, { report, choice, signal });
      return { ...complete, errors: [], warnings: [], version };
    },
    requireOwn,
  );
}

const exports = [
  ['ndjson', reportEndpoints.exportNdjson],
  ['parquet', reportEndpoints.exportParquet],
] as const;

const complete = { status: 'complete' } as const;

const defaultPageSize = 1000;
const maxPageSize = 10_000;

type ListQuery = z.output<(typeof reportEndpoints.list)['query']>;

function listRequest({ page = 1, pageSize = defaultPageSize, ...query }: ListQuery): ReportListRequest {
  if (page < 1) throw fieldRefusal('bad_request', 'page', 'must be at least 1');
  if (pageSize < 1 || pageSize > maxPageSize)
    throw fieldRefusal('bad_request', 'page_size', `must lie between 1 and ${maxPageSize}`);
  return {
    state: stateOf(query.state),
    projectId: query.projectId,
    search: query.search,
    sort: query.sort,
    direction: query.sortDirection ?? 1,
    page,
    pageSize,
  };
}

/** A list of another name does not exist. */
function stateOf(given: string | undefined): ReportState {
  const state = reportStates.find((one) => one === (given ?? 'all'));
  if (state === undefined) throw new PortalError('not_found', 'There is no such list of reports.');
  return state;
}

const labels: Readonly<Record<ReportState, string>> = {
  all: 'All reports',
  starred: 'Starred',
  mine: 'My reports',
  shared_only: 'Shared with me',
  public_only: 'Public',
};
const shownStates = ['all', 'starred', 'mine', 'shared_only', 'public_only'] as const;

/** `all` stands there always, the others where they hold a report (rule 12.3). */
async function presentCategories({ db }: ReportDeps, member: Member): Promise<ViewableReports> {
  const [counts, projects] = await Promise.all([countByState(db, member), listProjects(db, member)]);
  return {
    currentPage: 'reports',
    categories: shownStates
      .filter((state) => state === 'all' || counts[state] > 0)
      .map((state) => ({ label: labels[state], state, count: counts[state] })),
    projects: projects.map(({ id, name, count }) => ({ label: name, pk: id, state: '', count })),
  };
}

type Addressed = Pick<ReportDeps, 'publicUrl'>;

const addressOf = (
  deps: Addressed,
  request: FastifyRequest,
  { member, reportId }: { readonly member: Member; readonly reportId: number },
): string => `${originOf(deps, request)}/${member.uniqueId}/reports/${reportId}`;

/** The address of another page of the same list. */
function pageAddress(deps: Addressed, request: FastifyRequest, page: number): string {
  const address = new URL(request.url, originOf(deps, request));
  address.searchParams.set('page', String(page));
  return address.href;
}
