import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Questions, Releases } from '@atrium/warehouse';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { loadHead, loadWritten, record } from '../../audit/index.ts';
import { releaseName } from '../../catalogue/index.ts';
import { dumpState, loadInstallationId, type Schema, syncFolder, syncTree } from '../../database/index.ts';
import { type By, recordedBy, type Watcher } from '../operation.ts';
import { copyHomeFiles, copyTree, type HomeFiles, writeAnchors } from './homeFiles.ts';
import { backupFolders, type KeptFile, type Manifest, manifestFile, type SavedRelease } from './manifest.ts';

/** The sources of a back-up. */
export interface BackupSource extends HomeFiles {
  readonly db: Kysely<Schema>;
  readonly questions: Pick<Questions, 'dialect'>;
  readonly releases: Pick<Releases, 'hold' | 'list' | 'save'>;
  readonly anchorFile: string;
  readonly clock: () => Date;
  readonly version: string;
}

export interface BackupRequest {
  /** The folder in which back-ups lie, each in a folder of its own; absolute. */
  readonly into: string;
  /** Whether files that imports copied into the storage are part of it. */
  readonly withFiles: boolean;
  /** How many whole back-ups of this installation stay; null: all. */
  readonly keep: number | null;
}

export interface BackupMade {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Releases that the state knows and whose data are not there. */
  readonly missing: readonly string[];
  /** Older back-ups that were deleted. */
  readonly deleted: readonly string[];
}

/** Back-ups of one process run one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a back-up: the state as it was at one moment, all releases that it knows, and the files of the data directory.
 * It gets its name when it is whole and on the disk (rules 16.1 and 16.2). Others may use the portal meanwhile.
 */
export function makeBackup(
  source: BackupSource,
  request: BackupRequest,
  watcher: Watcher,
): Promise<BackupMade> {
  const turn = last.then(() => make(source, request, watcher));
  last = turn.catch(() => {});
  return turn;
}

