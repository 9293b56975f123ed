import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

export interface SpawnOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The user of the process, where it is another one; only root may choose. */
  readonly uid?: number;
}

/** Compiles the WebAssembly of the database without optimising it, which pays only after minutes. */
const quickStart = '--liftoff-only';

/** Runs one of the programs of `programs.ts` as a process of its own, as `main` or `testing/startSmall`. */
export function spawnProgram(
  name: string,
  args: readonly string[],
  { env = {}, cwd, uid }: SpawnOptions = {},
): ChildProcessWithoutNullStreams {
  const { NODE_OPTIONS: _options, DATABASE_URL: _url, ...inherited } = process.env;
  return spawn(process.execPath, [quickStart, path.join(inject('programs'), `${name}.mjs`), ...args], {
    env: { ...inherited, ...env },
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Everything a process said until it ended. */
export async function untilEnd(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const closed: Promise<[number | null, NodeJS.Signals | null]> = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]));
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, signal, stdout, stderr };
}

/** Ends a process as a power cut would, and waits until it is gone. */
export async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Waits for a line that matches; rejects with all that was said when the process ends without one. */
export async function untilLine(
  child: ChildProcessWithoutNullStreams,
  wanted: RegExp,
): Promise<RegExpExecArray> {
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      const found = wanted.exec(output);
      if (found !== null) resolve(found);
    });
    child.once('close', () => reject(new Error(`No line ${wanted} in:\n${output}`)));
  });
}
