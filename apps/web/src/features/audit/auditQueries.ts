import { auditEndpoints } from '@atrium/contract/endpoints/audit';
import type { AuditDetail, AuditLine, AuditPage } from '@atrium/contract/wire/audit';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { download, request } from '../../api/client.ts';
import { releaseName } from '../../api/releaseNames.ts';
import { type LineFilter, queryOf } from './lineFilter.ts';

/** Whose lines: the person's own, or everyone's for staff. */
export type Whose = 'own' | 'all';

const pageSize = 50;
const filesAtOnce = 100;

/** With the releases as people know them. */
const linesOf = ({ pages }: { readonly pages: readonly AuditPage[] }): readonly AuditLine[] =>
  pages.flatMap(({ results, releaseNumbers }) =>
    results.map((line) => ({ ...line, detail: withReleases(line.detail, releaseNumbers) })),
  );

const withReleases = (detail: AuditDetail, numbers: AuditPage['releaseNumbers']): AuditDetail =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      typeof value === 'string' ? releaseName(numbers, value) : value,
    ]),
  );

/** Lines of the audit, newest first, a page at a time. */
export const linesQuery = (whose: Whose, filter: LineFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', whose, filter],
    queryFn: ({ signal, pageParam }) => {
      const { account, who, ...query } = { ...queryOf(filter), cursor: pageParam, pageSize };
      const wanted = { ...query, groupTransfers: true };
      return whose === 'own'
        ? request(auditEndpoints.own, { query: wanted, signal })
        : request(auditEndpoints.all, { query: { ...wanted, account, who }, signal });
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    select: linesOf,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The lines of a transfer after its beginning, newest first, a page at a time. */
export const transferQuery = (whose: Whose, transfer: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', whose, 'transfer', transfer],
    queryFn: ({ signal, pageParam }) => {
      const query = { transfer, cursor: pageParam, pageSize: filesAtOnce };
      return request(whose === 'own' ? auditEndpoints.own : auditEndpoints.all, { query, signal });
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    select: linesOf,
  });

/** The recorded query of a line, which never changes. */
export const recordedQuery = (lineId: number) =>
  queryOptions({
    queryKey: ['recordedQuery', lineId],
    queryFn: ({ signal }) => request(auditEndpoints.definitions, { params: { lineId }, signal }),
    select: (reply) => reply.definitions,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves all lines of a filter as CSV, in the order of the chain. */
export const saveLines = (filter: LineFilter): Promise<string> =>
  download(auditEndpoints.exportCsv, { query: queryOf(filter), filename: 'audit.csv' });
