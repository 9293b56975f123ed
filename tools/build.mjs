import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildKernel } from './buildKernel.mjs';
import { stampOf } from './buildStamp.mjs';
import { compressAssets } from './compressAssets.mjs';

/** Builds the server and the web client when their sources have changed since the last build. Plain JavaScript: it runs before anything is built. */
const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules/.cache/atrium');
const stampFile = path.join(cache, 'build.stamp');
const lockFile = path.join(cache, 'build.lock');
const serverEntry = path.join(root, 'apps/server/dist/src/main.js');
const initialState = path.join(root, 'apps/server/dist/src/database/initialState.js');
const webEntry = path.join(root, 'apps/web/dist/index.html');
const hasWeb = existsSync(path.join(root, 'apps/web/index.html'));

const say = (line) => process.stderr.write(`${line}\n`);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const isBuilt = () => existsSync(serverEntry) && (!hasWeb || existsSync(webEntry));
const isFresh = (stamp) => isBuilt() && read(stampFile) === stamp;

/** Brings the build up to date; throws when it fails. */
export async function build({ force = false } = {}) {
  if (!force && isFresh(stampOf(root))) return;
  if (isBuilt() && !existsSync(path.join(root, 'node_modules/@typescript/native'))) return;
  mkdirSync(cache, { recursive: true });
  await takeTurn();
  try {
    const stamp = stampOf(root);
    if (force || !isFresh(stamp)) await buildAll(stamp, force);
  } finally {
    rmSync(lockFile, { force: true });
  }
}

async function buildAll(stamp, force) {
  const begun = Date.now();
  say('Building Atrium (once after each change) …');
  rmSync(stampFile, { force: true });
  const again = force || !existsSync(serverEntry);
  await Promise.all([
    buildKernel(),
    run('@typescript/native/bin/tsc', ['-b', 'apps/server', ...(again ? ['--force'] : [])], root).then(
      prepareState,
    ),
    hasWeb
      ? run('vite/bin/vite.js', ['build', '--logLevel', 'warn'], path.join(root, 'apps/web')).then(() =>
          compressAssets(path.join(root, 'apps/web/dist/assets')),
        )
      : say('apps/web has no index.html yet: the web client is not built.'),
  ]);
  writeFileSync(stampFile, stamp);
  say(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
}

/** Keeps what the first start of a portal restores. */
async function prepareState() {
  const { prepareInitialState } = await import(pathToFileURL(initialState).href);
  await prepareInitialState();
}

function run(program, args, cwd) {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd,
    stdio: ['ignore', 2, 2],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build failed: ${program}.`)),
    );
  });
}

const patienceMs = 600_000;

/** Waits for the lock of builds; a lock whose process has ended is removed. */
async function takeTurn() {
  for (let hasWaited = false; ; ) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) putAside();
    else {
      if (!hasWaited) say('Waiting for another build to end …');
      hasWaited = true;
      await delay(200);
    }
  }
}

function isAbandoned() {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > patienceMs) return true;
    const pid = Number(readFileSync(lockFile, 'utf8'));
    // Empty while its process is writing it.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function putAside() {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ force: process.argv.includes('--force') }).catch((error) => {
    say(error.message);
    process.exit(1);
  });
}
