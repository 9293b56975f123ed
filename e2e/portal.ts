import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSlowProxy } from './slowProxy.ts';

/** Where this is a number, calls reach each portal late by times drawn from it, and pages compute slowly. */
export const slowSeed = process.env['E2E_SLOW'];

const root = path.resolve(import.meta.dirname, '..');
const atrium = path.join(root, 'apps/server/bin/atrium.cjs');
/** A limit for a portal that hangs; a busy machine takes minutes to make the demo data. */
export const maxStartMs = 900_000;

/** A portal with its own data directory, started by its public command. */
export interface Portal {
  readonly url: string;
  readonly home: string;
  /** Runs a command as the operator would; throws what it printed when it fails. */
  command(args: readonly string[], input?: string): void;
  /** Ends the portal and removes its data directory, unless that is kept. */
  stop(options?: { readonly keepHome: boolean }): Promise<void>;
  removeHome(): void;
}

export interface PortalOptions {
  /** A data directory to copy, whose portal has been stopped. Without one the demo datasets are made. */
  readonly from?: string | undefined;
  /** Where to listen; a free port if not given. */
  readonly port?: number;
  /** Settings besides the data directory. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A portal that somebody else has started, and ends. */
export const portalAt = (url: string): Portal => ({
  url,
  home: '',
  command: () => {
    throw new Error('This portal takes no commands of a test.');
  },
  stop: async () => {},
  removeHome: () => {},
});

/** Starts a portal and waits until it serves. */
export async function startPortal({ from, port = 0, env = {} }: PortalOptions = {}): Promise<Portal> {
  const home = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'));
  if (from !== undefined) cpSync(from, home, { recursive: true });
  const ownEnv = { ...process.env, ...env, ATRIUM_HOME: home };
  const command: Portal['command'] = (args, input = '') => {
    const run = spawnSync(process.execPath, [atrium, ...args], { env: ownEnv, cwd: root, input });
    if (run.status !== 0) throw new Error(`atrium ${args.join(' ')} failed:\n${run.stdout}${run.stderr}`);
  };
  const ownPort = slowSeed === undefined ? port : 0;
  const child = spawn(process.execPath, [atrium, 'start', '--port', String(ownPort)], {
    env: ownEnv,
    cwd: root,
  });
  const served = await untilReady(child);
  const proxy =
    slowSeed === undefined
      ? undefined
      : await startSlowProxy({ portal: served, port, seed: Number(slowSeed) });
  const url = proxy?.url ?? served;
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  return {
    url,
    home,
    removeHome,
    command,
    async stop({ keepHome } = { keepHome: false }) {
      if (child.exitCode !== null) throw new Error('The portal ended before it was stopped.');
      proxy?.close();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      if (!keepHome) removeHome();
    },
  };
}

/** The address that the portal prints once it serves. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${what}:\n${output}`));
    };
    const timer = setTimeout(() => fail('The portal was not ready in time'), maxStartMs);
    const receive = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /ready at (http:\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', receive);
    child.stderr?.on('data', receive);
    child.once('exit', () => fail('The portal ended early'));
  });
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
