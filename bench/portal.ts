import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const atrium = path.resolve(import.meta.dirname, '../apps/server/bin/atrium.cjs');

/** A portal in a child process, with its own data directory. */
export interface Portal {
  readonly pid: number;
  /** Gets a path below `/api/v2/`; throws unless the answer is 200. */
  call(path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

export interface Person {
  readonly username: string;
  readonly password: string;
}

/** A call below `/api/v2/` in the name of one person; also answers that are refusals are returned. */
export interface Call {
  (path: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
  readonly cookie: string;
}

function run(
  home: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const { DATABASE_URL: _url, NODE_OPTIONS: _options, ...inherited } = process.env;
  return spawn(process.execPath, [atrium, ...args], {
    env: { ...inherited, ATRIUM_HOME: home, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

const withoutLimits = { ATRIUM_RATE_LIMITS: 'off' };

interface Given {
  readonly input?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs one command of the command line to its end; throws when it is refused. */
export async function command(
  home: string,
  args: readonly string[],
  { input = '', settings = {} }: Given = {},
): Promise<void> {
  const child = run(home, args, { ...withoutLimits, ...settings });
  child.stdout?.resume();
  child.stdin?.end(input);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`atrium ${args.join(' ')} ended with ${code}.`);
}

/** Starts the portal, with the settings of an operator who sets nothing else. */
export async function serve(
  home: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly pid: number; readonly address: string; readonly stop: () => Promise<void> }> {
  const child = run(home, ['start', '--port', '0', ...args], settings);
  const address = await addressOf(child);
  return {
    pid: child.pid ?? 0,
    address,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

export async function signIn(address: string, person: Person): Promise<Call> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(person);
  const signedIn = await fetch(`${address}/api/v2/auth/login/`, { method: 'POST', headers, body });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const call = (below: string, given?: unknown, signal?: AbortSignal): Promise<Response> =>
    fetch(`${address}/api/v2/${below}`, {
      method: given === undefined ? 'GET' : 'POST',
      headers: { ...headers, cookie },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
      ...(signal && { signal }),
    });
  return Object.assign(call, { cookie });
}

/** Starts the portal without demo data and limits, and signs a person in. */
export async function startPortal(home: string, person: Person): Promise<Portal> {
  const { pid, address, stop } = await serve(home, ['--no-demo'], withoutLimits);
  const call = await signIn(address, person);
  return {
    pid,
    stop,
    call: async (below, body) => {
      const answer = await call(below, body);
      if (answer.status !== 200) throw new Error(`${below}: ${answer.status} ${await answer.text()}`);
      return answer;
    },
  };
}

/** The address that a portal prints when it is ready. */
export async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The portal says nothing.');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    return address;
  }
  throw new Error('The portal did not start.');
}

/** A line of the process's status in megabytes; VmHWM is the peak since `clear_refs` was written. */
export async function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
