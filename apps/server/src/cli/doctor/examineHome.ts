import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { Config } from '../../config/config.ts';
import { copiesFolder, lackOf, listCopies, listLosses, loadDiskState } from '../../database/index.ts';
import { findClosed, refusalOfClosed, refusalOfOwner, restoreMark } from '../../home/index.ts';
import type { Finding } from '../../operations/index.ts';

const gigabyte = 1e9;

/**
 * Looks at a data directory from outside: which files it has, who may read them, the disk, and file times in the
 * future.
 */
export async function examineHome(config: Config): Promise<readonly Finding[]> {
  const { home } = config;
  const check = 'data directory';
  const refusal = await findRefusal(home);
  if (refusal !== null) return [{ check, state: 'bad', ...refusal }];
  return [
    { check, state: 'good', sentence: home, advice: null },
    ...(await examineModes(home)),
    examineDisk(config),
    ...(await examineClock(home)),
    ...(await examineCopies(config)),
  ];
}

/** Why nothing in a data directory can be looked at; null where it can. */
async function findRefusal(home: string): Promise<Pick<Finding, 'sentence' | 'advice'> | null> {
  if (!existsSync(home))
    return {
      sentence: `${home} does not exist.`,
      advice: 'Set ATRIUM_HOME to the data directory, or start the portal to make one.',
    };
  const ofOther = await refusalOfOwner(home);
  if (ofOther !== null) return { sentence: ofOther, advice: 'Run the command as that user.' };
  const closed = await findClosed(home);
  if (closed !== null)
    return {
      sentence: await refusalOfClosed(home, closed),
      advice: 'The portal does not start before it may open all of its files.',
    };
  if (existsSync(restoreMark(home)))
    return {
      sentence: `A restore into ${home} is under way, or did not end.`,
      advice: 'If none runs, empty the directory and restore again.',
    };
  return null;
}

const ofOthers = 0o077;

async function examineModes(home: string): Promise<readonly Finding[]> {
  if (process.platform === 'win32') return [];
  const entries = await readdir(home, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() || entry.isFile());
  const paths = [home, ...below.map(({ name }) => path.join(home, name))];
  const open: string[] = [];
  for (const one of paths) if (((await stat(one)).mode & ofOthers) !== 0) open.push(one);
  const check = 'permissions';
  if (open.length === 0)
    return [{ check, state: 'good', sentence: 'Only its owner may open the data directory.', advice: null }];
  const [first] = open;
  // An open file below a closed folder does no harm.
  const state = first === home ? 'bad' : 'warning';
  return [
    {
      check,
      state,
      sentence: `Others may open ${open.slice(0, 5).join(', ')}${open.length > 5 ? ' and more' : ''}.`,
      advice: `chmod -R go= ${home}`,
    },
  ];
}

function examineDisk({ home, leastFreeMegabytes }: Config): Finding {
  const check = 'disk';
  const disk = loadDiskState(home);
  const lack = lackOf(disk, leastFreeMegabytes);
  const files = disk.files === null ? '' : ` and ${formatQuantity(disk.files, 'more file')}`;
  const free = `There is room for ${(disk.bytes / gigabyte).toFixed(1)} GB${files}.`;
  if (lack !== null)
    return {
      check,
      state: 'bad',
      sentence: `${lack}.`,
      advice: 'Make room: removed/ may be emptied at any time.',
    };
  if (disk.bytes < 10 * leastFreeMegabytes * 1e6)
    return { check, state: 'warning', sentence: free, advice: 'Make room soon: an import needs some, too.' };
  return { check, state: 'good', sentence: free, advice: null };
}

const toleranceMs = 60_000;

/** A file that was written in the future says that the clock went back. */
async function examineClock(home: string): Promise<readonly Finding[]> {
  const check = 'clock';
  const names = ['installation.json', 'audit-anchors.ndjson', 'seal.key', 'state'];
  for (const name of names) {
    const found = await stat(path.join(home, name)).catch(() => null);
    if (found !== null && found.mtimeMs > Date.now() + toleranceMs)
      return [
        {
          check,
          state: 'bad',
          sentence: `It is ${new Date().toISOString()} here, and ${name} was written at ${found.mtime.toISOString()}.`,
          advice: 'Set the clock by NTP: sessions, memberships and second factors go by it.',
        },
      ];
  }
  return [{ check, state: 'good', sentence: `It is ${new Date().toISOString()}.`, advice: null }];
}

async function examineCopies({ home, databaseUrl, stateCopyMinutes }: Config): Promise<readonly Finding[]> {
  if (databaseUrl !== null) return [];
  const losses = await listLosses(home);
  const check = 'state copies';
  if (losses.length > 0)
    return losses.map((sentence) => ({
      check,
      state: 'bad',
      sentence,
      advice:
        'Enter again what is missing, as "atrium audit verify" finds it. Then delete the folder: see "A power cut" in the operations guide.',
    }));
  const [newest] = await listCopies(copiesFolder(home));
  if (newest !== undefined)
    return [{ check, state: 'good', sentence: `The newest is of ${newest.at.toISOString()}.`, advice: null }];
  if (stateCopyMinutes !== null) return [];
  return [
    {
      check,
      state: 'warning',
      sentence: 'The embedded database is not copied.',
      advice: 'Unset ATRIUM_STATE_COPY_MINUTES: after a power cut the database may not open.',
    },
  ];
}
