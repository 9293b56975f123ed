import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const main = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');

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

function run(home: string, args: readonly string[]): ChildProcess {
  const loader = ['--conditions=source', '--import', import.meta.resolve('tsx')];
  const { DATABASE_URL: _url, NODE_OPTIONS: _options, ...inherited } = process.env;
  return spawn(process.execPath, [...loader, main, ...args], {
    env: { ...inherited, ATRIUM_HOME: home, ATRIUM_RATE_LIMITS: 'off' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Runs one command of the command line to its end; throws when it is refused. */
export async function command(home: string, args: readonly string[], input = ''): Promise<void> {
  const child = run(home, args);
  child.stdout?.resume();
  child.stdin?.end(input);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`atrium ${args.join(' ')} ended with ${code}.`);
}

/** Starts the portal and signs a person in. */
export async function startPortal(home: string, person: Person): Promise<Portal> {
  const child = run(home, ['start', '--no-demo', '--port', '0']);
  const address = await addressOf(child);
  const signedIn = await fetch(`${address}/api/v2/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return {
    pid: child.pid ?? 0,
    call: async (below, body) => {
      const answer = await fetch(`${address}/api/v2/${below}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status !== 200) throw new Error(`${below}: ${answer.status} ${await answer.text()}`);
      return answer;
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
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
