import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const rooms = ['packages', 'apps'];
const beside = [
  'src',
  'assembly',
  'migrations',
  'public',
  'index.html',
  'package.json',
  'tsconfig.json',
  'buildPlugins.ts',
  'firstLoad.ts',
  'serviceWorker.js',
  'vite.config.ts',
  'postcss.config.mjs',
];
const atRoot = [
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tools/build.mjs',
  'tools/buildKernel.mjs',
  'tools/buildStamp.mjs',
];
const isTest = (name) => name === 'testing' || /\.test\.tsx?$/.test(name);

/** A hash that changes when any input of the build changes; tests are no input. */
export function stampOf(root) {
  const hash = createHash('sha256');
  for (const file of inputsOf(root)) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function inputsOf(root) {
  const own = rooms
    .flatMap((room) => foldersOf(path.join(root, room)))
    .flatMap((folder) => beside.map((name) => path.join(folder, name)));
  const shared = atRoot.map((name) => path.join(root, name));
  return [...own, ...shared].flatMap(filesBelow);
}

function foldersOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name))
    .sort();
}

function filesBelow(location) {
  if (!existsSync(location)) return [];
  if (!statSync(location).isDirectory()) return [location];
  return readdirSync(location)
    .filter((name) => !isTest(name))
    .sort()
    .flatMap((name) => filesBelow(path.join(location, name)));
}
