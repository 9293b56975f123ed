export { migrate } from './migrate.ts';
export { type Database, openDatabase } from './openDatabase.ts';
export * from './schema.ts';
