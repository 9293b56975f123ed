import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PGlite } from '@electric-sql/pglite';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { openEmbedded, replaceEmbedded } from './embeddedDatabase.ts';
import { createKysely } from './pool.ts';
import { restoreState } from './restoreState.ts';
import { isWhole, listCopies, type StateCopy } from './stateCopies.ts';

/** Where a data directory keeps copies of its embedded state database. */
export const copiesFolder = (home: string): string => join(home, 'state-copies');

const asidePrefix = 'state.broken-';
const asideForm = /^state\.broken-(?<at>[^.]+)(?:\.copy-(?<copy>[^.]+))?$/;

const stamp = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

/** The name of the folder says when a copy took the place of its database, and of when the copy was. */
const asideName = (at: Date, copy: Date): string => `${asidePrefix}${stamp(at)}.copy-${stamp(copy)}`;

const unstamp = (text: string): string => text.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');

/**
 * A sentence for each time that a copy took the place of the embedded database, as long as the files of that time are
 * kept; the oldest first (rule 16.4).
 */
export async function listLosses(home: string): Promise<readonly string[]> {
  const names = (await readdir(home).catch(() => [])).filter((name) => name.startsWith(asidePrefix)).sort();
  return names.map((name) => {
    const { at = '', copy } = asideForm.exec(name)?.groups ?? {};
    const of = copy === undefined ? 'an earlier moment' : unstamp(copy);
    return `The state database could not be opened at ${unstamp(at)}, and its copy of ${of} took its place: what was entered between is lost. The newer files are kept in ${join(home, name)}.`;
  });
}

interface RecoverOptions {
  readonly onCreate: () => void;
  /** Whether a copy may take the place of a database that does not open. */
  readonly mayRecover: boolean;
  /** Gets a sentence for the operator where a copy was opened instead. */
  readonly onLoss: (sentence: string) => void;
  readonly clock?: () => Date;
}

/**
 * Opens the embedded database. Where it cannot be opened, as after a power cut, it is put aside and the newest copy that
 * is whole takes its place (rule 16.4).
 * @throws PortalError 'not_ready' where there is no copy or none may be used, and what the system itself threw
 */
export async function openOrRecover(home: string, options: RecoverOptions): Promise<PGlite> {
  const { onCreate, mayRecover, onLoss, clock = () => new Date() } = options;
  try {
    return await openEmbedded(home, onCreate);
  } catch (error) {
    if (isOfSystem(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (!mayRecover)
      throw unopened(reason, 'Start the portal: it opens the newest copy. Nothing was changed.', error);
    for (const copy of await listCopies(copiesFolder(home))) {
      if (!(await isWhole(copy))) continue;
      const name = asideName(clock(), copy.at);
      const isReplaced = await replaceEmbedded(home, (made) => fill(made, copy), name).then(
        () => true,
        () => false,
      );
      if (!isReplaced) continue;
      onLoss(
        `THE STATE DATABASE COULD NOT BE OPENED (${reason}). A copy of ${copy.at.toISOString()} was opened instead: WHAT WAS ENTERED LATER IS LOST. The old files are in ${join(home, name)}. Afterwards "atrium audit verify" finds the lines that are missing.`,
      );
      return openEmbedded(home, onCreate);
    }
    throw unopened(reason, 'No copy of it can take its place: restore a back-up.', error);
  }
}

const unopened = (reason: string, advice: string, cause: unknown): PortalError =>
  new PortalError('not_ready', `The state database cannot be opened (${reason}). ${advice}`, { cause });

async function fill(made: PGlite, { folder, state }: StateCopy): Promise<void> {
  const db = createKysely(createEmbeddedPool(made, () => {}));
  try {
    await restoreState(db, { folder, state });
  } finally {
    await db.destroy();
  }
}

/** A file that may not be read, or a lack of memory or room, is no fault of the database. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
