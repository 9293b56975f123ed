import { setImmediate as nextEvents } from 'node:timers/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PostgresPool, PostgresQueryResult } from 'kysely';
import type { RequireRoom } from './diskRoom.ts';
import { lendStatements, type PreparingClient, send } from './pool.ts';

/** Leave to use the connection. */
export interface Turn {
  end(): void;
}

interface EmbeddedPoolOptions {
  /** Of one connection: all of PGlite is one session. */
  readonly pool: { connect(): Promise<PreparingClient>; end(): Promise<void> };
  readonly requireRoom: RequireRoom;
  /** Waits before the connection is taken until it is the caller's turn, which ends when the connection is given back. */
  readonly takeTurn: () => Promise<Turn>;
  /** Called once when PGlite has ended; every call to it after that hangs the process. */
  readonly onEnd: (cause: Error) => void;
}

export interface EmbeddedPool extends PostgresPool {
  hasEnded(): boolean;
  /** How often something else than a line of the audit was written; it grows before the statement begins. */
  writes(): number;
}

/**
 * The connection to PGlite. It writes nothing while the disk has too little room, since PostgreSQL ends when it cannot
 * write its log. After each statement other events of the process are handled; otherwise waiting statements would run
 * one after the other and block them.
 */
export function guardEmbedded({ pool, requireRoom, takeTurn, onEnd }: EmbeddedPoolOptions): EmbeddedPool {
  let end: Error | undefined;
  let writes = 0;
  const ask = async <R>(
    client: PreparingClient,
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>> => {
    if (end !== undefined) throw stateEnded(end);
    if (mayWrite(text)) requireRoom();
    if (mayWrite(text) && !text.startsWith(auditMark)) writes += 1;
    try {
      return await send<R>(client, text, values);
    } catch (error) {
      if (!isEnd(error)) throw isFullDisk(error) ? diskFull(error) : error;
      end = error;
      onEnd(error);
      throw stateEnded(error);
    } finally {
      await nextEvents();
    }
  };
  return {
    connect: async () => {
      const turn = await takeTurn();
      try {
        const client = await pool.connect();
        return lendStatements(
          (text, values) => ask(client, text, values),
          () => {
            client.release();
            turn.end();
          },
        );
      } catch (error) {
        turn.end();
        throw error;
      }
    },
    end: () => pool.end(),
    hasEnded: () => end !== undefined,
    writes: () => writes,
  };
}

const auditMark = '/* prepared audit_';

/** Begins a statement that only appends to the audit, on which nobody's rights depend. */
export const markAudit = (name: 'group' | 'one' | 'kept' | 'definition') => `${auditMark}${name} */`;

const readsOnly =
  /^\s*(?:\/\* prepared \w+ \*\/\s*)?(select|show|set|begin|start|commit|rollback|savepoint|release|declare|fetch|close)\b/i;
const locksRows = /\bfor (no key )?(update|share)\b/i;

/** Whether a statement may need room: any but those that are known to read, or to begin and end transactions. */
export const mayWrite = (text: string): boolean => !readsOnly.test(text) || locksRows.test(text);

/** A PANIC of PostgreSQL, or an abort of the program that it is compiled to. */
const isEnd = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.name === 'RuntimeError' ||
    error.name === 'ExitStatus' ||
    ('severity' in error && ['PANIC', 'FATAL'].includes(String(error.severity))));

/** disk_full, and out of files. */
const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === '53000');

const diskFull = (cause: unknown): PortalError =>
  new PortalError('no_room', 'The disk of the portal is full. Please tell the operator.', { cause });

const stateEnded = (cause: unknown): PortalError =>
  new PortalError('unavailable', 'The state database has ended, and so does the portal.', { cause });
