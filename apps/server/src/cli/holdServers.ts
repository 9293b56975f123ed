import { randomUUID } from 'node:crypto';
import type { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { softwareVersion } from '../config/version.ts';
import { type Hold, holdServer, listPending, type Schema } from '../database/index.ts';
import type { Stores } from '../operations/index.ts';
import { aloneHere, joinPortals, type Portals } from '../portals/index.ts';
import type { Closers } from './closers.ts';

interface HoldParts {
  readonly onStep: (step: string) => void;
  /** Called where another process took a server; this one can only end. */
  readonly onEnd: (cause: Error) => void;
  readonly onPortalFault?: (sentence: string, error: unknown) => void;
  readonly closers: Closers;
}

type Servers = Pick<Stores, 'databaseUrl' | 'warehouseUrl'> & Partial<Pick<Stores, 'sharedFolder'>>;

const serversOf = ({ databaseUrl, warehouseUrl }: Servers) =>
  [
    { what: 'state database', url: databaseUrl },
    { what: 'warehouse', url: warehouseUrl },
  ] as const;

/** Holds the servers of an installation, so that no other process undoes what this one is doing (rule 9.18). */
export async function holdServers(servers: Servers, { onStep, onEnd, closers }: HoldParts): Promise<void> {
  for (const { what, url } of serversOf(servers)) {
    if (url === null) continue;
    const onWait = (holder: string) => onStep(`waiting for the ${what}, which ${holder}`);
    const hold = await holdServer({ url, what, onWait, onTaken: onEnd });
    closers.add(hold.release);
  }
}

/** How this process comes to work on the servers of an installation. */
export interface Joining {
  /** Names this process in the rows that it adds; undefined where it works alone. */
  readonly portalId: string | undefined;
  /** Before the schema of the state database is changed; `check` may refuse what belongs to others. */
  begin(db: Kysely<Schema>, check: () => Promise<void>): Promise<void>;
  /** After that, and before anything else is done. */
  join(): Promise<Portals>;
  /** When the stores are joined. */
  finish(): Promise<void>;
}

/** Works alone, or with the other processes that share a folder. */
export function joiningOf(servers: Servers, parts: HoldParts): Joining {
  const { databaseUrl, sharedFolder = null } = servers;
  if (databaseUrl !== null && sharedFolder !== null) return joiningOthers({ ...servers, databaseUrl }, parts);
  return {
    portalId: undefined,
    begin: async (_db, check) => {
      await check();
      await holdServers(servers, parts);
    },
    join: async () => aloneHere(),
    finish: async () => {},
  };
}

/** Another start may make a folder and an id, or wait for its turn to change the schema. */
const maxStartMs = 600_000;

/**
 * One process joins at a time. Who must change the schema waits until it is the only one: an older version of the portal
 * may not know what the new schema means.
 */
function joiningOthers(servers: Servers & { readonly databaseUrl: string }, parts: HoldParts): Joining {
  const { databaseUrl: url, warehouseUrl } = servers;
  const { onStep, onEnd, closers, onPortalFault = () => {} } = parts;
  const portalId = randomUUID();
  const onTaken = (refusal: PortalError): void => onEnd(refusal);
  const waiting = (what: string) => (holder: string) => onStep(`waiting for the ${what}, which ${holder}`);
  let start: Hold | null = null;
  let alone: Hold | null = null;
  const release = async (): Promise<void> => {
    await alone?.release();
    await start?.release();
    [alone, start] = [null, null];
  };
  return {
    portalId,
    begin: async (db, check) => {
      closers.add(release);
      const what = 'start of a portal';
      start = await holdServer({ url, what, waitMs: maxStartMs, onWait: waiting(what), onTaken });
      await check();
      if ((await listPending(db)).pending.length === 0) return;
      alone = await holdServer({ url, what: 'state database', onWait: waiting('state database'), onTaken });
    },
    join: async () => {
      await alone?.release();
      alone = null;
      const onWait = waiting('state database');
      const portals = await joinPortals({
        url,
        id: portalId,
        version: softwareVersion(),
        onWait,
        onTaken,
        onFault: onPortalFault,
      });
      closers.add(portals.close);
      if (warehouseUrl !== null) {
        const shared = { what: 'warehouse', url: warehouseUrl, isShared: true } as const;
        const hold = await holdServer({ ...shared, onWait: waiting('warehouse'), onTaken });
        closers.add(hold.release);
      }
      return portals;
    },
    finish: release,
  };
}
