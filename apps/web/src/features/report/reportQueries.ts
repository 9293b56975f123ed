import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ReportDetail } from '@atrium/contract/wire/report';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { ListAddress } from './reportAddress.ts';

/** Every answer about reports of a dataset; a change of a report makes all of them old. */
export const reportsKey = (dataset: string) => [dataset, 'reports'] as const;

/** A report of a dataset. */
export interface ReportOf {
  readonly dataset: string;
  readonly reportId: number;
}

const oneKey = ({ dataset, reportId }: ReportOf) => [...reportsKey(dataset), reportId] as const;

export const listPageSize = 25;

/** One page of the reports that an address chooses. */
export const listOptions = (dataset: string, { state, project, search, sort, page }: ListAddress) =>
  queryOptions({
    queryKey: [...reportsKey(dataset), 'list', { state, project, search, sort, page }] as const,
    queryFn: ({ signal }) =>
      request(reportEndpoints.list, {
        params: { dataset },
        query: {
          ...(state === 'all' ? {} : { state }),
          ...(project === undefined ? {} : { projectId: project }),
          ...(search === '' ? {} : { search }),
          sort: sort.key,
          sortDirection: sort.direction,
          page,
          pageSize: listPageSize,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** How many reports there are in each category and project. */
export const categoriesOptions = (dataset: string) =>
  queryOptions({
    queryKey: [...reportsKey(dataset), 'categories'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.categories, { params: { dataset }, signal }),
    staleTime: 0,
  });

export const reportOptions = (of: ReportOf) =>
  queryOptions({
    queryKey: [...oneKey(of), 'detail'] as const,
    queryFn: ({ signal }) =>
      request(reportEndpoints.detail, {
        params: { dataset: of.dataset },
        query: { reportId: of.reportId },
        signal,
      }),
    staleTime: 0,
  });

/** A report as it is held now: figures of an earlier version, or of another release, are never shown for it (rule 11.10). */
export interface HeldReport extends ReportOf {
  readonly held: string;
}

export const heldReport = (dataset: string, { report, release }: ReportDetail): HeldReport => ({
  dataset,
  reportId: report.id,
  held: `version ${report.version} on ${release}`,
});

/** A page of a report's table, and the one column by which it is sorted. */
export interface ReportPageOf extends HeldReport {
  readonly page: number;
  readonly size: number;
  readonly sort: { readonly entryId: string; readonly direction: 1 | -1 } | undefined;
}

export const reportPageOptions = ({ page, size, sort, held, dataset, reportId }: ReportPageOf) =>
  queryOptions({
    queryKey: [...oneKey({ dataset, reportId }), 'page', held, { page, size, sort }] as const,
    queryFn: ({ signal }) =>
      request(reportEndpoints.preview, {
        params: { dataset, reportId },
        query: {
          page,
          recordsPerPage: size,
          ...(sort && { sortField: sort.entryId, sortDirection: sort.direction }),
        },
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[2] === reportId && query.queryKey[4] === held ? previous : undefined,
    staleTime: 60_000,
  });

export const crossTabOptions = ({ dataset, reportId, held }: HeldReport) =>
  queryOptions({
    queryKey: [...oneKey({ dataset, reportId }), 'crossTab', held] as const,
    queryFn: ({ signal }) => request(reportEndpoints.runAnalysis, { params: { dataset, reportId }, signal }),
    staleTime: 60_000,
  });

/** Forms are asked for each time that they open: they say who is a member now. */
const fresh = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;

export const createFormOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'reportForms', 'create'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.createForm, { params: { dataset }, signal }),
    ...fresh,
  });

export const editFormOptions = (of: ReportOf) =>
  queryOptions({
    queryKey: [of.dataset, 'reportForms', of.reportId, 'edit'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.editForm, { params: of, signal }),
    ...fresh,
  });

export const deleteFormOptions = (of: ReportOf) =>
  queryOptions({
    queryKey: [of.dataset, 'reportForms', of.reportId, 'delete'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.deleteForm, { params: of, signal }),
    ...fresh,
  });

export const shareFormOptions = (of: ReportOf) =>
  queryOptions({
    queryKey: [of.dataset, 'reportForms', of.reportId, 'share'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.shareForm, { params: of, signal }),
    ...fresh,
  });

export const versionsOptions = (of: ReportOf) =>
  queryOptions({
    queryKey: [...oneKey(of), 'versions'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.versions, { params: of, signal }),
    select: ({ results }) => results,
    staleTime: 0,
  });

export const comparisonOptions = (of: ReportOf, before: number, after: number) =>
  queryOptions({
    queryKey: [...oneKey(of), 'comparison', before, after] as const,
    queryFn: ({ signal }) =>
      request(reportEndpoints.compareVersions, { params: of, query: { before, after }, signal }),
    staleTime: 60_000,
  });

/** Methods are worked out for the viewer, version and release that the report has now. */
export const methodsOptions = ({ dataset, reportId, held }: HeldReport) =>
  queryOptions({
    queryKey: [...oneKey({ dataset, reportId }), 'methods', held] as const,
    queryFn: ({ signal }) => request(reportEndpoints.methods, { params: { dataset, reportId }, signal }),
    staleTime: 60_000,
  });

export const expectationsOptions = ({ dataset, reportId, held }: HeldReport) =>
  queryOptions({
    queryKey: [...oneKey({ dataset, reportId }), 'expectations', held] as const,
    queryFn: ({ signal }) => request(reportEndpoints.expectations, { params: { dataset, reportId }, signal }),
    staleTime: 60_000,
  });

export const releaseCheckOptions = (of: ReportOf) =>
  queryOptions({
    queryKey: [...oneKey(of), 'release'] as const,
    queryFn: ({ signal }) => request(reportEndpoints.releaseCheck, { params: of, signal }),
    staleTime: 60_000,
  });
