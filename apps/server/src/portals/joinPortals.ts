import { hostname } from 'node:os';
import { z } from 'zod';
import { createLedDuties } from './duties.ts';
import { channel, openSession, type PortalSession, type SessionOptions } from './portalSession.ts';
import { createLocks, type HeldIndex, type Portals, type Topic } from './portals.ts';

interface JoinOptions extends SessionOptions {
  /** Of the software; others see it. */
  readonly version: string;
  readonly onFault: (sentence: string, error: unknown) => void;
}

const beatMs = 1000;
const lockOfLeader = 'atrium leads';
const lockPrefix = 'atrium lock ';

/**
 * Joins the processes that work on a state database. Its session is the sign of life of this one; it holds its other
 * locks, and that of the leader where it leads. When it is lost, all of this is lost at once, and is taken anew.
 * @throws PortalError 'conflict' where a process holds the database that does not share it
 */
export async function joinPortals({ onFault, version, ...options }: JoinOptions): Promise<Portals> {
  const { id } = options;
  const messages = createMessages(id);
  const duties = createLedDuties((name, error) => onFault(`${name} could not be begun or ended`, error));
  let locks = createLocks();
  let leads = false;
  let isClosing = false;
  let indexes: () => readonly HeldIndex[] = () => [];
  const session = await openSession(options, {
    onMessage: messages.receive,
    onLost: () => {
      leads = false;
      locks = createLocks();
      void duties.lead(false);
    },
  });
  const beats = await beginBeats({
    id,
    version,
    session,
    leads: () => leads,
    indexes: () => indexes(),
    onBeat: async (serves) => {
      leads ||= serves && (await session.tryLock(lockOfLeader));
      if (leads) void duties.lead(true);
    },
    onFault: (error) => {
      if (!isClosing) onFault('this portal could not show that it is there', error);
    },
  });
  return {
    id,
    duties,
    count: beats.serving,
    take: async (lock) => {
      const own = locks;
      const name = `${lockPrefix}${lock}`;
      const free = own.take(name);
      if (free === null) return null;
      const isTaken = await session.tryLock(name).catch((error: unknown) => {
        free();
        throw error;
      });
      if (!isTaken) free();
      const release = async (): Promise<void> => {
        free();
        // A lock of a connection that was lost is free already.
        if (own !== locks) return;
        await session.ask('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {});
      };
      return isTaken ? release : null;
    },
    send: (topic, content) => {
      const text = JSON.stringify({ from: id, topic, content });
      void session.ask('SELECT pg_notify($1, $2)', [channel, text]).catch(() => {});
    },
    listen: messages.listen,
    showIndexes: (state) => {
      indexes = state;
    },
    serve: beats.serve,
    close: async () => {
      isClosing = true;
      await beats.end();
      leads = false;
      await duties.lead(false);
      await session.ask('DELETE FROM portal WHERE id = $1', [id]).catch(() => {});
      await session.close();
    },
  };
}

const message = z.object({ from: z.string(), topic: z.string(), content: z.unknown() });

/** Null where it is none: anybody with the database may use the channel. */
function parseMessage(text: string): z.output<typeof message> | null {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** What other processes send. */
function createMessages(id: string) {
  const listeners = new Map<Topic, Set<(content: unknown) => void>>();
  return {
    receive: (text: string): void => {
      const received = parseMessage(text);
      if (received === null || received.from === id) return;
      const { topic, content } = received;
      for (const [known, set] of listeners)
        if (known === topic) for (const listener of set) listener(content);
    },
    listen: (topic: Topic, listener: (content: unknown) => void): (() => void) => {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}

interface BeatOptions {
  readonly id: string;
  readonly version: string;
  readonly session: PortalSession;
  readonly leads: () => boolean;
  readonly indexes: () => readonly HeldIndex[];
  /** Called after each beat, with whether this process serves. */
  readonly onBeat: (serves: boolean) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

const counted = z.tuple([z.object({ serving: z.number() })]);

/** Writes down again and again that this process is there, and counts those that serve. */
async function beginBeats({ id, version, session, leads, indexes, onBeat, onFault }: BeatOptions) {
  let address: string | null = null;
  let serving = 1;
  const beat = async (): Promise<void> => {
    await session.ask(
      `INSERT INTO portal (id, name, address, version, leads, indexes) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO UPDATE SET seen_at = now(), address = excluded.address, leads = excluded.leads,
          indexes = excluded.indexes`,
      [id, `${hostname()} ${process.pid}`, address, version, leads(), JSON.stringify(indexes())],
    );
    const [found] = counted.parse(
      await session.ask(
        "SELECT count(*)::int AS serving FROM portal WHERE address IS NOT NULL AND seen_at > now() - interval '10 seconds'",
      ),
    );
    serving = Math.max(1, found.serving);
    await onBeat(address !== null);
  };
  await beat();
  let beating: Promise<void> | null = null;
  const beatOnce = (): Promise<void> => {
    beating ??= beat()
      .catch((error: unknown) => session.isOpen() && onFault(error))
      .then(() => {
        beating = null;
      });
    return beating;
  };
  const timer = setInterval(() => session.isOpen() && void beatOnce(), beatMs);
  timer.unref();
  return {
    serving: () => serving,
    serve: async (at: string): Promise<void> => {
      address = at;
      await beating;
      await beatOnce();
    },
    end: async (): Promise<void> => {
      clearInterval(timer);
      await beating;
    },
  };
}
