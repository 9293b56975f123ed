import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { UploadItem } from '@atrium/contract/wire/adminData';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../database/index.ts';
import { type Portals, takeInTurn } from '../../portals/index.ts';
import type { DataRoomSettings } from './settings.ts';

/** A part of a file has so many bytes at most, so that any proxy passes it and any line sends it within a minute. */
export const maxPart = 4 * 1024 * 1024;

/** Files of one member of staff that are here (rule 8.27). */
const maxUploads = 100;

/** So much room stays on the disk beside a file that is sent. */
const spareBytes = 256 * 1024 * 1024;

/** A part whose sender is silent for longer ends with what has arrived, so that its sender can go on elsewhere. */
const defaultSilenceMs = 10_000;

export interface NewUpload {
  readonly name: string;
  readonly size: number;
  readonly sha256?: string | undefined;
}

export interface SentPart {
  readonly offset: number;
  readonly bytes: Readable;
  /** Of the part, hex; absent where the sender says none. */
  readonly sha256?: string | undefined;
}

export interface ReadyUpload {
  readonly id: string;
  readonly name: string;
  /** The absolute path of the whole file. */
  readonly file: string;
  /** The account that sent it; null where it is gone. */
  readonly owner: number | null;
}

/**
 * Files that staff send in parts, which may come to different portals. The state database says how much of each has
 * arrived; bytes beyond that count as not sent (rules 15.47 and 15.60).
 */
export interface Uploads {
  readonly largest: number;
  /** A folder of its own for a draft or the like; it goes with the upload of this id. */
  folderOf(id: string): string;
  list(): Promise<UploadItem[]>;
  begin(by: { readonly id: number }, given: NewUpload): Promise<UploadItem>;
  /**
   * Adds the next bytes, and returns how many are here then: fewer than were announced where the sender fell silent.
   * Refuses with conflict where they do not follow what is here.
   */
  add(id: string, part: SentPart): Promise<number>;
  /** Compares length and check sum with what the sender says. */
  finish(id: string): Promise<UploadItem>;
  remove(id: string): Promise<void>;
  /**
   * Keeps a file, and the tables that were described from it, as they are until the returned function is called, at every
   * portal. Refuses with conflict where somebody else does.
   */
  use(id: string): Promise<() => Promise<void>>;
  /** Refuses with not_found where there is no whole file of this id. */
  ready(id: string): Promise<ReadyUpload>;
}

interface UploadDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly settings: DataRoomSettings;
  readonly portals: Pick<Portals, 'take'>;
  readonly maxSilenceMs?: number;
}

