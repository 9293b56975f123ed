import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** Text that sorts by code point on every engine, whatever the database's own collation. */
export const textOrder = (text: RawBuilder<unknown>, { name }: Dialect): RawBuilder<unknown> =>
  name === 'postgres' ? sql`(${text} COLLATE "C")` : text;
