import { mkdir, rm, writeFile } from 'node:fs/promises';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { claimWarehouse, isServerAway, queryWarehouseOwner } from '@atrium/warehouse';
import type { Config } from '../config/config.ts';
import { openUnmigrated, requireRoomIn, syncFolder, syncTree } from '../database/index.ts';
import { homeFolders, requireOwner, restoreMark, takeLock } from '../home/index.ts';
import { checkBackup, emptyHome, requireEmptyHome, restoreInto } from '../operations/index.ts';
import { createClosers } from './closers.ts';
import type { CommandContext } from './command.ts';
import { holdServers } from './holdServers.ts';
import { openWarehouse } from './openInstallation.ts';
import { endWithoutState } from './stop.ts';

interface RestoreRequest {
  readonly folder: string;
  readonly isCheckOnly: boolean;
}

/** Checks a back-up and, unless only that is asked for, fills an empty data directory with it. */
export async function restore(
  { terminal, stop: { signal }, loadConfig }: CommandContext,
  { folder, isCheckOnly }: RestoreRequest,
): Promise<void> {
  const onStep = (step: string, detail?: string) => terminal.progress({ step, detail: detail ?? null });
  const config = isCheckOnly ? null : loadConfig();
  if (config !== null) {
    await requireOwner(config.home);
    await requireEmptyHome(config.home);
  }
  const manifest = await checkBackup(folder, { onStep, signal });
  const rows = manifest.state.tables.reduce((sum, table) => sum + table.rows, 0);
  terminal.print(
    `The back-up of ${manifest.at} is whole: ${formatQuantity(manifest.state.tables.length, 'table')} with ${formatQuantity(rows, 'row')}, ${formatQuantity(manifest.warehouse.releases.length, 'release')}.`,
  );
  if (config === null) return;
  await inEmptyHome(config.home, async () => {
    const closers = createClosers();
    try {
      await holdEmptyServers(config, { closers, onStep, onEnd: (cause) => endWithoutState(terminal, cause) });
      await restoreInto(
        {
          home: config.home,
          storageRoot: config.storageRoot,
          openWarehouse: () => openWarehouse(config, homeFolders(config.home)),
          openState: () =>
            openUnmigrated({
              home: config.home,
              databaseUrl: config.databaseUrl,
              isAway: isServerAway,
              requireRoom: requireRoomIn(config.home, config.leastFreeMegabytes),
              onEnd: (cause) => endWithoutState(terminal, cause),
            }),
        },
        { folder, manifest },
        { onStep, signal },
      );
      if (config.warehouseUrl !== null) await claimWarehouse(config.warehouseUrl, manifest.installation);
    } finally {
      await closers.close();
    }
  });
  terminal.print(
    `Everything was restored into ${config.home} and compared.`,
    'Whoever was disabled, and whatever was withdrawn, since the back-up is as it was then.',
    'See what "atrium doctor" says, and start the portal.',
  );
}

/** Does the work in an empty data directory, which nobody opens before it has ended well. */
async function inEmptyHome(home: string, work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeFile(restoreMark(home), '', { flag: 'wx' });
  try {
    const attempt = await takeLock(home, 'atrium restore');
    if (attempt.kind === 'held')
      throw new PortalError('conflict', `${home} is in use by process ${attempt.pid}.`);
    try {
      await work();
    } finally {
      await attempt.lock.release();
    }
    await syncTree(home);
  } catch (error) {
    await emptyHome(home);
    throw error;
  }
  await rm(restoreMark(home));
  await syncFolder(home);
}

/** Keeps other processes away from the servers, and refuses a warehouse of another portal. */
async function holdEmptyServers(config: Config, options: Parameters<typeof holdServers>[1]): Promise<void> {
  await holdServers(config, options);
  const { warehouseUrl } = config;
  if (warehouseUrl !== null && (await queryWarehouseOwner(warehouseUrl)) !== null)
    throw new PortalError(
      'conflict',
      'The warehouse of ATRIUM_WAREHOUSE_URL belongs to a portal. Restore into an empty one. Nothing was changed.',
    );
}
