import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from 'assemblyscript/asc';

const root = path.resolve(import.meta.dirname, '..', 'packages/index');
const sources = path.join(root, 'assembly');
const built = path.join(root, 'dist/kernel/kernel.wasm');

const options = [
  ...[
    '--runtime',
    'stub',
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
  ],
  ...['--enable', 'simd', '--enable', 'threads', '--enable', 'bulk-memory', '-O3', '--noAssert'],
];

const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Makes the kernel of the index in WebAssembly, where its source has changed since. Plain JavaScript: it runs before anything is built. */
export async function buildKernel() {
  const changed = readdirSync(sources).map((name) => modifiedAt(path.join(sources, name)));
  if (modifiedAt(built) > Math.max(...changed)) return;
  const read = (name) => {
    const file = path.join(sources, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  let made;
  const write = (name, contents) => {
    if (name === 'kernel.wasm') made = contents;
  };
  const { error, stderr } = await main(['kernel.ts', ...options, '--outFile', 'kernel.wasm'], {
    readFile: read,
    writeFile: write,
    listFiles: () => [],
  });
  if (error !== null || made === undefined) throw new Error(`The kernel was not built: ${stderr.toString()}`);
  mkdirSync(path.dirname(built), { recursive: true });
  writeFileSync(built, made);
}

if (process.argv[1] === import.meta.filename) await buildKernel();