export function createUploads({
  db,
  clock,
  settings,
  portals,
  maxSilenceMs = defaultSilenceMs,
}: UploadDeps): Uploads {
  const folderOf = (id: string): string => path.join(requireFolder(settings), id);
  const fileOf = ({ id, name }: { readonly id: string; readonly name: string }): string =>
    path.join(folderOf(id), name);
  const use = (id: string) =>
    takeInTurn(portals, `use of upload ${id}`, AbortSignal.timeout(useWaitMs)).catch(() => {
      throw new PortalError('conflict', inUse);
    });
  const alone = async <Result>(id: string, refusal: string, act: () => Promise<Result>): Promise<Result> => {
    const free = await portals.take(`upload ${id}`);
    if (free === null) throw new PortalError('conflict', refusal);
    try {
      return await act();
    } finally {
      await free();
    }
  };
  const present = (row: UploadRow): UploadItem => ({
    id: row.id,
    name: row.name,
    size: Number(row.size),
    received: Number(row.received),
    isReady: row.state === 'ready',
    username: row.username,
    startedAt: row.started_at.toISOString(),
  });

  return {
    largest: settings.uploadFolder === null ? 0 : settings.maxUpload,
    folderOf,
    list: async () => (settings.uploadFolder === null ? [] : (await queryUploads(db).execute()).map(present)),
    begin: async (by, { name, size, sha256 = null }) => {
      if (size > settings.maxUpload)
        throw fieldRefusal(
          'too_large',
          'size',
          `the largest file that is taken has ${settings.maxUpload} bytes`,
        );
      const folder = requireFolder(settings);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireRoomFor(folder, size);
      const id = randomBytes(12).toString('hex');
      await db.transaction().execute(async (transaction) => {
        await requireFewUploads(transaction, by.id);
        await transaction
          .insertInto('upload')
          .values({ id, account_id: by.id, name, size, sha256, state: 'receiving', started_at: clock() })
          .execute();
      });
      // A folder is known before it is there: a portal that starts meanwhile deletes those that no row names.
      await mkdir(folderOf(id), { mode: 0o700 });
      await (await open(fileOf({ id, name }), 'wx', 0o600)).close();
      return present(await findUpload(db, id));
    },
    add: (id, part) =>
      alone(id, 'Another part of this file is on its way.', async () => {
        const row = await findUpload(db, id);
        if (row.state === 'ready') throw new PortalError('conflict', 'This file is whole already.');
        return append(fileOf(row), {
          ...part,
          size: Number(row.size),
          received: Number(row.received),
          maxSilenceMs,
          keep: (received) => keepReceived(db, row, received),
        });
      }),
    finish: async (id) => {
      if ((await findUpload(db, id)).state === 'receiving')
        await alone(id, 'A part of this file is on its way.', async () => {
          const row = await findUpload(db, id);
          await requireWhole(fileOf(row), row);
          await db
            .updateTable('upload')
            .set({ state: 'ready', finished_at: clock() })
            .where('id', '=', id)
            .execute();
        });
      return present(await findUpload(db, id));
    },
    remove: async (id) => {
      await findUpload(db, id);
      await alone(id, 'A part of this file is on its way.', async () => {
        const free = await use(id);
        try {
          await db.deleteFrom('upload').where('id', '=', id).execute();
          await rm(folderOf(id), { recursive: true, force: true });
        } finally {
          await free();
        }
      });
    },
    use,
    ready: async (id) => {
      const row = await findUpload(db, id);
      if (row.state !== 'ready')
        throw new PortalError('conflict', `${row.name} has not arrived as a whole yet.`);
      return { id, name: row.name, file: fileOf(row), owner: row.account_id };
    },
  };
}

/** Who uses a file lets go of it a moment after the end of the import is in the log. */
const useWaitMs = 500;

const inUse =
  'This file is being imported, or removed. Wait until that has ended, or cancel the import in the log of imports.';

function requireFolder({ uploadFolder }: DataRoomSettings): string {
  if (uploadFolder !== null) return uploadFolder;
  throw new PortalError('not_permitted', 'This portal takes no files: its operator has not opened a folder.');
}

const queryUploads = (db: Kysely<Schema>) =>
  db
    .selectFrom('upload')
    .leftJoin('account', 'account.id', 'upload.account_id')
    .select(['upload.id', 'upload.name', 'upload.size', 'upload.sha256', 'upload.state'])
    .select(['upload.received', 'upload.started_at', 'upload.account_id', 'account.username'])
    .orderBy('upload.started_at', 'desc');

type UploadRow = Awaited<ReturnType<ReturnType<typeof queryUploads>['execute']>>[number];

async function findUpload(db: Kysely<Schema>, id: string): Promise<UploadRow> {
  const row = await queryUploads(db).where('upload.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such file.');
  return row;
}

/** Of one account one is begun at a time, so that several portals let no more through than one (rule 8.27). */
async function requireFewUploads(db: Transaction<Schema>, accountId: number): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
  const own = db.selectFrom('upload').where('account_id', '=', accountId);
  const { count } = await own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) >= maxUploads)
    throw new PortalError(
      'conflict',
      `You have sent ${maxUploads} files, which is the most. Please remove some first.`,
    );
}

