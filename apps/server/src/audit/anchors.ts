import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import { type AuditEvent, record } from './record.ts';
import { type Anchor, loadHead } from './verifyChain.ts';

interface KeepAnchorsOptions {
  readonly db: Kysely<Schema>;
  /** The anchor file of the data directory. */
  readonly file: string;
  readonly clock: () => Date;
  readonly everyMs: number;
  /** Called with each new anchor, to write it to the log as a third copy. */
  readonly onAnchor: (anchor: Anchor) => void;
  readonly onFault: (error: unknown) => void;
}

export interface AnchorKeeper {
  /** Writes the head into the file if it has changed. */
  keep(): Promise<void>;
  /** Writes the last head, if the database answers, and stops. */
  close(): Promise<void>;
}

/** Writes the head of the audit into a file from time to time, so that a chain that was made anew is found. */
export async function keepAnchors(options: KeepAnchorsOptions): Promise<AnchorKeeper> {
  const { db, file, everyMs, onFault } = options;
  let last: number | null = null;
  const keep = async (): Promise<void> => {
    if ((await loadHead(db)).id === last) return;
    last = await db.transaction().execute(async (transaction) => {
      // Two portals may both believe for a moment that this is theirs to do; then one follows the other.
      await sql`select pg_advisory_xact_lock(hashtextextended('atrium anchors', 0))`.execute(transaction);
      const head = await loadHead(transaction);
      const before = await loadAnchors(file);
      const lost = describeLost(await loadWritten(transaction), before);
      if (lost !== null) onFault(new PortalError('conflict', `${file}: ${lost}.`));
      if (head.id !== (before.at(-1)?.id ?? 0))
        await write({ ...options, db: transaction }, { before, head, isLost: lost !== null });
      return head.id;
    });
  };
  await keep();
  const timer = setInterval(() => void keep().catch(onFault), everyMs);
  timer.unref();
  return {
    keep,
    close: async () => {
      clearInterval(timer);
      await keep().catch(onFault);
    },
  };
}

interface NextAnchor {
  readonly before: readonly Anchor[];
  readonly head: Anchor;
  /** Whether anchors are missing. Then the database keeps its own record, so that `audit verify` reports them. */
  readonly isLost: boolean;
}

async function write(
  { db, file, clock, onAnchor }: Pick<KeepAnchorsOptions, 'db' | 'file' | 'clock' | 'onAnchor'>,
  { before, head, isLost }: NextAnchor,
): Promise<void> {
  await addAnchor(file, head, clock());
  if (!isLost) await storeWritten(db, [...before, head]);
  onAnchor(head);
}

/**
 * The database's record of the anchor file: how many anchors were written, and a hash over them. Somebody who deletes
 * the file, or begins another, is found by it (rule 8.12).
 */
const writtenForm = z.object({ count: z.int(), hash: z.string() });
type Written = z.infer<typeof writtenForm>;

const writtenEntry = 'audit_anchors';

/** Loads what was written into the anchor file; null where this portal has not written one yet. */
export async function loadWritten(db: Kysely<Schema>): Promise<Written | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', writtenEntry)
    .executeTakeFirst();
  return row === undefined ? null : writtenForm.parse(row.value);
}

async function storeWritten(db: Kysely<Schema>, anchors: readonly Anchor[]): Promise<void> {
  const value = JSON.stringify({ count: anchors.length, hash: hashOfAnchors(anchors) });
  await db
    .insertInto('installation')
    .values({ name: writtenEntry, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const hashOfAnchors = (anchors: readonly Anchor[]): string =>
  createHash('sha256')
    .update(anchors.map(({ id, hash }) => `${id}:${hash}\n`).join(''))
    .digest('hex');

/** Why the anchors of a file are not complete; null where all that were written are there. */
export function describeLost(written: Written | null, anchors: readonly Anchor[]): string | null {
  if (written === null) return null;
  const { count, hash } = written;
  if (anchors.length === 0 && count > 0) return `it was deleted or emptied; ${count} anchors were written`;
  if (anchors.length < count) return `only ${anchors.length} of ${count} anchors are there`;
  return hashOfAnchors(anchors.slice(0, count)) === hash
    ? null
    : `its first ${count} anchors are not those that were written`;
}

/** Accepts the anchors of a file as complete, even if some are missing; a line of the audit records it. */
export async function acceptAnchors(
  db: Kysely<Schema>,
  anchors: readonly Anchor[],
  by: Pick<AuditEvent, 'accountId' | 'operator'>,
): Promise<void> {
  const written = await loadWritten(db);
  await storeWritten(db, anchors);
  const detail = { anchors: anchors.length, written: written?.count ?? 0 };
  await record(db, { ...by, action: 'anchors_accept', detail });
}

const anchorForm = z.object({ at: z.iso.datetime(), id: z.int(), hash: z.string() });

/** The file in which a data directory keeps earlier heads of its audit, apart from the database. */
export const anchorFile = (home: string): string => path.join(home, 'audit-anchors.ndjson');

/** Loads the anchors of a file; none where it does not exist. Refuses with conflict a line that is no anchor. */
export async function loadAnchors(file: string): Promise<readonly Anchor[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((one) => one.trim() !== '')
    .map((one, index) => {
      const read = anchorForm.safeParse(parseJson(one));
      if (!read.success) throw new PortalError('conflict', `${file}: line ${index + 1} is no anchor.`);
      return { id: read.data.id, hash: read.data.hash };
    });
}

async function addAnchor(file: string, { id, hash }: Anchor, at: Date): Promise<void> {
  await appendFile(file, `${JSON.stringify({ at: at.toISOString(), id, hash })}\n`, { mode: 0o600 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
