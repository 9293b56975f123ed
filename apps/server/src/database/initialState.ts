import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

/** To clear the usual 128 MB takes as long as the rest of a start, and an embedded database is small. */
const sharedBuffers = '32MB';

/**
 * The files of an embedded database as PGlite has just made them. To make them takes seconds, to restore them a quarter
 * of that; so the build keeps them in the folder `dist` of the server, under the version of PGlite that made them and its setting.
 */
const file = path.join(distFolder(), `initialState-${pgliteVersion()}-${sharedBuffers}.tar.gz`);

/** Restored from the file, or made where there is none. */
export async function loadInitialState(): Promise<Blob> {
  return existsSync(file) ? new Blob([gunzipSync(await readFile(file))]) : makeInitialState();
}

/** Makes the file where it is missing; it has its name only when it is whole. */
export async function prepareInitialState(): Promise<void> {
  if (existsSync(file)) return;
  const bytes = Buffer.from(await (await makeInitialState()).arrayBuffer());
  await mkdir(path.dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, gzipSync(bytes));
  await rename(beside, file);
}

async function makeInitialState(): Promise<Blob> {
  const pglite = await PGlite.create({ initDbStartParams: ['-c', `shared_buffers=${sharedBuffers}`] });
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  return dump;
}

/** This module runs from the sources, and from `dist/src/database`. */
function distFolder(): string {
  const source = path.resolve(import.meta.dirname, '..');
  const above = path.dirname(source);
  return path.basename(above) === 'dist' ? above : path.join(above, 'dist');
}

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = readFileSync(path.join(entry, '../../package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
