import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { createEmbeddedPool } from './embeddedConnection.ts';
import { openEmbedded, replaceEmbedded } from './embeddedDatabase.ts';
import { createKysely } from './pool.ts';
import { restoreState } from './restoreState.ts';
import { isWhole, listCopies, type StateCopy } from './stateCopies.ts';

/** Where a data directory keeps copies of its embedded state database. */
export const copiesFolder = (home: string): string => join(home, 'state-copies');

interface RecoverOptions {
  readonly onCreate: () => void;
  /** Gets a sentence for the operator where a copy was opened instead. */
  readonly onLoss: (sentence: string) => void;
  readonly clock?: () => Date;
}

/**
 * Opens the embedded database. Where it cannot be opened, as after a power cut, it is put aside and the newest copy that
 * is whole takes its place (rule 16.4).
 * @throws what the database itself threw, where there is no copy or the fault is not the database's
 */
export async function openOrRecover(
  home: string,
  { onCreate, onLoss, clock = () => new Date() }: RecoverOptions,
): Promise<PGlite> {
  try {
    return await openEmbedded(home, onCreate);
  } catch (error) {
    if (isOfSystem(error)) throw error;
    for (const copy of await listCopies(copiesFolder(home))) {
      if (!(await isWhole(copy))) continue;
      const aside = await replaceEmbedded(home, (made) => fill(made, copy), clock()).catch(() => null);
      if (aside === null) continue;
      onLoss(
        `THE STATE DATABASE COULD NOT BE OPENED (${error instanceof Error ? error.message : String(error)}). A copy of ${copy.at.toISOString()} was opened instead: WHAT WAS ENTERED LATER IS LOST. The old files are in ${aside}. Afterwards "atrium audit verify" finds the lines that are missing.`,
      );
      return openEmbedded(home, onCreate);
    }
    throw error;
  }
}

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
