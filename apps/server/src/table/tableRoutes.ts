import { tableEndpoints } from '@atrium/contract/endpoints/table';
import type { PortalApi } from '../access/index.ts';
import { registerDefinition } from '../definition/index.ts';
import { route } from '../http/index.ts';
import { exportTable } from './export/exportTable.ts';
import { queryDictionary } from './export/queryDictionary.ts';
import { queryTablePage } from './queryTablePage.ts';
import { activeTable, type TableDeps, tableKind } from './tableKind.ts';

/** The active table, its edits and history, its pages and its export. */
export function registerTable(api: PortalApi, deps: TableDeps): void {
  registerDefinition(api, deps, { endpoints: tableEndpoints, kind: tableKind });
  for (const endpoint of [tableEndpoints.preview, tableEndpoints.previewByPost]) {
    route(api, endpoint, ({ member, query, meter, signal }) =>
      queryTablePage(deps, member, { ...query, meter, signal, source: activeTable(deps, member) }),
    );
  }
  for (const endpoint of [tableEndpoints.exportCsv, tableEndpoints.exportCsvByGet]) {
    route(api, endpoint, ({ member, query }) =>
      exportTable(deps, member, { format: 'csv', csv: query, source: activeTable(deps, member) }),
    );
  }
  for (const [format, endpoint] of exports) {
    route(api, endpoint, ({ member }) =>
      exportTable(deps, member, { format, source: activeTable(deps, member) }),
    );
  }
  route(api, tableEndpoints.exportDictionary, ({ member, query, signal }) =>
    queryDictionary(deps, member, {
      format: query.format ?? 'csv',
      signal,
      source: activeTable(deps, member),
    }),
  );
}

const exports = [
  ['ndjson', tableEndpoints.exportNdjson],
  ['ndjson', tableEndpoints.exportNdjsonByGet],
  ['parquet', tableEndpoints.exportParquet],
  ['parquet', tableEndpoints.exportParquetByGet],
] as const;
