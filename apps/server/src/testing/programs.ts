import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs that tests start as processes. */
    readonly programs: string;
  }
}

const source = path.join(import.meta.dirname, '..');
/** Makes the state databases that the data directories of tests are copies of. */
const preparation = 'testing/prepareStates.ts';
const programs = [
  'main.ts',
  'testing/startSmall.ts',
  'testing/holdLock.ts',
  'testing/storeMail.ts',
  preparation,
];

/** What threads load, and a process that is killed, of the packages. */
const ofPackages = {
  exportThread: 'warehouse/src/export/exportThread.ts',
  makeIndexThread: 'warehouse/src/indexing/makeIndexThread.ts',
  killedWhileSaving: 'warehouse/src/testing/killedWhileSaving.ts',
  indexThread: 'index/src/run/indexThread.ts',
};

const run = promisify(execFile);

/** Bundles those programs once for a run: a process that loads each source by itself takes seconds to begin. */
export default async function buildPrograms(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-programs-'));
  await build({
    entryPoints: [
      ...programs.map((file) => ({ in: path.join(source, file), out: file.replace(/\.ts$/, '') })),
      ...Object.entries(ofPackages).map(([out, file]) => ({
        in: path.join(source, '../../../packages', file),
        out,
      })),
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    banner: { js: requireOfNode },
    plugins: [installedPackages, pathsOfSources],
  });
  await run(process.execPath, ['--liftoff-only', path.join(folder, preparation.replace('.ts', '.mjs'))]);
  project.provide('programs', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Packages of hundreds of small modules, each of which a process finds and reads by itself. */
const bundled =
  /^(@atrium|zod|kysely|openid-client|oauth4webapi|jose|hyparquet-writer|re2js|@duckdb\/node-api)($|\/)/;

/** A bundled package in the older form of modules asks for what is not bundled by `require`. */
const requireOfNode = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

/** Other installed packages are loaded from where they are. */
const installedPackages: Plugin = {
  name: 'installed packages',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, resolveDir, kind, importer }) => {
      if (pluginData === 'resolving' || kind === 'entry-point' || bundled.test(name)) return undefined;
      const found = await resolve(name, { resolveDir, kind, importer, pluginData: 'resolving' });
      return { path: found.errors.length === 0 ? found.path : name, external: true };
    });
  },
};

/** A source finds its files from where it stands, also when it runs from the bundle. */
const pathsOfSources: Plugin = {
  name: 'places of sources',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: 'ts' };
    });
  },
};
