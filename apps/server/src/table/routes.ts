import { PortalError, tableEndpoints } from '@atrium/contract';
import type { Member, PortalApi } from '../access/index.ts';
import type { CohortDeps } from '../cohort/index.ts';
import { route } from '../http/index.ts';
import { activate } from '../snapshot/index.ts';
import { editTable } from './editTable.ts';
import { exportTable } from './export/exportTable.ts';
import { readDictionary } from './export/readDictionary.ts';
import { openTable, openTableSnapshot, tableHistory } from './openTable.ts';
import { presentTable } from './present.ts';
import { previewTable } from './previewTable.ts';

/** The active table, its edits and history, its pages and its export. */
export function registerTable(api: PortalApi, deps: CohortDeps): void {
  const activateSnapshot = async (member: Member, snapshotId: number) => {
    const snapshot = await activate(deps.db, tableHistory(member), snapshotId);
    if (snapshot === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
    return presentTable(await openTable(deps, member));
  };

  route(api, tableEndpoints.read, async ({ member }) => presentTable(await openTable(deps, member)));
  route(api, tableEndpoints.edit, ({ member, body }) => editTable(deps, member, body.transformation));
  route(api, tableEndpoints.snapshot, async ({ member, params, query }) =>
    query.setToActive === true
      ? await activateSnapshot(member, params.snapshotId)
      : presentTable(await openTableSnapshot(deps, member, params.snapshotId)),
  );
  route(api, tableEndpoints.activate, ({ member, params }) => activateSnapshot(member, params.snapshotId));
  for (const endpoint of [tableEndpoints.preview, tableEndpoints.previewByPost]) {
    route(api, endpoint, ({ member, query, signal }) => previewTable(deps, member, { ...query, signal }));
  }
  for (const [format, endpoint] of exports) {
    route(api, endpoint, ({ member, signal }) => exportTable(deps, member, { format, signal }));
  }
  route(api, tableEndpoints.exportDictionary, ({ member, signal }) => readDictionary(deps, member, signal));
}

const exports = [
  ['csv', tableEndpoints.exportCsv],
  ['csv', tableEndpoints.exportCsvByGet],
  ['ndjson', tableEndpoints.exportNdjson],
  ['ndjson', tableEndpoints.exportNdjsonByGet],
  ['parquet', tableEndpoints.exportParquet],
  ['parquet', tableEndpoints.exportParquetByGet],
] as const;
