export { exportTable } from './export/exportTable.ts';
export { queryDictionary } from './export/queryDictionary.ts';
export { queryTablePage } from './queryTablePage.ts';
export {
  createReadTableOptions,
  issueTableReceipts,
  type OpenTable,
  presentTable,
  type TableDeps,
  type TableSource,
  tableKind,
} from './tableKind.ts';
export { registerTable } from './tableRoutes.ts';
