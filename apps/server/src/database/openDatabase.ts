import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import type { RequireRoom } from './diskRoom.ts';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { guardEmbedded, type Turn } from './embeddedPool.ts';
import { countWrites } from './epochs.ts';
import { migrate, requireKnown } from './migrate.ts';
import { createKysely } from './pool.ts';
import { openOrRecover } from './recoverState.ts';
import type { Schema } from './schema.ts';
import { createServerPool, requestPatience } from './serverPool.ts';

export interface Database {
  readonly db: Kysely<Schema>;
  /** The same database for requests, which give up soon where its server does not answer (rule 9.15). */
  readonly forRequests: Kysely<Schema>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The data directory, whose lock the caller holds. */
  readonly home: string;
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl: string | null;
  /** May refuse the database, which then keeps the schema that it has. */
  readonly beforeMigration?: (db: Kysely<Schema>) => Promise<void>;
  readonly onProgress?: (sentence: string) => void;
  /** Whether a statement failed for the state of the server, so that it may succeed later; for a server only. */
  readonly isAway?: (error: unknown) => boolean;
  /** Called when an idle connection is lost, or the server is silent; the pool opens a new one by itself. */
  readonly onFault?: (error: Error) => void;
  /** Throws while the disk of the data directory has too little room for the embedded database; default: never. */
  readonly requireRoom?: RequireRoom;
  /** Waits for the caller's turn with the embedded database (rule 8.32); default: in the order in which they came. */
  readonly takeTurn?: () => Promise<Turn>;
  /** Whether a copy of the embedded database may take its place where it cannot be opened; default: yes. */
  readonly mayRecover?: boolean;
  /** Gets a sentence where the embedded database could not be opened, and a copy of it was. */
  readonly onLoss?: (sentence: string) => void;
  /** Called when the embedded database has ended; the process can only end, too. */
  readonly onEnd?: (cause: Error) => void;
  /** The id of this process, where several share a database on a server. */
  readonly portalId?: string | undefined;
}

/** Opens the state database, embedded in the data directory or on a server, and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { beforeMigration } = options;
  const opened = await openUnmigrated(options);
  try {
    await requireKnown(opened.db);
    await beforeMigration?.(opened.db);
    await migrate(opened.db);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Opens the state database with the schema that it has, which may be none. */
export function openUnmigrated(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  return databaseUrl === null ? openHome(options) : openServer(options, databaseUrl);
}

/** The address of a database for messages, without user, password and settings. */
export function nameDatabase(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

async function openHome({
  home,
  onProgress,
  onFault = ignore,
  requireRoom = ignore,
  takeTurn = async () => anyTurn,
  onEnd = ignore,
  onLoss = ignore,
  mayRecover = true,
}: DatabaseOptions): Promise<Database> {
  requireRoom();
  const onCreate = () => onProgress?.('creating the state database');
  const pglite = await openOrRecover(home, { onCreate, mayRecover, onLoss });
  const oneClient = createEmbeddedPool(pglite, onFault);
  const pool = guardEmbedded({ pool: oneClient, requireRoom, takeTurn, onEnd });
  const db = createKysely(pool);
  countWrites(db, pool.writes);
  return {
    db,
    forRequests: db,
    close: async () => {
      await db.destroy();
      // Closing writes. What is not closed in order is recovered when it is opened, as after a kill.
      if (!pool.hasEnded() && hasRoom(requireRoom)) await pglite.close();
    },
  };
}

function hasRoom(requireRoom: RequireRoom): boolean {
  try {
    requireRoom();
    return true;
  } catch {
    return false;
  }
}

/** Connections for operations and for the portal's own work; requests have more. */
const poolSizes = { patient: 4, requests: 10 } as const;

async function openServer(
  { isAway = () => false, onFault = ignore, portalId }: DatabaseOptions,
  databaseUrl: string,
): Promise<Database> {
  const shared = { url: databaseUrl, isAway, onFault, portalId };
  const db = createKysely(createServerPool({ ...shared, size: poolSizes.patient, patience: null }));
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const cause = error instanceof PortalError ? error.cause : error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : 'no answer';
    throw new PortalError('not_ready', `The database server of DATABASE_URL cannot be used: ${reason}`, {
      cause,
    });
  }
  const forRequests = createKysely(
    createServerPool({ ...shared, size: poolSizes.requests, patience: requestPatience }),
  );
  return {
    db,
    forRequests,
    close: async () => {
      await forRequests.destroy();
      await db.destroy();
    },
  };
}

const anyTurn: Turn = { end: ignore };

function ignore(): void {}
