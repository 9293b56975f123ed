import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { copiesFolder, keepStateCopies } from '../database/index.ts';
import type { Alerts } from '../mail/index.ts';
import { perform } from '../operations/index.ts';
import type { End } from '../portals/index.ts';
import type { Closers } from './closers.ts';
import type { OpenInstallation } from './openInstallation.ts';

interface KeepParts {
  readonly config: Pick<Config, 'backups' | 'databaseUrl' | 'home' | 'stateCopyMinutes'>;
  readonly installation: OpenInstallation;
  readonly alerts: Alerts;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Copies the embedded state database from time to time. A database on a server is looked after there. */
export async function keepCopies({
  config,
  installation,
  alerts,
  closers,
}: KeepParts & { readonly closers: Closers }): Promise<void> {
  const { stateCopyMinutes, databaseUrl, home } = config;
  if (stateCopyMinutes === null || databaseUrl !== null) return;
  const { db, clock } = installation;
  const end = await keepStateCopies({
    db,
    clock,
    folder: copiesFolder(home),
    everyMs: stateCopyMinutes * minuteMs,
    onFault: (error) =>
      alerts.raise({
        key: 'state_copy',
        sentence: 'The state database could not be copied.',
        detail: { err: error },
      }),
  });
  closers.add(end);
}

/** Makes back-ups as the operator scheduled them; the first one an hour after the start at the latest. */
export function keepBackups({ config, installation, alerts, log }: KeepParts): End {
  const { backups } = config;
  if (backups === null) return async () => {};
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const make = async (): Promise<void> => {
    const operation = { kind: 'backup', into: backups.folder, withFiles: false, keep: backups.keep } as const;
    try {
      const lines = await perform(installation, operation, { onProgress: () => {}, signal: ending.signal });
      log.info({ backup: lines }, 'a back-up was made');
    } catch (error) {
      if (ending.signal.aborted) return;
      alerts.raise({ key: 'backup', sentence: 'No back-up could be made.', detail: { err: error } });
    }
  };
  const again = (waitMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      last = make();
      timer = again(backups.hours * hourMs);
    }, waitMs).unref();
  let timer = again(Math.min(backups.hours, 1) * hourMs);
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await last;
  };
}
