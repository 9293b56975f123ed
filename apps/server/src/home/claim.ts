import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isAlive, type ProcessIdentity, thisProcess } from './processIdentity.ts';

/** Where a running portal takes commands; the secret proves that the caller may read the data directory. */
const controlAddress = z.object({ url: z.url(), secret: z.string() });
export type ControlAddress = z.infer<typeof controlAddress>;

const holding = z.object({
  /** `the portal`, or a command's name. */
  doing: z.string(),
  /** The address for browsers, once the portal listens. */
  address: z.string().nullable(),
  control: controlAddress.nullable(),
});
/** The data that the holder of a data directory writes about itself. */
export type Holding = z.infer<typeof holding>;

/** A living process that holds the data directory or tries to; `holding` is null while it tries. */
export interface Claim {
  readonly name: string;
  readonly pid: number;
  readonly holding: Holding | null;
}

/** A claim from another machine or container counts as dead after this time without a heartbeat. */
const silenceMs = 30_000;

/** Adds a claim. Its name identifies the process, so that it can be judged however early the process died. No name is used twice. */
export async function addClaim(folder: string): Promise<string> {
  const { pid, startedAt, system } = thisProcess();
  const name = [pid, startedAt, system, randomBytes(8).toString('hex')].join('.');
  const handle = await open(path.join(folder, name), 'wx', 0o600);
  await handle.close();
  return name;
}

export async function writeClaim(folder: string, name: string, holding: Holding): Promise<void> {
  await writeFile(path.join(folder, name), JSON.stringify(holding), { mode: 0o600 });
}

export async function removeClaim(folder: string, name: string): Promise<void> {
  await rm(path.join(folder, name), { force: true });
}

/** Shows that the process of a claim is alive. */
export async function beat(folder: string, name: string): Promise<void> {
  const now = new Date();
  await utimes(path.join(folder, name), now, now);
}

/** The claims of living processes. Those of dead ones are removed, which is safe because no name is used twice. */
export async function livingClaims(folder: string): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const name of await readdir(folder)) {
    const identity = parseName(name);
    if (identity === null) continue;
    if (await lives(path.join(folder, name), identity)) {
      claims.push({ name, pid: identity.pid, holding: await loadHolding(path.join(folder, name)) });
    } else await removeClaim(folder, name);
  }
  return claims;
}

function parseName(name: string): ProcessIdentity | null {
  const [pid, startedAt, system, tail] = name.split('.');
  if (startedAt === undefined || system === undefined || tail === undefined) return null;
  return { pid: Number(pid), startedAt, system };
}

async function lives(file: string, identity: ProcessIdentity): Promise<boolean> {
  const alive = isAlive(identity);
  if (alive !== 'unknown') return alive;
  const lastBeat = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Date.now() - lastBeat < silenceMs;
}

/** What the claim holds; null while its process tries for the lock or is writing. */
async function loadHolding(file: string): Promise<Holding | null> {
  try {
    return holding.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
