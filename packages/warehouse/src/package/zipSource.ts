import { stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, open as openZipFile, type ZipFile } from 'yauzl';
import { UnreadableFile } from './packageErrors.ts';
import { descriptorPath, type PackageSource, plainPath } from './packageSource.ts';
import type { UnpackBudget } from './unpackBudget.ts';
import { createUnpacker } from './unpackedFile.ts';
import { requireUnchanged, type SeenFile } from './wholeFile.ts';

/**
 * Opens a package in a zip, with the descriptor at the top or in the only folder at the top that has one. Entries
 * stream as they unpack. No entry can unpack to more than the zip states, and the budget is checked before the first.
 */
export async function openZip(path: string, budget: UnpackBudget): Promise<PackageSource> {
  const { entries, openEntry, seen, close } = await openZipEntries(path, budget);
  const top = topFolder(entries);
  const unpack = createUnpacker();
  const find = (file: string): Entry | undefined => entries.get(`${top}${plainPath(file)}`);
  const open = async (file: string): Promise<Readable> => {
    const entry = find(file);
    if (entry === undefined) throw new UnreadableFile(file, 'is not in the package');
    return await openEntry(entry);
  };
  return {
    budget,
    sizeOf: async (file) => find(file)?.uncompressedSize ?? null,
    open,
    verified: async ({ path: file, isCompressed }, scratch) => {
      await requireUnchanged(seen);
      return await unpack({ file: plainPath(file), isCompressed, budget }, scratch, () => open(file));
    },
    close: async () => close(),
  };
}

/** The files in a zip, by their paths. */
export interface ZipEntries {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly seen: SeenFile;
  openEntry(entry: Entry): Promise<Readable>;
  close(): void;
}

/** Opens a zip and lists what it holds, within the budget. */
export async function openZipEntries(path: string, budget: UnpackBudget): Promise<ZipEntries> {
  const seen: SeenFile = { file: path, localPath: path, state: await stat(path, { bigint: true }) };
  const zip = await openFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const entries = await listEntries(zip, budget).catch((error: unknown) => {
    zip.close();
    throw unreadable(path, error);
  });
  return { entries, seen, openEntry: (entry) => openEntry(zip, entry, seen), close: () => zip.close() };
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

function openEntry(zip: ZipFile, entry: Entry, seen: SeenFile): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(checkedStream(stream, entry, seen));
      else reject(unreadable(entry.fileName, error));
    });
  });
}

/** What yauzl finds wrong with a zip is the fault of the zip. */
const unreadable = (file: string, cause: unknown): UnreadableFile =>
  cause instanceof UnreadableFile
    ? cause
    : new UnreadableFile(
        file,
        `is no readable zip: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );

/**
 * Fails after the last byte unless the check sum of the entry is right and the zip is unchanged. The streams of yauzl
 * claim to be destroyed before their end, so that an iteration over them would stop early.
 */
function checkedStream(stream: Readable, { fileName, crc32: stated }: Entry, seen: SeenFile): Readable {
  let sum = 0;
  const checkEnd = async (): Promise<void> => {
    if (sum !== stated) throw new UnreadableFile(fileName, 'its bytes differ from its check sum in the zip');
    await requireUnchanged(seen);
  };
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => void checkEnd().then(() => done(), done),
  });
  stream.on('error', (cause: unknown) =>
    checked.destroy(new UnreadableFile(fileName, 'cannot be unpacked from the zip', { cause })),
  );
  checked.on('close', () => stream.destroy());
  return stream.pipe(checked);
}

function topFolder(entries: ReadonlyMap<string, Entry>): string {
  if (entries.has(descriptorPath)) return '';
  const tops = [...entries.keys()].filter((name) => name.endsWith(`/${descriptorPath}`));
  const inFolder = tops.filter((name) => name.split('/').length === 2);
  return inFolder.length === 1 ? (inFolder[0] ?? '').slice(0, -descriptorPath.length) : '';
}
