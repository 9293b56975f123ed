export { registerTable } from './routes.ts';
export { createReadTableOptions } from './tableKind.ts';
