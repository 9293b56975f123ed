import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { buildRelease } from '../import/buildRelease.ts';
import type { BuildRelease } from '../releases/releases.ts';

type Request = Parameters<BuildRelease>[0];
type Report = Awaited<ReturnType<BuildRelease>>['report'];
type Progress = Parameters<NonNullable<Request['onProgress']>>[0];

interface ReadyRelease {
  readonly bytes: Buffer;
  readonly report: Report;
  /** What the package says of itself, and how the import went on. */
  readonly descriptor: unknown;
  readonly progress: readonly Progress[];
}

/** Of the process, which runs many test files one after the other. */
const ready = new LRUCache<string, ReadyRelease>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => bytes.length,
});

/** Larger packages are read by tests of their own. */
const maxPackage = 1024 * 1024;

/**
 * Builds the release file of a small package once, and gives a copy of it to each test that does not test imports. The
 * checks, the progress and the signal of a later import get what those of the first one got.
 */
export const buildOnce: BuildRelease = async (request) => {
  const key = isUsual(request) ? await keyOf(request) : null;
  const found = key === null ? undefined : ready.get(key);
  if (found !== undefined) return await buildAgain(request, found);
  const progress: Progress[] = [];
  let descriptor: unknown = null;
  const built = await buildRelease({
    ...request,
    onDescriptor: (written) => {
      descriptor = written;
      request.onDescriptor?.(written);
    },
    onProgress: (step) => {
      progress.push(step);
      request.onProgress?.(step);
    },
  });
  // Downloadable files are copied by the import itself.
  if (key !== null && built.report.files === null)
    ready.set(key, { bytes: await readFile(built.file), report: built.report, descriptor, progress });
  return built;
};

async function buildAgain(request: Request, { bytes, report, descriptor, progress }: ReadyRelease) {
  request.signal?.throwIfAborted();
  request.checkDatasetId?.(report.datasetId);
  request.onDescriptor?.(descriptor);
  for (const step of progress) {
    request.onProgress?.(step);
    request.signal?.throwIfAborted();
  }
  const file = path.join(request.folder, 'release.duckdb');
  await writeFile(file, bytes, { mode: 0o600 });
  return { file, report };
}

/** A request without limits of its own, and without a storage for files. */
const isUsual = ({
  folder: _folder,
  release: _release,
  dryRun: _dry,
  signal: _signal,
  checkDatasetId: _check,
  onDescriptor: _descriptor,
  onProgress: _on,
  ...request
}: Request): boolean => {
  const { packagePath: _path, datasetId: _id, ...further } = request;
  return Object.values(further).every((given) => given === undefined);
};

/** What the release file depends on: the id of the dataset, and each file of the package; null where they are large. */
async function keyOf({ packagePath, datasetId }: Request): Promise<string | null> {
  if ((await stat(packagePath).catch(() => null))?.isDirectory() !== true) return null;
  const hash = createHash('sha256').update(JSON.stringify([datasetId]));
  let bytes = 0;
  const entries = await readdir(packagePath, { recursive: true, withFileTypes: true });
  for (const entry of entries
    .filter((one) => one.isFile())
    .sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const content = await readFile(pathOf(entry));
    bytes += content.length;
    if (bytes > maxPackage) return null;
    const name = path.relative(packagePath, pathOf(entry));
    hash.update(JSON.stringify([name, content.length])).update(content);
  }
  return hash.digest('hex');
}

const pathOf = ({ parentPath, name }: { readonly parentPath: string; readonly name: string }): string =>
  path.join(parentPath, name);
