import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { dumpState, type SavedState, savedState, tableFile } from './dumpState.ts';
import type { Schema } from './schema.ts';
import { syncFolder, syncTree } from './syncTree.ts';

const copyForm = z.strictObject({ at: z.iso.datetime(), state: savedState });

const whole = 'copy-';
const unfinished = '.new-';
const maxKept = 2;
const listFile = 'state.json';

/** A copy of the embedded state database, with everything that its rows must be again. */
export interface StateCopy {
  readonly folder: string;
  readonly at: Date;
  readonly state: SavedState;
}

/** The whole copies in a folder, the newest first. One that cannot be read is left out. */
export async function listCopies(folder: string): Promise<readonly StateCopy[]> {
  const names = await readdir(folder).catch(() => []);
  const found: StateCopy[] = [];
  for (const name of names
    .filter((one) => one.startsWith(whole))
    .sort()
    .reverse()) {
    const text = await readFile(join(folder, name, listFile), 'utf8').catch(() => 'null');
    const read = copyForm.safeParse(parseJson(text));
    if (read.success)
      found.push({ folder: join(folder, name), at: new Date(read.data.at), state: read.data.state });
  }
  return found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether every file of a copy has the check sum that was written down. */
export async function isWhole({ folder, state }: StateCopy): Promise<boolean> {
  for (const table of state.tables) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(tableFile(folder, table)), hash);
    } catch {
      return false;
    }
    if (hash.digest('hex') !== table.sha256) return false;
  }
  return true;
}

interface CopyOptions {
  readonly db: Kysely<Schema>;
  /** Where copies lie; made with the first of them. */
  readonly folder: string;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
}

/** Writes a copy of the state as it is at one moment. It has its name when it is whole and on the disk; two stay. */
export async function copyState({ db, folder, clock, signal }: CopyOptions): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true });
  const draft = join(folder, `${unfinished}${randomBytes(6).toString('hex')}`);
  const at = clock().toISOString();
  try {
    await mkdir(draft, { mode: 0o700 });
    const { state } = await dumpState(db, { folder: draft, signal, look: async () => null });
    await writeSynced(join(draft, listFile), JSON.stringify({ at, state }));
    await syncTree(draft);
    await rename(draft, join(folder, `${whole}${at.replaceAll(/[:.]/g, '-')}`));
    await syncFolder(folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  const names = (await readdir(folder)).filter((name) => name.startsWith(whole)).sort();
  for (const name of names.slice(0, -maxKept)) await rm(join(folder, name), { recursive: true, force: true });
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface KeepOptions extends CopyOptions {
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
}

const soonMs = 60_000;

/** Writes a copy from time to time, also where the portal is started anew more often; the returned function ends it. */
export async function keepStateCopies(options: KeepOptions): Promise<() => Promise<void>> {
  const { folder, everyMs, clock, onFault } = options;
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const act = (): void => {
    last = copyState({ ...options, signal: ending.signal }).catch((error: unknown) => {
      if (!ending.signal.aborted) onFault(error);
    });
    timer = setTimeout(act, everyMs).unref();
  };
  const [newest] = await listCopies(folder);
  const dueMs = newest === undefined ? 0 : newest.at.getTime() + everyMs - clock().getTime();
  let timer = setTimeout(act, Math.min(Math.max(dueMs, soonMs), everyMs)).unref();
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await last;
  };
}
