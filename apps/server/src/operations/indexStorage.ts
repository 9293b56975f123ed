import { createWriteStream, openAsBlob } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { copyCounted, type Sum } from '@atrium/warehouse';
import { AwsClient } from 'aws4fetch';
import type { Kysely } from 'kysely';
import type { Bucket } from '../config/transferSettings.ts';
import { loadInstallationId, type Schema, syncFolder } from '../database/index.ts';

interface Putting {
  readonly sum: Sum;
  readonly signal: AbortSignal;
}

/** Keeps files under names. One process at a time puts a file of the same name. */
export interface IndexStorage {
  /** A file that is killed on its way never gets its name. */
  put(name: string, file: string, putting: Putting): Promise<void>;
  /** Writes into a new file, which may be half there after an error. */
  get(name: string, file: string, signal: AbortSignal): Promise<void>;
  /** Removes a file, or what is left of it, if it is there. */
  remove(name: string): Promise<void>;
}

interface Places {
  /** Null: the shared folder. */
  readonly bucket: Bucket | null;
  readonly sharedFolder: string;
}

/** Where the portals of an installation keep indexes: in a bucket, that may be one for several installations, or in their folder. */
export async function storageOfIndexes(
  db: Kysely<Schema>,
  { bucket, sharedFolder }: Places,
): Promise<IndexStorage> {
  if (bucket === null) return inFolder(path.join(sharedFolder, 'indexes'));
  return inBucket(bucket, (await loadInstallationId(db)) ?? 'indexes');
}

/** In a folder that all processes see. */
function inFolder(folder: string): IndexStorage {
  const placeOf = (name: string): string => path.join(folder, name);
  const draftOf = (name: string): string => `${placeOf(name)}.draft`;
  return {
    put: async (name, file, { sum: expected, signal }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rm(draftOf(name), { force: true });
      await copyCounted(file, draftOf(name), { expected, signal });
      await rename(draftOf(name), placeOf(name));
      await syncFolder(folder);
    },
    get: (name, file) => copyFile(placeOf(name), file),
    remove: async (name) => {
      for (const one of [draftOf(name), placeOf(name)]) await rm(one, { force: true });
    },
  };
}

/** A storage that says that it is busy is asked again so often. */
const retries = 3;

/** In a bucket, below a folder of its own. */
function inBucket({ bucket, endpoint, prefix, ...keys }: Bucket, folder: string): IndexStorage {
  const { accessKeyId, secretAccessKey, region } = keys;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}/`;
  const ask = async (name: string, init: RequestInit): Promise<Response> => {
    const key = `${prefix}${folder}/${name}`.split('/').map(encodeURIComponent).join('/');
    const reply = await client.fetch(base + key, init);
    if (reply.ok || (init.method === 'DELETE' && reply.status === 404)) return reply;
    await reply.body?.cancel();
    throw new Error(`The storage answered ${reply.status} to ${init.method} of ${name}.`);
  };
  return {
    put: async (name, file, { sum, signal }) => {
      const headers = { 'X-Amz-Content-Sha256': sum.sha256 };
      await ask(name, { method: 'PUT', headers, body: await openAsBlob(file), signal });
    },
    get: async (name, file, signal) => {
      const { body } = await ask(name, { method: 'GET', signal });
      if (body === null) throw new Error(`The storage sent nothing of ${name}.`);
      await pipeline(Readable.fromWeb(body), createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
        signal,
      });
    },
    remove: async (name) => {
      await ask(name, { method: 'DELETE' });
    },
  };
}
