import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { requireSame, type SharedIndex, type SharedIndexes, sumOf } from '@atrium/warehouse';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/index.ts';
import { type Portals, takeInTurn } from '../portals/index.ts';
import type { IndexStorage } from './indexStorage.ts';

interface Sharing extends Pick<SharedIndexes, 'onFault'> {
  readonly db: Kysely<Schema>;
  readonly portals: Pick<Portals, 'take' | 'send' | 'listen'>;
  readonly storage: IndexStorage;
}

/** Anybody with the database can send it. */
const remade = z.object({ release: z.string().regex(/^release_\d+$/) });

const lockOf = (release: string): string => `index of ${release}`;

/**
 * Indexes that the portals of an installation share (rules 16.34 and 16.35, decision 115). The state database says which
 * files there are, from before a file is put until after it is removed: so a process that is killed leaves none that
 * nobody knows.
 */
export function shareIndexes({ db, portals, storage, onFault }: Sharing): SharedIndexes {
  const remove = async (name: string): Promise<void> => {
    await storage.remove(name);
    await db.deleteFrom('shared_index').where('name', '=', name).execute();
  };
  const namesOf = async (release: string): Promise<readonly string[]> => {
    const rows = await db.selectFrom('shared_index').select('name').where('release', '=', release).execute();
    return rows.map(({ name }) => name);
  };
  return {
    onFault,
    takeTurn: (release, signal) => takeInTurn(portals, lockOf(release), signal),
    find: async ({ release, tables }) => {
      const row = await db
        .selectFrom('shared_index')
        .select(['name', 'bytes', 'sha256'])
        .where('release', '=', release)
        .where('tables', '=', tables)
        .where('is_whole', '=', true)
        .orderBy('made_at', 'desc')
        .executeTakeFirst();
      return row === undefined ? null : { ...row, bytes: Number(row.bytes) };
    },
    fetch: (found, file, signal) => fetchInto(storage, { found, file, signal }),
    put: async ({ release, file, tables }, signal) => {
      const sum = await sumOf(file, signal);
      const name = `${release}.${sum.sha256}.index`;
      await db
        .insertInto('shared_index')
        .values({ name, release, tables, ...sum })
        .onConflict((known) =>
          known.column('name').doUpdateSet({ tables, made_at: sql`now()`, is_whole: false }),
        )
        .execute();
      await storage.put(name, file, { sum, signal });
      const { numUpdatedRows } = await db
        .updateTable('shared_index')
        .set({ is_whole: true })
        .where('name', '=', name)
        .executeTakeFirst();
      // The release was removed meanwhile.
      if (numUpdatedRows === 0n) await storage.remove(name);
      for (const other of await namesOf(release)) if (other !== name) await remove(other);
    },
    tellRemade: (release) => portals.send('index', { release }),
    onRemade: (listener) => {
      portals.listen('index', (content) => {
        const release = remade.safeParse(content).data?.release;
        if (release !== undefined) listener(release);
      });
    },
    cleanUp: async (list) => {
      // In this order: a release that is built meanwhile is in the list.
      const rows = await db.selectFrom('shared_index').select(['name', 'release']).execute();
      if (rows.length === 0) return;
      const present = new Set(await list());
      for (const { name, release } of rows) {
        if (present.has(release)) continue;
        const free = await portals.take(lockOf(release));
        if (free === null) continue;
        await remove(name).finally(free);
      }
    },
  };
}

interface Fetching {
  readonly found: SharedIndex;
  readonly file: string;
  readonly signal: AbortSignal;
}

/** The file gets its name when it is whole. */
async function fetchInto(storage: IndexStorage, { found, file, signal }: Fetching): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await storage.get(found.name, draft, signal);
    requireSame(found.name, await sumOf(draft, signal), found);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
