import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { unreachable } from '@atrium/contract/errors/unreachable';
import { ownerOf } from '@atrium/warehouse';
import { AwsClient } from 'aws4fetch';
import type { Kysely } from 'kysely';
import type { Member } from '../../access/index.ts';
import { releaseNumber } from '../../catalogue/index.ts';
import type { S3Store, TransferSettings } from '../../config/transferSettings.ts';
import type { Schema } from '../../database/index.ts';
import type { FileRecord } from '../fileRecord.ts';

/** A file on a disk of the portal, open for reading; the caller closes it. */
export interface LocalFile {
  readonly kind: 'local';
  readonly handle: FileHandle;
  /** The time of its last change, in milliseconds. */
  readonly changed: number;
}

/** Where another server has the file; the address is for one receiver and a short time. */
interface RemoteFile {
  readonly kind: 'remote';
  readonly url: string;
}

/** The dataset whose release names a file. */
type FileOwner = Pick<Member, 'datasetId' | 'uniqueId'>;

/** Finds the bytes of a file. Nothing outside of the storage, or of another dataset, is ever opened (rules 13.34 and 13.75). */
export interface Storage {
  /**
   * Refuses with not_found a path to no file of the dataset, and with not_ready a file of another size than recorded.
   */
  open(record: FileRecord, owner: FileOwner): Promise<LocalFile | RemoteFile>;
  /** Refuses as `open` does, without opening: for files that another service hands out. */
  requireOwn(record: Pick<FileRecord, 'location'>, owner: FileOwner): Promise<void>;
}

type StorageSettings = Pick<TransferSettings, 'storageRoot' | 'stores' | 'externalHosts' | 'areas'>;

/** Where a file is, and belongs to its dataset. */
type Place =
  | { readonly kind: 'local'; readonly real: string; readonly requireSame: (now: string) => Promise<void> }
  | { readonly kind: 's3'; readonly store: S3Store; readonly key: string }
  | { readonly kind: 'url'; readonly url: string };

/**
 * @param holds whether the release of a folder of copies is one of the dataset
 */
export function createStorage(settings: StorageSettings, holds: HoldsRelease): Storage {
  const { externalHosts, areas } = settings;
  const stores = [...settings.stores].sort((one, other) => other.below.length - one.below.length);
  const folders = [
    { below: '', folder: settings.storageRoot },
    ...stores.flatMap((store) => (store.kind === 'folder' ? [store] : [])),
  ];
  const requireOwn = async (name: string, { datasetId, uniqueId }: FileOwner): Promise<void> => {
    const release = copiedReleaseOf(name);
    const isOwn = release === null ? ownerOf(name, areas) === uniqueId : await holds({ release, datasetId });
    if (!isOwn) throw missing();
  };
  const locateLocal = async (root: string, below: string, owner: FileOwner): Promise<Place> => {
    const real = await realpath(path.join(root, below)).catch(isMissing);
    const requireSame = async (now: string): Promise<void> => {
      const realRoot = await realpath(root).catch(isMissing);
      if (!isBelow(realRoot, now)) throw missing();
      // A folder of one store may lie in another, so that a file has several names: each must be of the dataset.
      for (const one of folders) {
        const start = one.folder === root ? realRoot : await realpath(one.folder).catch(() => null);
        if (start === null || !isBelow(start, now)) continue;
        await requireOwn(one.below + path.relative(start, now).split(path.sep).join('/'), owner);
      }
    };
    await requireSame(real);
    return { kind: 'local', real, requireSame };
  };
  const locateKey = async (given: S3Store, key: string, owner: FileOwner): Promise<Place> => {
    requirePathBelow(key);
    for (const store of stores)
      if (store.kind === 's3' && store.bucket === given.bucket && key.startsWith(store.prefix))
        await requireOwn(store.below + key.slice(store.prefix.length), owner);
    return { kind: 's3', store: given, key };
  };
  const locatePath = async (given: string, owner: FileOwner): Promise<Place> => {
    const safe = requirePathBelow(given);
    await requireOwn(safe, owner);
    const store = stores.find(({ below }) => safe.startsWith(below));
    if (store === undefined) return locateLocal(settings.storageRoot, safe, owner);
    const below = safe.slice(store.below.length);
    return store.kind === 'folder'
      ? locateLocal(store.folder, below, owner)
      : locateKey(store, store.prefix + below, owner);
  };
  const locateUrl = async (text: string, owner: FileOwner): Promise<Place> => {
    const bucket = /^s3:\/\/([^/]+)\/(.+)$/.exec(text);
    if (bucket !== null) {
      const [, name = '', key = ''] = bucket;
      const store = stores.find(
        (one) => one.kind === 's3' && one.bucket === name && key.startsWith(one.prefix),
      );
      if (store?.kind !== 's3') throw notHere();
      return locateKey(store, key, owner);
    }
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.protocol !== 'https:' || !externalHosts.includes(url.host) || !isPlainAddress(url))
      throw notHere();
    if (ownerOf(`https://${url.host}${url.pathname}`, areas) !== owner.uniqueId) throw notHere();
    return { kind: 'url', url: url.href };
  };
  const locate = ({ location }: Pick<FileRecord, 'location'>, owner: FileOwner): Promise<Place> =>
    location.kind === 'path' ? locatePath(location.path, owner) : locateUrl(location.url, owner);
  return {
    open: async (record, owner) => {
      const place = await locate(record, owner);
      switch (place.kind) {
        case 'local':
          return openLocal(place, record.size);
        case 's3':
          return presign(place.store, place.key);
        case 'url':
          return { kind: 'remote', url: place.url };
        default:
          return unreachable(place);
      }
    },
    requireOwn: async (record, owner) => void (await locate(record, owner)),
  };
}

