import { PortalError } from '@atrium/contract';

/** A connection whose running statement can be told to end. */
export interface Interruptible {
  interrupt(): void;
}

/** What may end a statement early; `timeoutMs` counts from the borrowing of the connection, null is no limit. */
export interface StatementLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number | null;
}

export interface StatementWatch {
  /** Throws the signal's reason, or PortalError `timed_out`, once the statement was told to stop. */
  throwIfStopped(): void;
  end(): void;
}

/** An interrupt that meets a connection between two steps of a statement is forgotten, so it is repeated. */
export const repeatMs = 20;

export function watchStatement(
  connection: Interruptible,
  { signal, timeoutMs }: StatementLimits,
): StatementWatch {
  let isLate = false;
  let repeat: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    connection.interrupt();
    repeat ??= setInterval(() => connection.interrupt(), repeatMs);
  };
  const expire = (): void => {
    isLate = true;
    interrupt();
  };
  const timer = timeoutMs === null ? undefined : setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', interrupt, { once: true });
  return {
    throwIfStopped: () => {
      signal?.throwIfAborted();
      if (isLate) throw new PortalError('timed_out', 'The question took too long and was stopped.');
    },
    end: () => {
      clearTimeout(timer);
      clearInterval(repeat);
      signal?.removeEventListener('abort', interrupt);
    },
  };
}
