import os from 'node:os';

/** A person or the system asks the process to end. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Resolves when asked. */
  readonly asked: Promise<void>;
  /** 128 and the number of the signal, once asked. */
  exitCode(): number | null;
}

/** Turns the first SIGINT, SIGTERM or SIGHUP into an orderly end; the second ends the process at once. */
export function listenForStop(): Stop {
  const controller = new AbortController();
  let code: number | null = null;
  const asked = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const signalCode = 128 + os.constants.signals[name];
      if (code !== null) process.exit(signalCode);
      code = signalCode;
      controller.abort(new Error(`Stopped by ${name}.`));
    });
  }
  return { signal: controller.signal, asked, exitCode: () => code };
}
