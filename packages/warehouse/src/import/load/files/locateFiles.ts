import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { INTEGER, VARCHAR } from '@duckdb/node-api';
import { queryRows } from '../../../duckdb/results.ts';
import { createTable } from '../../../duckdb/tableWriter.ts';
import type { CataloguePlan } from '../../../package/packagePlan.ts';
import { pathObjection, plainPath } from '../../../package/packageSource.ts';
import type { ProblemKind } from '../../../releases/problemKind.ts';
import type { ImportJob } from '../importJob.ts';
import { type FileRow, fileRow } from './fileRow.ts';
import { openStorage, type Storage } from './storage.ts';

export interface LocatedFiles {
  readonly found: number;
  readonly verified: number;
  readonly copied: number;
}

const rowsAtOnce = 2048;
const filesAtOnce = 8;

/**
 * Looks for every file of the catalogue in the package and in the storage, compares sizes, and as far as the budget goes
 * checksums; files of the package are copied to the storage (rule 13.3). Makes the table `file_location` (_n, path), and
 * adds files with a fault to `file_faults`. What has an address is left to its server.
 */
export async function locateFiles(job: ImportJob, { table }: CataloguePlan): Promise<LocatedFiles> {
  const { connection, fileConnection, signal, progress } = job;
  progress.enter('files', table.name);
  const storage = await openStorage(job);
  const [counted] = await queryRows(fileConnection, 'SELECT count(*) AS n FROM file_row');
  const total = Number(counted?.['n']);
  const located = await createTable(connection, {
    path: ['file_location'],
    columns: [
      { name: '_n', type: INTEGER },
      { name: 'path', type: VARCHAR },
    ],
  });
  const budget = { left: job.storage?.verifiedBytes ?? Number.POSITIVE_INFINITY };
  const figures = { found: 0, verified: 0, copied: 0 };
  const faults: number[] = [];
  let [done, bytes, last] = [0, 0, 0];
  const onBytes = (read: number): void => {
    bytes += read;
  };
  const take = async (row: FileRow & { readonly file: number; readonly line: number }): Promise<void> => {
    const outcome = await locate(row, { job, storage, budget, onBytes });
    if ('fault' in outcome) {
      faults.push(row.n);
      const file = table.files[row.file]?.path ?? '';
      job.problems.add(
        { collection: table.name, field: outcome.field, kind: outcome.fault },
        { file, line: row.line, value: outcome.value },
      );
      return;
    }
    located.append(row.n, outcome.path);
    figures.found += Number(outcome.isFound);
    figures.verified += Number(outcome.isVerified);
    figures.copied += Number(outcome.isCopied);
  };
  for (;;) {
    const rows = await queryRows(
      fileConnection,
      `SELECT * FROM file_row WHERE _n > ${last} ORDER BY _n LIMIT ${rowsAtOnce}`,
    );
    if (rows.length === 0) break;
    for (let from = 0; from < rows.length; from += filesAtOnce) {
      signal?.throwIfAborted();
      const some = rows.slice(from, from + filesAtOnce);
      await Promise.all(
        some.map((row) =>
          take({ ...fileRow(row), file: Number(row['_source']), line: Number(row['_line']) }),
        ),
      );
      done += some.length;
      progress.setFiles({ done, total, bytes });
    }
    last = Number(rows.at(-1)?.['_n']);
  }
  located.finish();
  await storage?.sync();
  for (let from = 0; from < faults.length; from += rowsAtOnce) {
    const some = faults.slice(from, from + rowsAtOnce).map((n) => `(${n})`);
    await connection.run(`INSERT INTO file_faults VALUES ${some.join(', ')}`);
  }
  return figures;
}

type Outcome =
  | { readonly fault: ProblemKind; readonly field: string; readonly value: string }
  | {
      readonly path: string | null;
      readonly isFound: boolean;
      readonly isVerified: boolean;
      readonly isCopied: boolean;
    };

interface Search {
  readonly job: ImportJob;
  readonly storage: Storage | null;
  readonly budget: { left: number };
  readonly onBytes: (read: number) => void;
}

async function locate(row: FileRow, search: Search): Promise<Outcome> {
  if (row.location.kind === 'url') return { path: null, isFound: false, isVerified: false, isCopied: false };
  const { path: given } = row.location;
  const fault = (kind: ProblemKind, field: string, value = given): Outcome => ({ fault: kind, field, value });
  if (pathObjection(given) !== null) return fault('badFileLocation', 'path');
  const path = plainPath(given);
  const found = await find(path, search);
  if (found === 'missing') return fault('missingFile', 'path');
  if (found === 'not looked for') return { path, isFound: false, isVerified: false, isCopied: false };
  if (found.size !== row.size)
    return fault('fileSize', 'size', `${given}: ${found.size} bytes, not ${row.size}`);
  const { checksum } = row;
  const stored = (await found.store?.()) ?? { path: found.path, open: found.open };
  const rest = { path: stored.path, isFound: true, isCopied: found.store !== undefined };
  if (checksum === null || row.size > search.budget.left) return { ...rest, isVerified: false };
  search.budget.left -= row.size;
  const hash = createHash(checksum.kind);
  for await (const chunk of await stored.open()) {
    search.job.signal?.throwIfAborted();
    hash.update(chunk);
    search.onBytes(chunk.length);
  }
  return hash.digest('hex') === checksum.value
    ? { ...rest, isVerified: true }
    : fault('fileChecksum', checksum.kind, given);
}

type Open = () => Promise<AsyncIterable<Buffer>>;

interface FoundFile {
  readonly size: number;
  /** Below the storage root. */
  readonly path: string;
  readonly open: Open;
  /** Copies the file to the storage; absent where it lies there. */
  readonly store?: () => Promise<{ readonly path: string; readonly open: Open }>;
}

/** The file in the package, else in the dataset's part of the storage (rule 13.75); without a storage only those of the package are looked for. */
async function find(
  path: string,
  { job: { source }, storage }: Search,
): Promise<FoundFile | 'missing' | 'not looked for'> {
  const place = (await storage?.placeOf(path)) ?? null;
  const size = place === null ? await source.sizeOf(path) : null;
  const opened =
    (local: string): Open =>
    async () =>
      createReadStream(local);
  if (size !== null && storage === null) return { size, path, open: () => source.open(path) };
  if (storage === null) return 'not looked for';
  if (size !== null) {
    const store = async () => {
      const copied = await storage.copy(path, () => source.open(path));
      return {
        path: copied,
        open: storage.isDryRun ? () => source.open(path) : opened(storage.local(copied)),
      };
    };
    return { size, path, open: () => source.open(path), store };
  }
  // A package in the storage, or around it, is no way to the files of another dataset.
  for (const below of place === null ? [path] : [place, path]) {
    const found = await storage.find(below);
    if (found !== null) return { size: found.size, path: below, open: opened(found.local) };
  }
  return 'missing';
}
