import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { Logger } from 'pino';
import { keepRetention } from '../audit/index.ts';
import type { Config } from '../config/config.ts';
import { keepRecords } from '../operations/index.ts';
import type { End } from '../portals/index.ts';
import type { OpenInstallation } from './openInstallation.ts';

interface Retiring {
  readonly config: Config;
  readonly installation: OpenInstallation;
  /** By which it is due. */
  readonly clock: () => Date;
  readonly log: Logger;
}

const nothing: End = async () => {};

/** Removes old data that the site no longer keeps. */
export async function retireAudit({ config, installation: { db }, clock, log }: Retiring): Promise<End> {
  if (config.auditDays === null) return nothing;
  return keepRetention({
    db,
    days: config.auditDays,
    clock,
    everyMs: msPerDay,
    onRetired: (lines) => log.info({ lines }, 'lines of the audit were retired'),
    onFault: (error) => log.error({ err: error }, 'old lines of the audit could not be retired'),
  });
}

/** Removes entries of the log of imports and count receipts that the site no longer keeps. */
export async function retireRecords({
  config: { importLogDays, receiptDays },
  installation: { db },
  clock,
  log,
}: Retiring): Promise<End> {
  if (importLogDays === null && receiptDays === null) return nothing;
  return keepRecords({
    db,
    clock,
    days: { importLogDays, receiptDays },
    everyMs: msPerDay,
    onRetired: (counts) => log.info(counts, 'old records were removed'),
    onFault: (error) => log.error({ err: error }, 'old records could not be removed'),
  });
}
