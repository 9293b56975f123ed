import { setTimeout as delay } from 'node:timers/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type Lock, takeLock } from '../home/index.ts';
import type { Stop } from './stop.ts';
import type { Terminal } from './terminal.ts';

interface Holding {
  readonly config: Pick<Config, 'home'>;
  readonly stop: Pick<Stop, 'signal'>;
  readonly terminal: Pick<Terminal, 'progress'>;
  readonly log: Pick<Logger, 'info'>;
}

const thePortal = 'the portal';
const holdPauseMs = 500;

/** Waits for a command that works on the data directory, and says for which; another portal is refused (rule 15.52). */
export async function holdHome({ config, stop, terminal, log }: Holding): Promise<Lock> {
  const named = new Set<number>();
  for (;;) {
    const attempt = await takeLock(config.home, thePortal);
    if (attempt.kind === 'taken') return attempt.lock;
    const { pid, holding } = attempt;
    if (holding.doing === thePortal) throw refuseSecondPortal(config, attempt);
    const step = `waiting for ${holding.doing} (process ${pid})`;
    terminal.progress({ step, detail: null });
    if (!named.has(pid)) log.info(step);
    named.add(pid);
    await delay(holdPauseMs, undefined, { signal: stop.signal });
  }
}

function refuseSecondPortal(
  { home }: Pick<Config, 'home'>,
  {
    pid,
    holding: { address },
  }: { readonly pid: number; readonly holding: { readonly address: string | null } },
): PortalError {
  const where = address === null ? '' : ` at ${address}`;
  return new PortalError(
    'conflict',
    `The data directory ${home} is in use by the portal${where} (process ${pid}). Stop it first, or choose another data directory with ATRIUM_HOME.`,
  );
}
