import { type RawBuilder, sql } from 'kysely';
import type { Lookup } from '../dictionary/lookup.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Visibility } from '../visibility/visibility.ts';

/**
 * The release that a question is compiled for: its schema name, its dictionary, the engine that holds it, and what the
 * caller may see of it. Nothing can be compiled without a visibility, and only `permit` makes one for a member.
 */
export interface ReleaseSql {
  readonly release: string;
  readonly lookup: Lookup;
  readonly dialect: Dialect;
  readonly visibility: Visibility;
}

/** How a part of a WITH clause begins that may be named twice: of several servers it would be gathered, so it is repeated. */
export const asPart = ({ dialect }: ReleaseSql): RawBuilder<unknown> =>
  dialect.isDistributed ? sql`AS NOT MATERIALIZED` : sql`AS`;

/** `"release"."table"`; table names come from `storage` only. */
export const tableOf = ({ release }: ReleaseSql, table: string): RawBuilder<unknown> =>
  sql.id(release, table);
