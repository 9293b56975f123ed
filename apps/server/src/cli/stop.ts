import os from 'node:os';

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
