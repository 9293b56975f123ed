import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Schema } from '../database/index.ts';

/** What a table remembers. */
export interface Remembered<Value> {
  /** Names the table among all that are shared. */
  readonly name: string;
  readonly form: z.ZodType<Value>;
  /** Those that were set longest ago are forgotten first; in the memory of a process only. */
  readonly max: number;
  /** A value may be forgotten this long after it was set. */
  readonly lastsMs: number;
}

export interface Table<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Gives out a table; the same one for the same name. */
export type Memory = <Value extends object>(of: Remembered<Value>) => Table<Value>;

/** The name of a table, and a key in it. */
export type Entry = readonly [table: string, key: string];

/**
 * Uses what was made over a memory, with these entries of it. Nobody else reads or changes them meanwhile.
 */
export type Use<Things> = <Result>(
  entries: readonly Entry[],
  act: (things: Things) => Result,
) => Promise<Result>;

/** A memory that all portals of an installation use, or one process alone. */
export interface SharedMemory {
  over<Things>(make: (memory: Memory) => Things): Use<Things>;
}

/** Remembers in this process. */
export const memoryHere: Memory = <Value extends object>({ max }: Remembered<Value>): Table<Value> => {
  // Counted by size, the table grows as it is filled; with `max` it is made whole at the start.
  const held = new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1 });
  return {
    get: (key) => held.peek(key),
    set: (key, value) => void held.set(key, value),
    delete: (key) => void held.delete(key),
  };
};

/** The memory of the only process. */
export const sharedMemoryHere: SharedMemory = {
  over: (make) => {
    const things = make(memoryHere);
    return async (_entries, act) => act(things);
  },
};

const nameOf = ([table, key]: Entry): string =>
  createHash('sha256')
    .update(JSON.stringify([table, key]))
    .digest('base64url');

const storedRow = z.object({ key: z.string(), value: z.unknown() });

/** A memory in the state database. Whoever uses the same entries waits, so that two portals let no more through than one. */
export function sharedMemoryOn(db: Kysely<Schema>): SharedMemory {
  return {
    over: (make) => (entries, act) =>
      db.transaction().execute(async (transaction) => {
        const names = entries.map(nameOf).sort();
        await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
          from unnest(${names}::text[]) as name`.execute(transaction);
        const { rows } = await sql`select key, value from shared_value
          where key = any(${names}::text[]) and ends_at > now()`.execute(transaction);
        const held = new Map(
          z
            .array(storedRow)
            .parse(rows)
            .map(({ key, value }) => [key, value]),
        );
        const changed: Changes = new Map();
        const result = act(make(tablesOver(new Set(names), held, changed)));
        await store(transaction, changed);
        return result;
      }),
  };
}

type Changes = Map<string, { readonly value: object; readonly lastsMs: number } | null>;

const tablesOver =
  (names: ReadonlySet<string>, held: Map<string, unknown>, changed: Changes): Memory =>
  ({ name: table, form, lastsMs }) => {
    const find = (key: string): string => {
      const name = nameOf([table, key]);
      if (!names.has(name)) throw new Error(`The shared memory was opened without this entry of ${table}.`);
      return name;
    };
    return {
      get: (key) => form.optional().parse(held.get(find(key))),
      set: (key, value) => {
        held.set(find(key), value);
        changed.set(find(key), { value, lastsMs });
      },
      delete: (key) => {
        held.delete(find(key));
        changed.set(find(key), null);
      },
    };
  };

async function store(transaction: Kysely<Schema>, changed: Changes): Promise<void> {
  const gone: string[] = [];
  for (const [key, change] of changed) {
    if (change === null) gone.push(key);
    else
      await sql`insert into shared_value (key, value, ends_at)
        values (${key}, ${JSON.stringify(change.value)}::jsonb, now() + ${change.lastsMs} * interval '1 millisecond')
        on conflict (key) do update set value = excluded.value, ends_at = excluded.ends_at`.execute(
        transaction,
      );
  }
  if (gone.length > 0) await transaction.deleteFrom('shared_value').where('key', 'in', gone).execute();
}

/** Says who is the first to name a key, of all who use the memory, until a time has gone by. */
export function firstToTake(
  memory: SharedMemory,
  { name, lastsMs }: { readonly name: string; readonly lastsMs: number },
): (key: string) => Promise<boolean> {
  const use = memory.over((of) => of({ name, form: z.object({}), max: 1000, lastsMs }));
  return (key) =>
    use([[name, key]], (taken) => {
      if (taken.get(key) !== undefined) return false;
      taken.set(key, {});
      return true;
    });
}

/** Removes values that have ended. */
export async function forgetEnded(db: Kysely<Schema>): Promise<void> {
  await sql`delete from shared_value where ends_at < now()`.execute(db);
}
