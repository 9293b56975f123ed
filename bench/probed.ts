import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { addressOf } from './portal.ts';

/** A portal that reports its use of time and statements. */
export interface Probed {
  readonly address: string;
  /** What was used since the last call. */
  used(): Promise<Used>;
  stop(): Promise<void>;
}

export interface Used {
  readonly statements: number;
  readonly cpuMs: number;
  /** How late the event loop turned: the 99th percentile, and the longest. */
  readonly delayMs: number;
  readonly maxDelayMs: number;
}

interface Start {
  readonly checkout: string;
  readonly home: string;
  /** The state database; null: the embedded one. */
  readonly databaseUrl: string | null;
}

/** Starts the portal of a checkout with the demo data and without limits of requests. */
export async function startProbed({ checkout, home, databaseUrl }: Start): Promise<Probed> {
  const folder = path.join(checkout, 'apps/server');
  const probe = new URL('probe.mjs', import.meta.url).href;
  const child = spawn(
    process.execPath,
    ['--import', probe, path.join(folder, 'bin/atrium.cjs'), 'start', '--port', '0'],
    {
      env: {
        ...process.env,
        ATRIUM_HOME: home,
        ATRIUM_RATE_LIMITS: 'off',
        ATRIUM_LOG_FORMAT: 'json',
        BENCH_PORTAL: folder,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  );
  return {
    address: await addressOf(child),
    used: () => usedBy(child),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function usedBy(child: ChildProcess): Promise<Used> {
  const answer = once(child, 'message');
  child.send('used');
  const [used] = await answer;
  return used;
}
