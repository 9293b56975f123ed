export { createReadTableOptions } from './readTableOptions.ts';
export { registerTable } from './routes.ts';
