import { hostname } from 'node:os';
import type { PortalError } from '@atrium/contract/errors/errorCode';
import { z } from 'zod';
import { type HeldConnection, holdServer } from '../database/index.ts';
import { createLedDuties } from './duties.ts';
import { lockOfPortal } from './livingPortals.ts';
import { createLocks, type Portals, type Topic } from './portals.ts';

interface JoinOptions {
  /** The state database. */
  readonly url: string;
  /** The id of this process, a uuid. */
  readonly id: string;
  readonly onWait: (holder: string) => void;
  /** Called when a process took the state database that does not share it. */
  readonly onTaken: (refusal: PortalError) => void;
  readonly onFault: (sentence: string, error: unknown) => void;
}

const channel = 'atrium';
const beatMs = 1000;
/** A server that is silent for longer is taken for gone, as it takes this process for gone then. */
const maxSilenceMs = 4000;
const lockOfLeader = 'atrium leads';
const lockPrefix = 'atrium lock ';

const message = z.object({ from: z.string(), topic: z.string(), content: z.unknown() });
const counted = z.tuple([z.object({ serving: z.number() })]);
const tried = z.tuple([z.object({ taken: z.boolean() })]);

/**
 * Joins the processes that work on a state database. One connection is the sign of life of this one: it holds the
 * database as shared, the lock of this process, its other locks and, where it leads, the lock of the leader; and it
 * receives what others send. When it is lost, all of this is lost at once, and is taken anew.
 * @throws PortalError 'conflict' where a process holds the database that does not share it
 */
export async function joinPortals({ url, id, onWait, onTaken, onFault }: JoinOptions): Promise<Portals> {
  const listeners = new Map<Topic, Set<(content: unknown) => void>>();
  const duties = createLedDuties((name, error) => onFault(`${name} could not be begun or ended`, error));
  let locks = createLocks();
  let held: HeldConnection | null = null;
  let address: string | null = null;
  let serving = 1;
  let leads = false;
  let isClosing = false;

  const ask = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> => {
    const asked = held;
    if (asked === null) throw new Error('The state database is away.');
    const late = setTimeout(asked.cut, maxSilenceMs);
    try {
      return (await asked.client.query(text, [...values])).rows;
    } finally {
      clearTimeout(late);
    }
  };
  const tryLock = async (name: string): Promise<boolean> => {
    const [{ taken }] = tried.parse(
      await ask('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [name]),
    );
    return taken;
  };
  const register = () =>
    ask(
      `INSERT INTO portal (id, name, address) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET seen_at = now(), address = excluded.address`,
      [id, `${hostname()} ${process.pid}`, address],
    );
  const receive = (payload: string | undefined): void => {
    const { from, topic, content } = message.parse(JSON.parse(payload ?? ''));
    if (from === id) return;
    for (const [known, set] of listeners) if (known === topic) for (const listener of set) listener(content);
  };
  const onHeld = async (connection: HeldConnection): Promise<void> => {
    const { client } = connection;
    // Where an earlier connection of this process is not over yet on the server, this waits for its end.
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`${lockOfPortal}${id}`]);
    client.on('notification', ({ payload }) => receive(payload));
    await client.query(`LISTEN ${channel}`);
    held = connection;
    await register();
  };
  const onLost = (): void => {
    held = null;
    leads = false;
    locks = createLocks();
    void duties.lead(false);
  };
  const beat = async (): Promise<void> => {
    await register();
    const [found] = counted.parse(
      await ask(
        "SELECT count(*)::int AS serving FROM portal WHERE address IS NOT NULL AND seen_at > now() - interval '10 seconds'",
      ),
    );
    serving = Math.max(1, found.serving);
    if (address === null) return;
    leads ||= await tryLock(lockOfLeader);
    if (leads) void duties.lead(true);
  };

  const hold = await holdServer({
    url,
    what: 'state database',
    isShared: true,
    onWait,
    onTaken,
    onHeld,
    onLost,
  });
  let beating: Promise<void> | null = null;
  const beatOnce = (): Promise<void> => {
    beating ??= beat()
      .catch((error: unknown) => {
        if (held !== null && !isClosing) onFault('this portal could not show that it is there', error);
      })
      .finally(() => {
        beating = null;
      });
    return beating;
  };
  const timer = setInterval(() => held !== null && void beatOnce(), beatMs);
  timer.unref();

  return {
    id,
    duties,
    count: () => serving,
    take: async (lock) => {
      const own = locks;
      const free = own.take(lock);
      if (free === null) return null;
      const name = `${lockPrefix}${lock}`;
      try {
        if (!(await tryLock(name))) {
          free();
          return null;
        }
      } catch (error) {
        free();
        throw error;
      }
      return async () => {
        free();
        // A lock of a connection that was lost is free already.
        if (own === locks) await ask('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {});
      };
    },
    send: (topic, content) => {
      const text = JSON.stringify({ from: id, topic, content });
      void ask('SELECT pg_notify($1, $2)', [channel, text]).catch(() => {});
    },
    listen: (topic, listener) => {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
    serve: async (at) => {
      address = at;
      await beating;
      await beatOnce();
    },
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      await beating;
      leads = false;
      await duties.lead(false);
      await ask('DELETE FROM portal WHERE id = $1', [id]).catch(() => {});
      await hold.release();
    },
  };
}
