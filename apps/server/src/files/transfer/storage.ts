import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract';
import { AwsClient } from 'aws4fetch';
import type { FileStore, S3Store, TransferSettings } from '../../config/transferSettings.ts';
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

/** Finds the bytes of a file. Nothing outside of the storage is ever opened (rule 13.34). */
export interface Storage {
  /**
   * Refuses with not_found a path to no file of the storage, and with not_ready a file of another size than recorded.
   */
  open(record: FileRecord): Promise<LocalFile | RemoteFile>;
}

type StorageSettings = Pick<TransferSettings, 'storageRoot' | 'stores' | 'externalHosts'>;

export function createStorage({ storageRoot, stores, externalHosts }: StorageSettings): Storage {
  const longestFirst = [...stores].sort((one, other) => other.below.length - one.below.length);
  const openPath = async (record: FileRecord, given: string) => {
    const safe = requirePathBelow(given);
    const store = longestFirst.find(({ below }) => safe.startsWith(below));
    if (store === undefined) return openLocal(storageRoot, safe, record.size);
    return openIn(store, safe.slice(store.below.length), record.size);
  };
  const openUrl = async (text: string): Promise<RemoteFile> => {
    const bucket = /^s3:\/\/([^/]+)\/(.+)$/.exec(text);
    if (bucket !== null) {
      const [, name = '', key = ''] = bucket;
      const store = stores.find(
        (one) => one.kind === 's3' && one.bucket === name && key.startsWith(one.prefix),
      );
      if (store?.kind !== 's3') throw notHere();
      return presign(store, requirePathBelow(key));
    }
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.protocol !== 'https:' || !externalHosts.includes(url.host)) throw notHere();
    return { kind: 'remote', url: url.href };
  };
  return {
    open: (record) =>
      record.location.kind === 'path' ? openPath(record, record.location.path) : openUrl(record.location.url),
  };
}

const notHere = (): PortalError =>
  new PortalError(
    'not_ready',
    'This file lies where the portal may not hand it out. Please tell the operator.',
  );
const missing = (cause?: unknown): PortalError =>
  new PortalError('not_found', 'This file is not in the storage. Please tell the operator.', { cause });

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

const openIn = (store: FileStore, below: string, size: number): Promise<LocalFile | RemoteFile> =>
  store.kind === 'folder'
    ? openLocal(store.folder, below, size)
    : presign(store, requirePathBelow(store.prefix + below));

/** Opens a plain file whose real path, with all links resolved, is below the real root. */
async function openLocal(root: string, below: string, size: number): Promise<LocalFile> {
  const [realRoot, real] = await Promise.all([realpath(root), realpath(path.join(root, below))]).catch(
    (cause: unknown) => {
      throw missing(cause);
    },
  );
  if (!isBelow(realRoot, real)) throw missing();
  // Without O_NONBLOCK to open a pipe would wait for its writer.
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    (cause: unknown) => {
      throw missing(cause);
    },
  );
  try {
    const [opened, now] = await Promise.all([handle.stat(), realPathOf(handle, real)]);
    if (!opened.isFile() || !isBelow(realRoot, now)) throw missing();
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
