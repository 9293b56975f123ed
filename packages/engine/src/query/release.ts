import { type RawBuilder, sql } from 'kysely';
import type { Lookup } from '../dictionary/lookup.ts';
import type { Dialect } from './dialect.ts';

/** The release that a question is compiled for: its schema name, its dictionary and the engine that holds it. */
export interface ReleaseSql {
  readonly release: string;
  readonly lookup: Lookup;
  readonly dialect: Dialect;
}

/** `"release"."table"`; table names come from `storage` only. */
export const tableOf = ({ release }: ReleaseSql, table: string): RawBuilder<unknown> =>
  sql.id(release, table);
