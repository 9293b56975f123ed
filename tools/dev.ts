import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/**
 * The portal from its sources: the server on port 3000 starts again when one of its files changes, and the page on port
 * 5173 takes changes at once. Words on the line go to `atrium start`. What ends one of the two ends the other.
 */
const root = path.resolve(import.meta.dirname, '..');
const main = path.join(root, 'apps/server/src/main.ts');

const start = (script: string, words: readonly string[], cwd: string): ChildProcess =>
  spawn(process.execPath, [path.join(root, 'node_modules', script), ...words], { cwd, stdio: 'inherit' });

const parts = [
  start(
    'tsx/dist/cli.mjs',
    ['watch', '--clear-screen=false', '--conditions=source', main, 'start', ...process.argv.slice(2)],
    root,
  ),
  start('vite/bin/vite.js', [], path.join(root, 'apps/web')),
];
const endBoth = (): void => {
  for (const part of parts) part.kill();
};
for (const part of parts)
  part.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    endBoth();
  });
// Ctrl-C reaches the two by itself; this one waits for them.
process.on('SIGINT', () => {});
process.on('SIGTERM', endBoth);