async function make(source: BackupSource, request: BackupRequest, watcher: Watcher): Promise<BackupMade> {
  const installation = await loadInstallationId(source.db);
  if (installation === null) throw new Error('The state database has no installation id.');
  const at = source.clock();
  const prefix = `atrium-${installation.slice(0, 8)}-`;
  const name = `${prefix}${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  const draft = path.join(request.into, `.unfinished-${name}`);
  const folder = path.join(request.into, name);
  try {
    await mkdir(request.into, { recursive: true, mode: 0o700 });
    await removeDrafts(request.into, prefix);
    await mkdir(draft, { mode: 0o700 });
    const { manifest, missing } = await fill(source, { ...request, draft, installation, at }, watcher);
    await writeManifest(draft, manifest);
    await syncTree(draft);
    await rename(draft, folder);
    await syncFolder(request.into);
    await noteBackup(source, { at, manifest, by: watcher });
    const deleted = await deleteOld(request, prefix);
    return { folder, manifest, missing, deleted };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw watcher.signal.aborted ? error : explained(error, request.into);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EROFS: 'it takes no writes',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it holds a back-up of the same moment',
};

function explained(error: unknown, into: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new PortalError('conflict', `No back-up was made in ${into}: ${reason}.`, { cause: error });
}

/** The files that a killed process left. */
async function removeDrafts(into: string, prefix: string): Promise<void> {
  for (const name of await readdir(into))
    if (name.startsWith(`.unfinished-${prefix}`))
      await rm(path.join(into, name), { recursive: true, force: true });
}

interface Filling extends BackupRequest {
  readonly draft: string;
  readonly installation: string;
  readonly at: Date;
}

async function fill(
  source: BackupSource,
  { draft, installation, at, withFiles }: Filling,
  { signal, onProgress }: Watcher,
): Promise<{ readonly manifest: Manifest; readonly missing: readonly string[] }> {
  const { db, questions, releases, home, storageRoot, version } = source;
  const folders = backupFolders(draft);
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 });
  const endHold = await releases.hold();
  try {
    onProgress({ step: 'writing the state', detail: null });
    const { state, found } = await dumpState(db, {
      folder: folders.state,
      signal,
      look: async (transaction) => ({
        releases: await knownReleases(transaction),
        anchors: await knownAnchors(transaction, source.anchorFile),
      }),
    });
    onProgress({ step: 'copying the files of the data directory', detail: null });
    const files: KeptFile[] = [
      ...(await copyHomeFiles({ home, storageRoot }, { to: folders.files, signal })),
    ];
    files.push(await writeAnchors(found.anchors, folders.files));
    const kept = await keptReleases(source, found.releases);
    const saved: SavedRelease[] = [];
    for (const name of kept.names) {
      signal.throwIfAborted();
      onProgress({ step: 'copying the releases', detail: name });
      const folder = path.join(folders.warehouse, name);
      await mkdir(folder, { mode: 0o700 });
      const parts = await releases.save({ release: name, folder, signal });
      saved.push({ name, parts: [...parts] });
    }
    onProgress({ step: 'copying stored files', detail: null });
    const stored = withFiles
      ? await copyStored(kept.names, { storageRoot, to: folders.stored, signal })
      : null;
    return {
      missing: kept.missing,
      manifest: {
        kind: 'atrium backup',
        form: 1,
        version,
        at: at.toISOString(),
        installation,
        state,
        warehouse: { engine: questions.dialect.name, releases: saved },
        files,
        stored,
      },
    };
  } finally {
    await endHold();
  }
}

interface KnownRelease {
  readonly name: string;
  /** Whether some members see this release. */
  readonly isLive: boolean;
}

/** The releases that were built in the moment of the state, in the order in which they were. */
async function knownReleases(transaction: Transaction<Schema>): Promise<readonly KnownRelease[]> {
  const rows = await transaction
    .selectFrom('release')
    .select(['id', 'state'])
    .where('state', 'in', ['live', 'built', 'retired'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, state }) => ({ name: releaseName(id), isLive: state === 'live' }));
}

/** Those whose data are there; a retired release may have been deleted. */
async function keptReleases({ releases }: BackupSource, known: readonly KnownRelease[]) {
  const present = new Set(await releases.list());
  return {
    names: known.filter(({ name }) => present.has(name)).map(({ name }) => name),
    missing: known.filter(({ name, isLive }) => isLive && !present.has(name)).map(({ name }) => name),
  };
}

const anchorId = z.object({ id: z.int() });

/**
 * The lines of the anchor file that the state of this moment knows. The portal adds a line before it writes down that it
 * did, so that the file may be ahead of the state and never behind it.
 */
async function knownAnchors(transaction: Transaction<Schema>, file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const written = await loadWritten(transaction);
  if (written !== null) return lines.slice(0, written.count);
  const { id: head } = await loadHead(transaction);
  return lines.filter((line) => {
    const read = anchorId.safeParse(JSON.parse(line));
    return read.success && read.data.id <= head;
  });
}

async function copyStored(
  releases: readonly string[],
  {
    storageRoot,
    to,
    signal,
  }: { readonly storageRoot: string; readonly to: string; readonly signal: AbortSignal },
): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const release of releases) {
    const below = `imported/${release}`;
    const copied = await copyTree(path.join(storageRoot, below), { to: path.join(to, below), signal });
    for (const file of copied) kept.push({ ...file, path: `${below}/${file.path}` });
  }
  return kept;
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const handle = await open(manifestFile(folder), 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const noted = z.array(z.object({ at: z.iso.datetime() }));
const maxNoted = 30;

/** Records it for the room of health and in the audit. */
async function noteBackup(
  { db }: BackupSource,
  { at, manifest, by }: { readonly at: Date; readonly manifest: Manifest; readonly by: By },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('installation')
      .select('value')
      .where('name', '=', 'backups')
      .executeTakeFirst();
    const before = noted.safeParse(row?.value);
    const value = JSON.stringify(
      [...(before.success ? before.data : []), { at: at.toISOString() }].slice(-maxNoted),
    );
    await transaction
      .insertInto('installation')
      .values({ name: 'backups', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    await record(transaction, {
      ...recordedBy(by),
      action: 'backup_make',
      detail: { at: at.toISOString(), releases: manifest.warehouse.releases.length },
    });
  });
}

async function deleteOld({ into, keep }: BackupRequest, prefix: string): Promise<readonly string[]> {
  if (keep === null) return [];
  const whole: string[] = [];
  for (const name of (await readdir(into)).filter((one) => one.startsWith(prefix)).sort())
    if ((await readdir(path.join(into, name))).includes('manifest.json')) whole.push(name);
  const old = whole.slice(0, Math.max(0, whole.length - keep));
  for (const name of old) {
    // The folder is renamed first, so that a half-deleted back-up is never taken for a whole one.
    const draft = path.join(into, `.unfinished-${name}`);
    await rename(path.join(into, name), draft);
    await rm(draft, { recursive: true, force: true });
  }
  return old;
}
