import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const atrium = path.join(root, 'apps/server/bin/atrium.js');

/** What a command printed and how it ended. */
interface Said {
  readonly status: number | null;
  readonly output: string;
}

/** A portal of its own home, started by its public command. */
export interface Portal {
  readonly url: string;
  readonly home: string;
  command(...args: readonly string[]): Said;
  stop(): Promise<void>;
}

/** Gives a command to the portal of a home, as its operator would. */
export function commandAt(home: string, args: readonly string[], input = ''): Said {
  const env = { ...process.env, ATRIUM_HOME: home };
  const run = spawnSync(process.execPath, [atrium, ...args], { env, cwd: root, encoding: 'utf8', input });
  return { status: run.status, output: `${run.stdout}${run.stderr}` };
}

/** A port of this machine that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(address),
      );
    });
  });

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
};

async function untilReady(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The portal ended early:\n${said()}`);
    if (Date.now() > deadline) throw new Error(`The portal was not ready in time:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export interface PortalOptions {
  /** Where to listen; a free port if not given. */
  readonly port?: number;
  /** Settings besides the home. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a portal with the demo datasets and waits until it serves. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const home = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...options.env, ATRIUM_HOME: home };
  const child = spawn(process.execPath, [atrium, 'start', '--port', String(port)], { env, cwd: root });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await untilReady(url, child, () => output);
  return {
    url,
    home,
    command: (...args) => commandAt(home, args),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
