export { registerTable } from './routes.ts';
export { createReadTableOptions, tableKind } from './tableKind.ts';
