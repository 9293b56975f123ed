import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Row } from '../sql/row.ts';

/** What may end a statement early; `timeoutMs` counts while the statement works, not while its rows are read; null is no limit. */
export interface StatementLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number | null;
}

/** Milliseconds after which a statement is ended; null or absent is no limit. */
export interface StatementTimeouts {
  readonly questionMs?: number | null;
  readonly streamMs?: number | null;
}

/** The refusal of a statement that does not fit into the budget of memory and disk. */
export const needsTooMuchMemory = (cause: unknown): PortalError =>
  new PortalError(
    'too_large',
    'This question needs more memory than the portal may use. Choose fewer concepts, columns or filters.',
    { cause },
  );

/** A connection whose running statement can be ended. */
export interface Interruptible {
  interrupt(): void;
}

/** A connection that is lent for one statement after the other. */
export interface Session extends Interruptible {
  /** Gives the connection back. */
  end(): void | Promise<void>;
}

export interface SessionPool<Lent extends Session> {
  /** Waits for a free connection; rejects with the signal's reason, or when the pool is closed. */
  borrow(signal?: AbortSignal): Promise<Lent>;
  /** Aborted when the pool is closed. */
  readonly closing: AbortSignal;
  /** Refuses new borrowers, ends running statements and waits until all connections are back. */
  close(): Promise<void>;
}

/**
 * The rows of one statement in chunks, as they are computed; the session is kept until the loop ends. Rejects with
 * the signal's reason, with PortalError `timed_out`, or with the reason why the pool is closing.
 */
export async function* runOn<Lent extends Session>(
  pool: SessionPool<Lent>,
  limits: StatementLimits,
  query: (session: Lent) => AsyncIterable<Row[]> | Promise<AsyncIterable<Row[]>>,
): AsyncGenerator<Row[]> {
  const session = await pool.borrow(limits.signal);
  const watch = watchStatement(session, limits);
  // An interrupt between two chunks is lost, so a stream would go on after the pool was closed.
  const throwIfStopped = (): void => {
    watch.throwIfStopped();
    pool.closing.throwIfAborted();
  };
  try {
    for await (const chunk of await query(session)) {
      throwIfStopped();
      watch.pause();
      yield chunk;
      watch.goOn();
    }
    throwIfStopped();
  } catch (error) {
    throwIfStopped();
    throw error;
  } finally {
    watch.end();
    await session.end();
  }
}

export async function collectRows(chunks: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of chunks) for (const row of chunk) rows.push(row);
  return rows;
}

export interface StatementWatch {
  /** Throws the signal's reason, or PortalError `timed_out`, once the statement was asked to stop. */
  throwIfStopped(): void;
  /** Stops the clock until `goOn`. */
  pause(): void;
  goOn(): void;
  end(): void;
}

/** Interrupts what runs on a connection when the signal says so or the time is over. */
export function watchStatement(
  connection: Interruptible,
  { signal, timeoutMs }: StatementLimits,
): StatementWatch {
  let isLate = false;
  let stopInterrupting: (() => void) | undefined;
  const interrupt = (): void => {
    stopInterrupting ??= keepInterrupting([connection]);
  };
  const expire = (): void => {
    isLate = true;
    interrupt();
  };
  let leftMs = timeoutMs;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = (): void => {
    if (leftMs === null || timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= performance.now() - startedAt;
  };
  const goOn = (): void => {
    if (leftMs === null) return;
    startedAt = performance.now();
    timer = setTimeout(expire, Math.max(0, leftMs));
  };
  goOn();
  signal?.addEventListener('abort', interrupt, { once: true });
  return {
    throwIfStopped: () => {
      signal?.throwIfAborted();
      if (isLate) throw new PortalError('timed_out', 'The question took too long and was stopped.');
    },
    pause,
    goOn,
    end: () => {
      clearTimeout(timer);
      stopInterrupting?.();
      signal?.removeEventListener('abort', interrupt);
    },
  };
}

const repeatMs = 20;

/**
 * Interrupts the connections until the returned function is called. An interrupt that arrives between two steps of a
 * statement is lost, so it is repeated.
 */
export function keepInterrupting(connections: Iterable<Interruptible>): () => void {
  const interrupt = (): void => {
    for (const connection of connections) connection.interrupt();
  };
  interrupt();
  const repeat = setInterval(interrupt, repeatMs);
  return () => clearInterval(repeat);
}
