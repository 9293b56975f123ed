import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, open as openZipFile, type ZipFile } from 'yauzl';
import { UnreadableFile } from './packageErrors.ts';
import { descriptorPath, type PackageSource, plainPath } from './packageSource.ts';
import type { UnpackBudget } from './unpackBudget.ts';

/**
 * Opens a package in a zip, with the descriptor at the top or in the only folder at the top that has one. Entries
 * stream as they unpack. No entry can unpack to more than the zip states, and the budget is checked before the first.
 */
export async function openZip(path: string, budget: UnpackBudget): Promise<PackageSource> {
  const zip = await openFile(path);
  const entries = await listEntries(zip, budget).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  const top = topFolder(entries);
  const find = (file: string): Entry | undefined => entries.get(`${top}${plainPath(file)}`);
  const open = async (file: string): Promise<Readable> => {
    const entry = find(file);
    if (entry === undefined) throw new Error(`The package has no file ${file}.`);
    return await openEntry(zip, entry);
  };
  return {
    budget,
    sizeOf: async (file) => find(file)?.uncompressedSize ?? null,
    open,
    localFile: async (file, scratchFolder) => {
      const target = join(scratchFolder, `unpacked-${plainPath(file).replaceAll(/[^A-Za-z0-9.]/g, '_')}`);
      await pipeline(await open(file), createWriteStream(target, { mode: 0o600 }));
      return target;
    },
    close: async () => zip.close(),
  };
}

function openFile(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    openZipFile(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(error);
    });
  });
}

function listEntries(zip: ZipFile, budget: UnpackBudget): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      try {
        budget.take(entry.fileName, { packed: entry.compressedSize, unpacked: entry.uncompressedSize });
      } catch (error) {
        reject(error);
        return;
      }
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(modernStream(stream, entry.fileName));
      else reject(error);
    });
  });
}

/** The streams of yauzl claim to be destroyed before their end, so that an iteration would stop early. */
function modernStream(stream: Readable, file: string): Readable {
  const modern = new PassThrough();
  stream.on('error', (cause: unknown) =>
    modern.destroy(new UnreadableFile(file, 'cannot be unpacked from the zip', { cause })),
  );
  modern.on('close', () => stream.destroy());
  return stream.pipe(modern);
}

function topFolder(entries: ReadonlyMap<string, Entry>): string {
  if (entries.has(descriptorPath)) return '';
  const tops = [...entries.keys()].filter((name) => name.endsWith(`/${descriptorPath}`));
  const inFolder = tops.filter((name) => name.split('/').length === 2);
  return inFolder.length === 1 ? (inFolder[0] ?? '').slice(0, -descriptorPath.length) : '';
}
