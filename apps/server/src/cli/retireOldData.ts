import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { Logger } from 'pino';
import { keepRetention } from '../audit/index.ts';
import type { Config } from '../config/config.ts';
import { keepRecords } from '../operations/index.ts';
import type { Closers, OpenInstallation } from './openInstallation.ts';

interface Retiring {
  readonly config: Config;
  readonly closers: Closers;
  readonly log: Logger;
}

/** Removes old data that the site no longer keeps. */
export async function retireAudit(
  { config, closers, log }: Retiring,
  { db }: OpenInstallation,
): Promise<void> {
  if (config.auditDays === null) return;
  const end = await keepRetention({
    db,
    days: config.auditDays,
    clock: () => new Date(),
    everyMs: msPerDay,
    onRetired: (lines) => log.info({ lines }, 'lines of the audit were retired'),
    onFault: (error) => log.error({ err: error }, 'old lines of the audit could not be retired'),
  });
  closers.add(end);
}

/** Removes entries of the log of imports and count receipts that the site no longer keeps. */
export async function retireRecords(
  { config: { importLogDays, receiptDays }, closers, log }: Retiring,
  { db, clock }: OpenInstallation,
): Promise<void> {
  if (importLogDays === null && receiptDays === null) return;
  const end = await keepRecords({
    db,
    clock,
    days: { importLogDays, receiptDays },
    everyMs: msPerDay,
    onRetired: (counts) => log.info(counts, 'old records were removed'),
    onFault: (error) => log.error({ err: error }, 'old records could not be removed'),
  });
  closers.add(end);
}
