import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  createSessions,
  isBehind,
  type PostgresSession,
  type PostgresSessions,
  type SessionOptions,
} from './sessions.ts';

/** Sessions of the first server, and of others that answer in its place. */
interface Readers extends PostgresSessions {
  readonly first: PostgresSessions;
}

type ReaderOptions = SessionOptions & {
  /** Addresses of replicas, or of PgBouncer before a server. */
  readonly readers: readonly string[];
  /** The position in the log of the first server that a replica must have reached. */
  readonly notBefore: () => string;
};

/** Another server that is away or behind is passed over for so long. */
const passedOverMs = 1_000;

/**
 * Lends sessions of the other servers in turn. One that does not answer, or that has not got all that this process knows
 * of, is passed over; where none is left, the first server answers (rule 16.26).
 */
export function createReaders({ readers, notBefore, ...options }: ReaderOptions): Readers {
  const first = createSessions(options);
  const others = readers.map((url) => ({
    sessions: createSessions({ ...options, url, notBefore }),
    passedOverAt: Number.NEGATIVE_INFINITY,
  }));
  let turn = 0;
  const borrow = async (signal?: AbortSignal): Promise<PostgresSession> => {
    turn += 1;
    for (const index of others.keys()) {
      const other = others[(turn + index) % others.length];
      if (other === undefined || performance.now() - other.passedOverAt < passedOverMs) continue;
      try {
        const session = await other.sessions.borrow(signal);
        const passOver = (): PostgresSessions => {
          other.passedOverAt = performance.now();
          return first;
        };
        return { ...session, passOver };
      } catch (error) {
        if (!isPassedOver(error)) throw error;
        other.passedOverAt = performance.now();
      }
    }
    return await first.borrow(signal);
  };
  return {
    first,
    closing: first.closing,
    borrow,
    checkReady: () => first.checkReady(),
    close: async () => {
      await Promise.all([first, ...others.map(({ sessions }) => sessions)].map((each) => each.close()));
    },
  };
}

const isPassedOver = (error: unknown): boolean =>
  isBehind(error) || (error instanceof PortalError && error.code === 'unavailable');
