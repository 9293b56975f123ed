import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { Logger } from 'pino';
import { keepAccess } from '../access/index.ts';
import { keepAnchors } from '../audit/index.ts';
import type { Config } from '../config/config.ts';
import { clockOfServer } from '../database/index.ts';
import type { Alerts } from '../mail/index.ts';
import type { End } from '../portals/index.ts';
import type { Closers } from './closers.ts';
import { keepBackups, keepCopies } from './keepBackups.ts';
import type { OpenInstallation } from './openInstallation.ts';
import { watchChain } from './raiseAlerts.ts';
import { forgetRemoved, recoverEnded } from './recoverEnded.ts';
import { retireAudit, retireRecords } from './retireOldData.ts';

export interface DutyParts {
  readonly config: Config;
  readonly installation: OpenInstallation;
  readonly alerts: Alerts;
  /** By which work is due: of several portals that of the state database. */
  readonly clock: () => Date;
  readonly log: Logger;
}

const minuteMs = 60_000;
const tenMinutesMs = 600_000;
const hourMs = 3_600_000;

/**
 * All work that is due by date, or that is done for all portals of an installation, besides mail: one process at a time
 * does it (rule 15.58). What is not in this list runs in each process.
 */
const duties: Readonly<Record<string, (parts: DutyParts) => Promise<End>>> = {
  'undoing what ended portals left': recoverEnded,
  'retiring lines of the audit': retireAudit,
  'retiring records': retireRecords,
  'ending memberships and idle accounts': lookAfterAccess,
  'writing down heads of the audit': anchorAudit,
  'verifying the audit': async ({ alerts, installation, log }) =>
    watchChain({ alerts, installation, firstMs: hourMs, everyMs: msPerDay, log }),
  'making back-ups': async (parts) => keepBackups(parts),
};

/** Begins the work that is for this process to do now, and again when it comes back to it. */
export async function startDuties({
  closers,
  ...parts
}: Omit<DutyParts, 'clock'> & { readonly closers: Closers }): Promise<void> {
  const { db, portals, clock } = parts.installation;
  const clockNow = async () => (portals.id === null ? clock : clockOfServer(db));
  for (const [name, start] of Object.entries(duties))
    closers.add(await portals.duties.add(name, async () => start({ ...parts, clock: await clockNow() })));
  closers.add(forgetRemoved(parts));
  await keepCopies({ ...parts, closers });
}

/** Writes heads of the audit into a file beside the database, and into the log. */
async function anchorAudit({ installation, alerts, log }: DutyParts): Promise<End> {
  const { dbForRequests: db, anchorFile: file } = installation;
  const keeper = await keepAnchors({
    db,
    file,
    clock: () => new Date(),
    everyMs: tenMinutesMs,
    onAnchor: ({ id, hash }) => log.info({ id, hash }, 'the audit reaches to here'),
    onFault: (error) =>
      alerts.raise({
        key: 'audit_anchor',
        sentence: 'The head of the audit could not be written down.',
        detail: { err: error },
      }),
  });
  return keeper.close;
}

/** Does the work that is due by date: ends memberships and disables idle accounts. */
function lookAfterAccess({ config, installation: { db }, clock, log }: DutyParts): Promise<End> {
  return keepAccess({
    db,
    clock,
    everyMs: minuteMs,
    idleDays: config.idleDays,
    onDisabled: (accounts) => log.warn({ accounts }, 'idle accounts were disabled'),
    onFault: (error) =>
      log.error({ err: error }, 'ends of memberships and idle accounts could not be looked for'),
  });
}
