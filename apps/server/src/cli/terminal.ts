import type { Progress } from '../operations/index.ts';

/** Where a command prints. On a terminal progress overwrites its own line; elsewhere each step is one line. */
export interface Terminal {
  /** A result. */
  print(...lines: readonly string[]): void;
  /** A part of a long result, unchanged. */
  output(text: string): void;
  /** A reason or a remark, on standard error. */
  warn(...lines: readonly string[]): void;
  progress(progress: Progress): void;
}

export interface Outlet {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const clearLine = '\r\u001b[2K';
const refreshMs = 100;

export function createTerminal(output: Outlet, errors: Outlet, now: () => number = Date.now): Terminal {
  let step: string | null = null;
  let drawnAt = 0;
  let isLineOpen = false;

  const endLine = (): void => {
    if (isLineOpen) errors.write('\n');
    isLineOpen = false;
    step = null;
  };
  const draw = (text: string): void => {
    drawnAt = now();
    isLineOpen = true;
    errors.write(`${clearLine}${text.slice(0, (errors.columns ?? 80) - 1)}`);
  };
  const writeLines = (outlet: Outlet, lines: readonly string[]): void => {
    endLine();
    for (const line of lines) outlet.write(`${line}\n`);
  };
  return {
    print: (...lines) => writeLines(output, lines),
    output: (text) => {
      endLine();
      output.write(text);
    },
    warn: (...lines) => writeLines(errors, lines),
    progress: (progress) => {
      const isNew = progress.step !== step;
      const text = progress.detail === null ? progress.step : `${progress.step} (${progress.detail})`;
      if (errors.isTTY !== true) {
        if (isNew) errors.write(`${progress.step} …\n`);
      } else if (isNew || now() - drawnAt >= refreshMs) {
        if (isNew) endLine();
        draw(`${text} …`);
      }
      step = progress.step;
    },
  };
}

/**
 * Waits until all that was written has left this process: a pipe whose reader is slow takes the rest later, and the end
 * of the process would drop it. Ends also when the reader has gone away.
 */
export async function untilWritten(...outlets: readonly NodeJS.WritableStream[]): Promise<void> {
  await Promise.all(
    outlets.map(
      (outlet) =>
        new Promise<void>((resolve) => {
          outlet.once('error', () => resolve());
          outlet.write('', () => resolve());
        }),
    ),
  );
}