/** Whether a release belongs to a dataset. */
type HoldsRelease = (asked: { readonly release: string; readonly datasetId: number }) => Promise<boolean>;

export const createHoldsRelease =
  (db: Kysely<Schema>): HoldsRelease =>
  async ({ release, datasetId }) => {
    const row = await db
      .selectFrom('release')
      .select('dataset_id')
      .where('id', '=', releaseNumber(release))
      .executeTakeFirst();
    return row?.dataset_id === datasetId;
  };

/** The release whose import copied a file to this path; null for every other path. */
const copiedReleaseOf = (name: string): string | null => /^imported\/([^/]+)\/./.exec(name)?.[1] ?? null;

/** Whether no part of an address may lead its server elsewhere once it is decoded. */
function isPlainAddress({ pathname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  return pathname
    .slice(1)
    .split('/')
    .every((part) => part !== '' && !/%(2e|2f|5c|25|00)|\\/i.test(part));
}

const notHere = (): PortalError =>
  new PortalError(
    'not_ready',
    'This file lies where the portal may not hand it out. Please tell the operator.',
  );
const missing = (cause?: unknown): PortalError =>
  new PortalError('not_found', 'This file is not in the storage. Please tell the operator.', { cause });
const isMissing = (cause: unknown): never => {
  throw missing(cause);
};

/**
 * A path below the storage root, as it is: no part of it is decoded, so an escape like `%2e%2e` is the name of a file.
 * Refuses with not_found what is absolute, leads upwards or holds NUL or a backslash.
 */
export function requirePathBelow(given: string): string {
  const parts = given.split('/');
  const isBad = (part: string): boolean => part === '' || part === '.' || part === '..';
  if (/[\0\\]/.test(given) || parts.some(isBad) || path.isAbsolute(given)) throw missing();
  return given;
}

/** Opens a plain file. A folder on its way may have become a link meanwhile, so the open file is judged again. */
async function openLocal(
  { real, requireSame }: Extract<Place, { kind: 'local' }>,
  size: number,
): Promise<LocalFile> {
  // Without O_NONBLOCK to open a pipe would wait for its writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const handle = await open(real, flags).catch(isMissing);
  try {
    const [opened, now] = await Promise.all([handle.stat(), realPathOf(handle, real)]);
    if (!opened.isFile()) throw missing();
    if (now !== real) await requireSame(now);
    if (opened.size !== size)
      throw new PortalError(
        'not_ready',
        'The stored file has another size than the catalogue says. Please tell the operator.',
      );
    return { kind: 'local', handle, changed: opened.mtimeMs };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function isBelow(root: string, real: string): boolean {
  const inside = path.relative(root, real);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside);
}

/**
 * The real path of an open file. A folder on the way may have become a link since the path was resolved, so the path
 * comes from the open descriptor, or where the system cannot give that, from resolving the path again.
 */
async function realPathOf(handle: FileHandle, real: string): Promise<string> {
  return realpath(`/proc/self/fd/${handle.fd}`).catch(async (cause: unknown) => {
    const [opened, named, again] = await Promise.all([handle.stat(), stat(real), realpath(real)]).catch(
      () => {
        throw missing(cause);
      },
    );
    if (opened.ino !== named.ino || opened.dev !== named.dev) throw missing();
    return again;
  });
}

/** Long enough to follow the answer, and too short to pass it on. */
const presignedSeconds = 300;

async function presign(store: S3Store, key: string): Promise<RemoteFile> {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = store;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const encoded = key.split('/').map(encodeURIComponent).join('/');
  const address = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${encoded}`);
  address.searchParams.set('X-Amz-Expires', String(presignedSeconds));
  const signed = await client.sign(address.href, { method: 'GET', aws: { signQuery: true } });
  return { kind: 'remote', url: signed.url };
}
