import { join } from 'node:path';
import type { Dictionary, Lookup } from '@atrium/engine';
import { attachRelease } from '../duckdb/attachRelease.ts';
import { createInstance } from '../duckdb/instance.ts';
import { copyCounted, type SavedFolder, type SavedPart } from '../releases/savedParts.ts';
import { releaseFile } from '../releases/savedTables.ts';
import { publishRelease } from './publishRelease.ts';
import { shareRelease } from './shareRelease.ts';

interface RestoreOptions {
  readonly url: string;
  readonly isDistributed: boolean;
  readonly part: SavedPart;
  /** Loads a release that was restored before. */
  readonly load: (release: string) => Promise<Lookup>;
}

/** Makes a schema of a release that a warehouse of files saved, and compares every row (rule 16.3). */
export async function restoreFile(
  { release, folder, into, signal }: SavedFolder & { readonly into: string },
  { url, isDistributed, part, load }: RestoreOptions,
): Promise<void> {
  const file = join(into, releaseFile);
  await copyCounted(join(folder, releaseFile), file, { expected: part, signal });
  const { dictionary, of } = await readFileOf({ file, release, into });
  if (of === null)
    return publishRelease({
      ...{ url, isDistributed, file, release, signal },
      ...{ spillFolder: into, onTable: () => {}, isCompared: true },
    });
  await shareRelease({ release, of, dictionary, source: (await load(of)).dictionary, folder: into }, url);
}

interface Found {
  readonly dictionary: Dictionary;
  /** The release whose tables it shows; null where it holds its own. */
  readonly of: string | null;
}

async function readFileOf({
  file,
  release,
  into,
}: {
  readonly file: string;
  readonly release: string;
  readonly into: string;
}): Promise<Found> {
  const instance = await createInstance({ spillFolder: join(into, 'spill'), megabytes: 64 });
  const connection = await instance.connect();
  try {
    const { lookup, source } = await attachRelease(connection, { file, release });
    return { dictionary: lookup.dictionary, of: source };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
