import os from 'node:os';
import type { Terminal } from './terminal.ts';

/** A request of a person or of the system to end the process. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Resolves when the request arrives. */
  readonly requested: Promise<void>;
  /** 128 and the number of the signal, after a request. */
  exitCode(): number | null;
}

/** Turns the first SIGINT, SIGTERM or SIGHUP into an orderly end; the second ends the process at once. */
export function listenForStop(): Stop {
  const controller = new AbortController();
  let code: number | null = null;
  const requested = new Promise<void>((resolve) =>
    controller.signal.addEventListener('abort', () => resolve()),
  );
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const signalCode = 128 + os.constants.signals[name];
      if (code !== null) process.exit(signalCode);
      code = signalCode;
      controller.abort(new Error(`Stopped by ${name}.`));
    });
  }
  return { signal: controller.signal, requested, exitCode: () => code };
}

const failed = 1;

/**
 * Ends the process at once when the embedded state database has ended, as it does when it cannot write its log. Nothing
 * is closed, since every call to the database would hang now.
 */
export function endWithoutState(terminal: Pick<Terminal, 'warn'>, cause: Error): never {
  endAtOnce(
    terminal,
    `The state database in the data directory has ended: ${cause.message}`,
    'Make room on the disk of the data directory if it is full, then start again. What was acknowledged is kept.',
  );
}

/** Ends the process with a word on standard error, and closes nothing. */
export function endAtOnce(terminal: Pick<Terminal, 'warn'>, ...lines: readonly string[]): never {
  terminal.warn(...lines);
  process.exit(failed);
}
