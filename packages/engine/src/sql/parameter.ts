import { type RawBuilder, sql } from 'kysely';
import type { QueryValue } from './query.ts';

type SqlType =
  | 'VARCHAR'
  | 'VARCHAR[]'
  | 'INTEGER[]'
  | 'DATE'
  | 'DOUBLE PRECISION'
  | 'INTEGER'
  | 'BIGINT'
  | 'BOOLEAN';

/** A value as a parameter with a cast, since neither engine can always tell its type. */
export const parameter = (value: QueryValue, type: SqlType): RawBuilder<unknown> =>
  sql`${sql.val(value)}::${sql.raw(type)}`;

/** `SELECT` of a list that travels as one parameter, whatever its length. */
export const listed = (values: readonly string[]): RawBuilder<unknown> =>
  sql`SELECT unnest(${parameter(values, 'VARCHAR[]')})`;
