import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { Config } from '../config/config.ts';
import { type ControlAddress, type Lock, prepareHome, takeLock } from '../home/index.ts';
import {
  callPortal,
  isLooking,
  type Operation,
  perform,
  Refused,
  type Watcher,
} from '../operations/index.ts';
import type { CommandContext } from './command.ts';
import { openInstallation } from './openInstallation.ts';
import { endWithoutState } from './stop.ts';
import type { Terminal } from './terminal.ts';

const pauseMs = 200;

interface Work {
  readonly config: Config;
  readonly operation: Operation;
  readonly watcher: Watcher;
  readonly terminal: Pick<Terminal, 'warn'>;
}

/**
 * Performs an operation on a data directory: through the portal that serves it, or by itself where none does. Waits
 * while another command uses the directory, or while its portal is starting.
 */
export async function operate(
  { terminal, stop, loadConfig }: CommandContext,
  operation: Operation,
): Promise<void> {
  const watcher: Watcher = {
    onProgress: terminal.progress,
    onOutput: async (text) => terminal.output(text),
    signal: stop.signal,
    operator: userInfo().username,
  };
  const work: Work = { config: loadConfig(), operation, watcher, terminal };
  await prepareHome(work.config.home);
  for (;;) {
    const lines = await attempt(work);
    if (lines !== null) return terminal.print(...lines);
    await delay(pauseMs, undefined, { signal: stop.signal });
  }
}

/** Null where the data directory is in use, so that the caller tries again. */
async function attempt(work: Work): Promise<readonly string[] | null> {
  const attempted = await takeLock(work.config.home, `atrium ${work.operation.kind}`);
  if (attempted.kind === 'taken') return performAlone(work, attempted.lock);
  const { pid, holding } = attempted;
  if (holding.control !== null) return performThere(work, holding.control);
  work.watcher.onProgress({ step: `waiting for ${holding.doing} (process ${pid})`, detail: null });
  return null;
}

async function performAlone(
  { config, operation, watcher, terminal }: Work,
  lock: Lock,
): Promise<readonly string[]> {
  try {
    const installation = await openInstallation(config, await prepareHome(config.home), {
      onStep: (step) => watcher.onProgress({ step, detail: null }),
      onFault: () => {},
      onEnd: (cause) => endWithoutState(terminal, cause),
      isLookingOnly: isLooking(operation),
    });
    try {
      watcher.signal.throwIfAborted();
      for (const warning of installation.recovery.warnings) terminal.warn(warning);
      return await perform({ ...installation, endsWithWork: true }, operation, watcher);
    } finally {
      await installation.close();
    }
  } finally {
    await lock.release();
  }
}

async function performThere({ operation, watcher }: Work, control: ControlAddress) {
  const end = await callPortal(control, operation, watcher);
  switch (end.kind) {
    case 'done':
      return end.lines;
    case 'refused':
      throw new Refused(end.reasons);
    case 'failed':
      throw new Error(`The portal failed: ${end.message}`);
    case 'unreachable':
      return null;
    case 'lost':
      if (isLooking(operation)) return null;
      throw lost(operation);
    default:
      return unreachable(end);
  }
}

/** The command ends, so that the next start of the portal finds its data directory free (rule 15.52). */
const lost = ({ kind }: Operation): PortalError =>
  new PortalError(
    'unavailable',
    kind === 'import'
      ? 'The portal ended during the import. Unless it had gone live already, the release that was live before stays live, and the next start clears away what was built: see "atrium dataset releases DATASET", and import again.'
      : 'The portal ended before it said whether this was done. Look whether it was, and repeat the command if not.',
  );
