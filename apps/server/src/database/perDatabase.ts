import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What is kept for a database; made when it is first asked for. */
export function perDatabase<Kept>(
  kept: WeakMap<Kysely<Schema>, Kept>,
  db: Kysely<Schema>,
  make: () => Kept,
): Kept {
  const known = kept.get(db) ?? make();
  kept.set(db, known);
  return known;
}
