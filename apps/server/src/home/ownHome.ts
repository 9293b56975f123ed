import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';

/**
 * Refuses a data directory of another user before anything in it is touched, also to root: what another user writes
 * there, the portal could not open (rule 15.51). One that does not exist is nobody's.
 * @throws PortalError 'conflict'
 */
export async function requireOwner(home: string): Promise<void> {
  const refusal = await refusalOfOwner(home);
  if (refusal !== null) throw new PortalError('conflict', `${refusal} Nothing was changed.`);
}

/** Why this user may not work on a data directory, and who may; null where this one may. */
export async function refusalOfOwner(home: string): Promise<string | null> {
  const own = process.geteuid?.();
  const owner = await stat(home).catch(() => null);
  if (own === undefined || owner === null || own === owner.uid) return null;
  const [theirs, ours] = [await userOf(owner.uid), await userOf(own)];
  return `The data directory ${home} belongs to the user ${theirs}, and this is the user ${ours}: run the command as ${theirs}, as in "sudo -u ${theirs} atrium …".`;
}

interface Part {
  /** How many folders deep it is looked at. */
  readonly depth: number;
  /** Whether the files are written to, and not only read. */
  readonly isWritten: boolean;
}

/** What the portal itself keeps in a data directory; settings of the operator may be read only. */
const parts: Readonly<Record<string, Part>> = {
  state: { depth: Number.POSITIVE_INFINITY, isWritten: true },
  'state-copies': { depth: Number.POSITIVE_INFINITY, isWritten: false },
  lock: { depth: 1, isWritten: true },
  // A release that may not be opened is one that an import repairs (rule 15.53).
  warehouse: { depth: 0, isWritten: true },
  import: { depth: 0, isWritten: true },
  'audit-anchors.ndjson': { depth: 0, isWritten: true },
  'seal.key': { depth: 0, isWritten: false },
  'installation.json': { depth: 0, isWritten: false },
};

/**
 * Refuses a data directory with a file that may not be opened, before its database is: a file that root left would look
 * like damage (rule 16.4).
 * @throws PortalError 'not_ready' that names the file
 */
export async function requireAccess(home: string): Promise<void> {
  const closed = await findClosed(home);
  if (closed !== null) throw new PortalError('not_ready', await refusalOfClosed(home, closed));
}

export async function refusalOfClosed(home: string, closed: string): Promise<string> {
  const own = await userOf(process.geteuid?.() ?? 0);
  return `The user ${own} may not open ${closed}, as after a command of another user. Give it back, as with "chown -R ${own.replace('#', '')} ${home}", and try again. Nothing was changed.`;
}

/** The first file or folder of the portal that this user may not open; null where there is none. */
export async function findClosed(home: string): Promise<string | null> {
  for (const [name, part] of Object.entries(parts)) {
    const closed = await findClosedBelow(path.join(home, name), part);
    if (closed !== null) return closed;
  }
  return null;
}

async function findClosedBelow(found: string, { depth, isWritten }: Part): Promise<string | null> {
  const { R_OK, W_OK, X_OK } = constants;
  const isFolder = await stat(found).then(
    (one) => one.isDirectory(),
    () => false,
  );
  const mode = isFolder ? R_OK | W_OK | X_OK : isWritten ? R_OK | W_OK : R_OK;
  if (await isClosed(found, mode)) return found;
  if (!isFolder || depth === 0) return null;
  for (const name of await readdir(found).catch(() => [])) {
    const closed = await findClosedBelow(path.join(found, name), { depth: depth - 1, isWritten });
    if (closed !== null) return closed;
  }
  return null;
}

/** A disk that takes no writes is no fault of access (rule 9.17), and a file may go meanwhile. */
async function isClosed(found: string, mode: number): Promise<boolean> {
  try {
    await access(found, mode);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  }
}

/** The name of a user of this machine, or the number where none is known. */
async function userOf(id: number): Promise<string> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const found = lines.map((line) => line.split(':')).find(([, , number]) => number === String(id));
  return found?.[0] ?? `#${id}`;
}
