import type { Preview, TableView } from '@atrium/contract/wire/tableView';
import { useQuery } from '@tanstack/react-query';
import { lastingFailure } from '../../api/definition/definition.ts';
import type { TableAddress } from './tableAddress.ts';
import { isOfCohort, pageOptions, type TableOf, tableOptions } from './tableQueries.ts';

export interface Results {
  readonly table: TableView | undefined;
  readonly page: Preview | undefined;
  /** The page is an older one of the same cohort, standing in. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The table and the page of it that the address names. */
export function useResults(of: TableOf, { page, size }: TableAddress): Results {
  const table = useQuery(tableOptions(of));
  const rows = useQuery({
    ...pageOptions({ ...of, table: table.data ?? noTable, page, size }),
    enabled: table.data !== undefined,
    placeholderData: (previous, query) => (isOfCohort(query, of.cohort) ? previous : undefined),
  });
  return {
    table: table.data,
    page: rows.data,
    isStale: rows.isPlaceholderData,
    error: lastingFailure(table) ?? lastingFailure(rows),
    retry: () => void (table.isError ? table.refetch() : rows.refetch()),
  };
}

/** Stands for a table that is not there yet; nothing is asked about it. */
const noTable: TableView = {
  definition: { tableType: 'subject', fields: [], sort: [] },
  extended: { tableType: 'subject', fields: [], sort: [] },
  warnings: [],
  errors: [],
  snapshotId: null,
  previousSnapshotId: null,
  nextSnapshotId: null,
};
