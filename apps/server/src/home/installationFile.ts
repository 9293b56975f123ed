import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { z } from 'zod';
import { syncFolder } from '../database/syncTree.ts';

const installation = z.object({
  /** The id that the data directory shares with its state database. */
  id: z.uuid(),
  /** Where the state database was when it was last opened, without user and password; used in messages only. */
  stateDatabase: z.string().optional(),
});
/** What a data directory stores about its installation. */
export type Installation = z.infer<typeof installation>;

export const installationFile = (home: string): string => path.join(home, 'installation.json');

const unfinishedFile = (home: string): string => path.join(home, '.installation.new');

/** The installation of a data directory; null where it was never opened. Refuses with conflict a file without an id. */
export async function loadInstallation(home: string): Promise<Installation | null> {
  const file = installationFile(home);
  const text = await readText(file);
  if (text === null) return null;
  const found = parseInstallation(text);
  if (found === null)
    throw new PortalError('conflict', `${file} must hold an id like {"id":"${exampleId}"}.`);
  return found;
}

const exampleId = '6e0d1a52-8f3c-4b7e-9a41-0c5d2b7f9e13';

/** An installation that was begun and not finished; null where there is none. */
export async function loadUnfinishedInstallation(home: string): Promise<Installation | null> {
  const text = await readText(unfinishedFile(home));
  return text === null ? null : parseInstallation(text);
}

/** Writes the installation into a file beside the final one and waits for the disk. */
export async function beginInstallation(home: string, content: Installation): Promise<void> {
  const handle = await open(unfinishedFile(home), 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(home);
}

/** Makes the file of `beginInstallation` the final one. */
export async function finishInstallation(home: string): Promise<void> {
  await rename(unfinishedFile(home), installationFile(home));
  await syncFolder(home);
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

function parseInstallation(text: string): Installation | null {
  try {
    return installation.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
