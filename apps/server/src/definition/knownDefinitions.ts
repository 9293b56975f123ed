import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { perDatabase, type Schema } from '../database/index.ts';

/** In characters of JSON, for each kind; what is found out about a definition takes several times as much. */
const mostRemembered = 4 * 1024 * 1024;
/** What even the smallest definition takes. */
const leastSize = 2048;

/** Stored definitions that were parsed, by what names them, for each database. */
export type KnownDefinitions<Key extends string | number, Definition extends object> = WeakMap<
  Kysely<Schema>,
  LRUCache<Key, Definition>
>;

interface Wanted<Key, Definition> {
  readonly key: Key;
  /** Loads and parses it; `size` is that of its JSON, in characters. Undefined where there is none. */
  readonly load: () => Promise<{ readonly definition: Definition; readonly size: number } | undefined>;
}

/**
 * Finds a stored definition that never changes under its key. The same key gives the same object again. It is frozen,
 * and what was found out about it is known already.
 */
export async function findDefinition<Key extends string | number, Definition extends object>(
  known: KnownDefinitions<Key, Definition>,
  db: Kysely<Schema>,
  { key, load }: Wanted<Key, Definition>,
): Promise<Definition | undefined> {
  const held = rememberedIn(known, db).get(key);
  if (held !== undefined) return held;
  const loaded = await load();
  return loaded && keepDefinition(known, db, { key, ...loaded });
}

const rememberedIn = <Key extends string | number, Definition extends object>(
  known: KnownDefinitions<Key, Definition>,
  db: Kysely<Schema>,
): LRUCache<Key, Definition> => perDatabase(known, db, () => new LRUCache({ maxSize: mostRemembered }));

/** Remembers a definition that was just stored under its key, and freezes it. */
export function keepDefinition<Key extends string | number, Definition extends object>(
  known: KnownDefinitions<Key, Definition>,
  db: Kysely<Schema>,
  { key, definition, size }: { readonly key: Key; readonly definition: Definition; readonly size: number },
): Definition {
  const kept = frozen(definition);
  rememberedIn(known, db).set(key, kept, { size: size + leastSize });
  return kept;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
