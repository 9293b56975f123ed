import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { ExtendedTable, TableEdited, TableView } from '@atrium/contract/wire/tableView';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { callsOf } from '../../api/definition/calls.ts';
import { activeFamily, activeOptions, refuseMoved, retryMoved } from '../../api/definition/definition.ts';
import type { EditableKind } from '../../api/definition/edits.ts';
import { describeTableChange } from './describeTableChange.ts';
import type { PageSize } from './paging/pageSizes.ts';

/** The snapshot of the cohort whose rows are meant; null before the first edit. */
export type CohortSnapshot = number | null;

/** A dataset and the cohort snapshot that an answer is about. Columns borrow the names of the cohort's criteria sets. */
export interface TableOf {
  readonly dataset: string;
  readonly cohort: CohortSnapshot;
}

export const tableKind: EditableKind<TableTransformation, TableView, TableEdited> = {
  name: 'table',
  ...callsOf(tableEndpoints),
  describeChange: describeTableChange,
};

/** The active table of a dataset. */
export const tableOptions = (of: TableOf) => activeOptions(tableKind, of);

interface PageOf extends TableOf {
  readonly table: TableView;
  readonly page: number;
  readonly size: PageSize;
}

const isSameTable = (one: ExtendedTable, other: ExtendedTable): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** One page of one snapshot of the table over one snapshot of the cohort; an answer about another is refused. */
export const pageOptions = ({ dataset, cohort, table, page, size }: PageOf) =>
  queryOptions({
    queryKey: [dataset, 'table', table.snapshotId, 'page', page, size, cohort] as const,
    queryFn: async ({ signal, client }) => {
      const reply = await request(tableEndpoints.preview, {
        params: { dataset },
        query: { page, recordsPerPage: size },
        signal,
      });
      if (isSameTable(reply.extended, table.extended)) return reply;
      return refuseMoved(client, activeFamily(tableKind, dataset), 'The table was changed elsewhere.');
    },
    retry: retryMoved,
    staleTime: 60_000,
  });

/** Whether an older page may stand in while the next one loads: only one of the same cohort. */
export const isOfCohort = (
  query: { readonly queryKey: readonly unknown[] } | undefined,
  cohort: CohortSnapshot,
): boolean => query !== undefined && query.queryKey.at(-1) === cohort;

/** The ways in which a concept can become a column, with the answers of one column filled in. */
export const columnOptionsOf = (of: TableOf, column: { conceptId: string; entryId: string | undefined }) =>
  queryOptions({
    queryKey: [of.dataset, 'table', 'options', column, of.cohort] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.concept, {
        params: { dataset: of.dataset, conceptId: column.conceptId },
        query: { includeTableOptions: true, tableEntryId: column.entryId },
        signal,
      }),
    gcTime: 0,
    staleTime: 0,
  });

/** The concept of a column, for those who want to know what it is about. */
export const conceptFactsOptions = (dataset: string, conceptId: string) =>
  queryOptions({
    queryKey: [dataset, 'table', 'concept', conceptId] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.concept, { params: { dataset, conceptId }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Values of a text concept that contain a text, for a select box. */
export const valueSearchOptions = (dataset: string, conceptId: string, search: string) =>
  queryOptions({
    queryKey: [dataset, 'table', 'values', conceptId, search] as const,
    queryFn: async ({ signal }) => {
      const reply = await request(catalogueEndpoints.conceptStatistics, {
        params: { dataset, conceptId },
        query: { showAllData: true, recordsPerPage: 200, jsonFlavor: 'select2', search },
        signal,
      });
      return 'results' in reply ? reply.results : [];
    },
    staleTime: 300_000,
  });
