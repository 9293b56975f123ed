import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import { hashOf, origin, type StoredLine } from './canonicalLine.ts';
import { loadAfter } from './loadLines.ts';
import { definitionsOf, hashOfContent, loadDefinitions } from './recordedQueries.ts';

/** A head that is known from elsewhere than the lines themselves. */
export interface Anchor {
  readonly id: number;
  readonly hash: string;
}

export interface BrokenChain {
  readonly kind: 'broken';
  /** The first line that is wrong. */
  readonly id: number;
  readonly reason: string;
}

export type ChainVerdict =
  | {
      readonly kind: 'whole';
      readonly lines: number;
      /** How many different definitions the lines name; each was checked against its hash. */
      readonly definitions: number;
      readonly head: Anchor;
    }
  | BrokenChain;

export interface VerifyRequest {
  /** The first line to look at. */
  readonly from?: number;
  readonly anchors?: readonly Anchor[];
}

/**
 * Verifies the chain: computes every hash again, also of the definitions, and compares the lines with the stored head and
 * the given anchors. Somebody who gets past the triggers and rewrites all lines from some point, and the stored head, is
 * found only by an earlier anchor (rule 8.12).
 * @returns the number of lines and the head, or the first line that is wrong
 * @throws PortalError 'not_found' where the line before `from` does not exist
 */
export async function verifyChain(
  db: Kysely<Schema>,
  { from = 1, anchors = [] }: VerifyRequest = {},
): Promise<ChainVerdict> {
  const base = await loadBase(db);
  const known = [await loadHead(db), ...anchors];
  const verdict = await judge(db, { from, base, known });
  // Lines may have been retired meanwhile, and the walk missed them.
  const isStale = verdict.kind === 'broken' && (await loadBase(db)).id !== base.id;
  return isStale ? verifyChain(db, { from, anchors }) : verdict;
}

interface KnownHeads {
  readonly from: number;
  /** The line after which the audit begins. */
  readonly base: Anchor;
  readonly known: readonly Anchor[];
}

async function judge(db: Kysely<Schema>, { from, base, known }: KnownHeads): Promise<ChainVerdict> {
  if (!(await isStated(db, base)))
    return broken(1, 'it was removed, and no line says that its time was over');
  if (known.some(({ id, hash }) => id === base.id && hash !== base.hash))
    return broken(base.id, 'it or a line before it was changed before it was retired');
  const before = await loadBefore(db, { from, base });
  const walked = await walk(db, { before, isBase: before === base }, known);
  if (walked.kind === 'broken') return walked;
  const { head } = walked;
  const beyond = known.find(({ id }) => id > head.id);
  if (beyond !== undefined)
    return broken(head.id + 1, `it is missing, and the chain is known to have had a line ${beyond.id}`);
  const end = await loadHead(db);
  if (head.id > end.id) return broken(end.id + 1, 'it was inserted behind the end of the chain');
  if (head.id === end.id && head.hash !== end.hash) return broken(head.id, 'it is not the end of the chain');
  return walked;
}

/** Loads the head that the database keeps beside the lines. */
export async function loadHead(db: Kysely<Schema>): Promise<Anchor> {
  return db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirstOrThrow();
}

/** Loads the line after which the audit begins: those up to it were retired (rule 8.16). */
const loadBase = (db: Kysely<Schema>): Promise<Anchor> =>
  db.selectFrom('audit_base').select(['id', 'hash']).executeTakeFirstOrThrow();

const retired = z.object({ through: z.int(), throughHash: z.string() });

/** Whether a line of the audit says that the lines up to this one were retired. */
async function isStated(db: Kysely<Schema>, { id, hash }: Anchor): Promise<boolean> {
  if (id === origin.id) return hash === origin.hash;
  const line = await db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'audit_retire')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const detail = retired.safeParse(line?.detail);
  return detail.success && detail.data.through === id && detail.data.throughHash === hash;
}

async function loadBefore(
  db: Kysely<Schema>,
  { from, base }: Pick<KnownHeads, 'from' | 'base'>,
): Promise<Anchor> {
  if (from <= base.id + 1) return base;
  const line = await db
    .selectFrom('audit_event')
    .select(['id', 'hash'])
    .where('id', '=', from - 1)
    .executeTakeFirst();
  if (line === undefined) throw new PortalError('not_found', `The audit has no line ${from - 1}.`);
  return line;
}

interface Start {
  readonly before: Anchor;
  /** Whether the audit begins here. */
  readonly isBase: boolean;
}

async function walk(
  db: Kysely<Schema>,
  { before, isBase }: Start,
  known: readonly Anchor[],
): Promise<ChainVerdict> {
  let head = before;
  let lines = 0;
  const unchanged = new Set<string>();
  // Lines may have been inserted even before the first.
  const start = isBase ? Number.MIN_SAFE_INTEGER : before.id;
  for await (const portion of loadAfter(db, start)) {
    await addUnchanged(db, portion, unchanged);
    for (const line of portion) {
      const found =
        breakOf(line, head, isBase && lines === 0) ??
        differsFrom(line, known) ??
        lostDefinition(line, unchanged);
      if (found !== null) return found;
      head = { id: line.id, hash: line.hash };
      lines += 1;
    }
  }
  return { kind: 'whole', lines, definitions: unchanged.size, head };
}

function breakOf(line: StoredLine, last: Anchor, isFirst: boolean): BrokenChain | null {
  if (line.id > last.id + 1) return broken(last.id + 1, 'it was removed');
  if (line.id <= last.id) return broken(line.id, 'it was inserted before the first');
  if (hashOf(line) !== line.hash) return broken(line.id, 'it was changed');
  if (line.previousHash === last.hash) return null;
  return isFirst
    ? broken(line.id, 'it does not begin the chain')
    : broken(last.id, `it was changed together with its hash: line ${line.id} follows another`);
}

function differsFrom(line: StoredLine, known: readonly Anchor[]): BrokenChain | null {
  const isStray = known.some(({ id, hash }) => id === line.id && hash !== line.hash);
  return isStray
    ? broken(line.id, 'it or a line before it was changed, and the hashes after it made anew')
    : null;
}

/** So many definitions are in memory at once, each of which may be as large as a request. */
const definitionsAtOnce = 50;

/** Adds the hashes of the portion's definitions that exist and have the hash by which they are named. */
async function addUnchanged(
  db: Kysely<Schema>,
  portion: readonly StoredLine[],
  unchanged: Set<string>,
): Promise<void> {
  const named = new Set(portion.flatMap((line) => definitionsOf(line).map(({ hash }) => hash)));
  const unseen = [...named].filter((hash) => !unchanged.has(hash));
  for (let start = 0; start < unseen.length; start += definitionsAtOnce) {
    const kept = await loadDefinitions(db, unseen.slice(start, start + definitionsAtOnce));
    for (const { hash, content } of kept) if (hashOfContent(content) === hash) unchanged.add(hash);
  }
}

function lostDefinition(line: StoredLine, unchanged: ReadonlySet<string>): BrokenChain | null {
  const lost = definitionsOf(line).find(({ hash }) => !unchanged.has(hash));
  return lost === undefined
    ? null
    : broken(line.id, `the ${lost.kind} definition that it names was changed or removed`);
}

const broken = (id: number, reason: string): BrokenChain => ({ kind: 'broken', id, reason });
