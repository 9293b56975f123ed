import type { Memory } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { memoryOf } from '../asking/index.ts';
import type { Schema } from '../database/index.ts';

/** In characters of JSON, for each kind; what is found out about a definition takes several times as much. */
const maxRemembered = 4 * 1024 * 1024;
/** What even the smallest definition takes. */
const leastSize = 2048;

/** Stored definitions that were parsed, by what names them, for each database. */
export type DefinitionMemory<Definition extends object> = (db: Kysely<Schema>) => Memory<Definition>;

/** A memory of the definitions of one kind. */
export const createDefinitionMemory = <Definition extends object>(
  kind: string,
): DefinitionMemory<Definition> =>
  memoryOf<Definition>({ name: `definitions of a ${kind}`, max: maxRemembered });

interface Wanted<Definition> {
  readonly key: string;
  /** Loads and parses it; `size` is that of its JSON, in characters. Undefined where there is none. */
  readonly load: () => Promise<{ readonly definition: Definition; readonly size: number } | undefined>;
}

/**
 * Finds a stored definition that never changes under its key. The same key gives the same object again. It is frozen,
 * and what was found out about it is known already.
 */
export async function findDefinition<Definition extends object>(
  memory: DefinitionMemory<Definition>,
  db: Kysely<Schema>,
  { key, load }: Wanted<Definition>,
): Promise<Definition | undefined> {
  const kept = memory(db).get(key);
  if (kept !== undefined) return kept;
  const loaded = await load();
  return loaded && keepDefinition(memory, db, { key, ...loaded });
}

/** Remembers a definition that was just stored under its key, and freezes it. */
export function keepDefinition<Definition extends object>(
  memory: DefinitionMemory<Definition>,
  db: Kysely<Schema>,
  { key, definition, size }: { readonly key: string; readonly definition: Definition; readonly size: number },
): Definition {
  const kept = frozen(definition);
  memory(db).keep(key, kept, size + leastSize);
  return kept;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
