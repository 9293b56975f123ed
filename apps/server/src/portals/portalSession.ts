import { PortalError } from '@atrium/contract/errors/errorCode';
import { z } from 'zod';
import { type HeldConnection, holdServer } from '../database/index.ts';
import { lockOfPortal } from './livingPortals.ts';

export interface SessionOptions {
  /** The state database. */
  readonly url: string;
  /** The id of this process, a uuid. */
  readonly id: string;
  readonly onWait: (holder: string) => void;
  /** Called when a process took the state database that does not share it. */
  readonly onTaken: (refusal: PortalError) => void;
}

interface SessionEvents {
  /** Called when the connection and its locks are lost; a new one is made by itself. */
  readonly onLost: () => void;
  readonly onMessage: (text: string) => void;
}

/** The sign of life of a process: one connection, with which its locks are lost. */
export interface PortalSession {
  readonly isOpen: () => boolean;
  /** Refuses while there is no connection, and ends one on which the server is silent. */
  ask(text: string, values?: readonly unknown[]): Promise<readonly unknown[]>;
  tryLock(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A server that is silent for longer is taken for gone, as it takes this process for gone then. */
const maxSilenceMs = 4000;
const graceMs = 250;
export const channel = 'atrium';

const tried = z.tuple([z.object({ taken: z.boolean() })]);

/**
 * Opens the session. It holds the state database as shared, and the lock by which others see that this process lives.
 * @throws PortalError 'conflict' where a process holds the database that does not share it
 */
export async function openSession(
  { url, id, onWait, onTaken }: SessionOptions,
  { onLost, onMessage }: SessionEvents,
): Promise<PortalSession> {
  let held: HeldConnection | null = null;
  const hold = await holdServer({
    url,
    what: 'state database',
    isShared: true,
    onWait,
    onTaken,
    onHeld: async (connection) => {
      const { client } = connection;
      // Where an earlier connection of this process is not over yet on the server, this waits for its end.
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`${lockOfPortal}${id}`]);
      client.on('notification', ({ payload }) => onMessage(payload ?? ''));
      await client.query(`LISTEN ${channel}`);
      held = connection;
    },
    onLost: () => {
      held = null;
      onLost();
    },
  });
  const ask = async (text: string, values: readonly unknown[] = []): Promise<readonly unknown[]> => {
    const asked = held;
    if (asked === null)
      throw new PortalError(
        'unavailable',
        'The state database does not answer. Please try again in a moment.',
      );
    // An answer that arrived while this process was busy is read after the first timer and before the second.
    let late = setTimeout(() => {
      late = setTimeout(asked.cut, graceMs);
    }, maxSilenceMs);
    try {
      return (await asked.client.query(text, [...values])).rows;
    } finally {
      clearTimeout(late);
    }
  };
  return {
    isOpen: () => held !== null,
    ask,
    tryLock: async (name) => {
      const text = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken';
      const [{ taken }] = tried.parse(await ask(text, [name]));
      return taken;
    },
    close: hold.release,
  };
}