/** Refuses with conflict a file that has not arrived as its sender announced it. */
async function requireWhole(file: string, { size, sha256, received }: UploadRow): Promise<void> {
  if (Number(received) !== Number(size))
    throw new PortalError('conflict', `Only ${received} of ${size} bytes have arrived. Send the rest.`);
  const stored = (await stat(file)).size;
  if (stored !== Number(size))
    throw new PortalError(
      'conflict',
      `The file has ${stored} bytes on the disk, and ${size} were sent. Please tell the operator, and send it again.`,
    );
  if (sha256 !== null && (await hashOf(file)) !== sha256)
    throw new PortalError(
      'conflict',
      'The file is not the one that was sent: its check sum differs. Send it again.',
    );
}

/**
 * Notes what has arrived, unless another portal did meanwhile: a process that stood still may have lost its lock.
 * @throws PortalError 'conflict' where it did
 */
async function keepReceived(
  db: Kysely<Schema>,
  { id, received: before }: UploadRow,
  received: number,
): Promise<void> {
  const kept = await db
    .updateTable('upload')
    .set({ received })
    .where('id', '=', id)
    .where('received', '=', before)
    .where('state', '=', 'receiving')
    .returning('id')
    .execute();
  if (kept.length === 0) throw new PortalError('conflict', 'Another part of this file came meanwhile.');
}

async function requireRoomFor(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < size + spareBytes)
    throw new PortalError('no_room', 'The disk of the portal has no room for this file.');
}

interface Part extends SentPart {
  readonly size: number;
  readonly received: number;
  readonly maxSilenceMs: number;
  readonly keep: (received: number) => Promise<void>;
}

/**
 * Adds bytes at the end of a file, piece by piece, syncs it and notes them. What arrived before the sender went away
 * stays, since it is the right beginning of the rest.
 */
async function append(file: string, part: Part): Promise<number> {
  const { offset, bytes, sha256, size, received, keep } = part;
  if (offset !== received)
    throw new PortalError('conflict', `The file has ${received} bytes here: send it from there on.`);
  await requireRoomFor(path.dirname(file), 0);
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  const hash = createHash('sha256');
  let end = offset;
  try {
    for await (const piece of untilSilent(bytes, part.maxSilenceMs)) {
      if (end + piece.length > size || end + piece.length - offset > maxPart)
        throw new PortalError('too_large', 'There are more bytes than the file or a part of it has.');
      await writeWhole(handle, piece, end);
      hash.update(piece);
      end += piece.length;
    }
    if (sha256 !== undefined && !bytes.readableEnded) return end;
    if (sha256 !== undefined && hash.digest('hex') !== sha256)
      throw new PortalError('conflict', 'The part is not the one that was sent: its check sum differs.');
    return end;
  } catch (error) {
    if (error instanceof PortalError) end = offset;
    throw error;
  } finally {
    await handle.sync();
    await handle.close();
    if (end > offset) await keep(end);
  }
}

/** The pieces of a body, until its sender has been silent for so long. */
async function* untilSilent(bytes: Readable, maxSilenceMs: number): AsyncGenerator<Buffer> {
  // A request that is destroyed here could not take the rest of its body (rule 9.11).
  const pieces: AsyncIterator<Buffer> = bytes.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const waiting = new AbortController();
      const silence = delay(maxSilenceMs, null, { signal: waiting.signal });
      const next = await Promise.race([pieces.next(), silence]).finally(() => waiting.abort());
      if (next === null || next.done === true) return;
      yield next.value;
    }
  } finally {
    // It may wait for the next piece.
    void pieces.return?.();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

async function writeWhole(handle: Handle, piece: Buffer, position: number): Promise<void> {
  for (let written = 0; written < piece.length; ) {
    const { bytesWritten } = await handle.write(piece, written, piece.length - written, position + written);
    written += bytesWritten;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Deletes folders of uploads that no row names, as a killed process leaves them. */
export async function clearUploads(db: Kysely<Schema>, { uploadFolder }: DataRoomSettings): Promise<void> {
  if (uploadFolder === null) return;
  // In this order: another portal may make one meanwhile.
  const names = await readdir(uploadFolder).catch(() => []);
  const known = new Set((await db.selectFrom('upload').select('id').execute()).map(({ id }) => id));
  for (const name of names)
    if (!known.has(name)) await rm(path.join(uploadFolder, name), { recursive: true, force: true });
}
