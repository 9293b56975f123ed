import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Logger } from 'pino';
import type { BulkExport } from '../access/index.ts';
import { onRecordFault } from '../audit/index.ts';
import { listLosses } from '../database/index.ts';
import { type Alerts, createAlerts, createMailer, type MailSettings } from '../mail/index.ts';
import { type Operation, perform } from '../operations/index.ts';
import { firstToTake, sharedMemoryOn } from '../portals/index.ts';
import type { Closers } from './closers.ts';
import type { OpenInstallation } from './openInstallation.ts';

interface AlertParts {
  readonly mail: MailSettings | null;
  readonly log: Logger;
  readonly closers: Closers;
  readonly installation: Pick<OpenInstallation, 'dbForRequests' | 'portals'>;
}

/** Of several portals one mails an alert. It is free a little before the hour in which one portal raises it once. */
const claimMs = 3_540_000;

/** Opens the alerts of a portal; they end with it. */
export function openAlerts({ mail, log, closers, installation }: AlertParts): Alerts {
  const onFault = ({
    error,
    attempt,
    isGivenUp,
  }: Parameters<Parameters<typeof createMailer>[0]['onFault']>[0]) =>
    log.error({ err: error, attempt, isGivenUp }, 'an alert could not be sent by mail');
  const mailer = mail === null || mail.to.length === 0 ? null : createMailer({ settings: mail, onFault });
  if (mailer !== null) closers.add(mailer.close);
  const { dbForRequests, portals } = installation;
  const claim =
    portals.id === null
      ? undefined
      : firstToTake(sharedMemoryOn(dbForRequests), { name: 'alert', lastsMs: claimMs });
  const alerts = createAlerts({ log, mailer, claim, clock: () => new Date() });
  const end = onRecordFault((error) =>
    alerts.raise({
      key: 'audit_write',
      sentence: 'A line of the audit could not be written.',
      detail: { err: error },
    }),
  );
  closers.add(async () => end());
  return alerts;
}

const number = new Intl.NumberFormat('en-US');
const megabyte = 1_000_000;

/** An account has taken much of the data on one day. */
export const alertOfBulk = (alerts: Alerts, { accountId, username, dataset, day, rows, bytes }: BulkExport) =>
  alerts.raise({
    key: `bulk_export ${accountId} ${day}`,
    sentence: `Account ${username} (${accountId}) has taken ${formatQuantity(rows, 'row')} and ${number.format(Math.ceil(bytes / megabyte))} MB on ${day}, the last of dataset ${dataset}.`,
    detail: { account: accountId, dataset, rows, bytes },
  });

/** A copy took the place of the state database, and the newer files are kept still (rule 16.4). */
export async function alertOfLosses(alerts: Alerts, home: string): Promise<void> {
  for (const sentence of await listLosses(home)) alerts.raise({ key: sentence, sentence });
}

/** Performs an operation, and raises an alert where it finds that the audit is broken. */
export async function performWithAlerts(
  alerts: Alerts,
  installation: OpenInstallation,
  [operation, watcher]: readonly [Operation, Parameters<typeof perform>[2]],
): Promise<readonly string[]> {
  try {
    return await perform(installation, operation, watcher);
  } catch (error) {
    if (operation.kind === 'verifyAudit' && error instanceof PortalError && error.code === 'conflict')
      alerts.raise({ key: 'audit_chain', sentence: error.message });
    throw error;
  }
}

interface ChainWatch {
  readonly alerts: Alerts;
  readonly installation: OpenInstallation;
  /** Early enough that a portal which is restarted each night is checked too. */
  readonly firstMs: number;
  readonly everyMs: number;
  readonly log: Pick<Logger, 'error'>;
}

/** Verifies the whole chain a while after the start, and from time to time; an alert says where it is broken. The returned function ends it. */
export function watchChain({ alerts, installation, firstMs, everyMs, log }: ChainWatch): () => Promise<void> {
  const ending = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    const watcher = { onProgress: () => {}, signal: ending.signal };
    try {
      await performWithAlerts(alerts, installation, [{ kind: 'verifyAudit', from: 1, anchors: [] }, watcher]);
    } catch (error) {
      if (ending.signal.aborted || error instanceof PortalError) return;
      log.error({ err: error }, 'the audit could not be verified');
    }
  };
  const again = (waitMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      last = look();
      timer = again(everyMs);
    }, waitMs).unref();
  let timer = again(firstMs);
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await last;
  };
}
