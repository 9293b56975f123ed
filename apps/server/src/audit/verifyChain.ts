import { PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { hashOf, origin, type StoredLine } from './canonicalLine.ts';
import { hashOfContent, namedBy, readDefinitions } from './definitions.ts';
import { readAfter } from './readLines.ts';

/** A place in the chain that is known from somewhere else than the lines themselves. */
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
      /** Different ones that the lines name, each held against its hash. */
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
 * Recomputes every hash, those of the definitions too, follows the chain, and holds it against its stored end and the
 * given anchors. One who can write
 * to the database past its triggers, and rewrites all lines from some point and the stored end, is found by an anchor
 * from before only (rule 8.12).
 */
export async function verifyChain(
  db: Kysely<Schema>,
  { from = 1, anchors = [] }: VerifyRequest = {},
): Promise<ChainVerdict> {
  const known = [await readHead(db), ...anchors];
  const before = await readBefore(db, from);
  const walked = await walk(db, before, known);
  if (walked.kind === 'broken') return walked;
  const { head } = walked;
  const beyond = known.find(({ id }) => id > head.id);
  if (beyond !== undefined)
    return broken(head.id + 1, `it is missing, and the chain is known to have had a line ${beyond.id}`);
  const end = await readHead(db);
  if (head.id > end.id) return broken(end.id + 1, 'it was inserted behind the end of the chain');
  if (head.id === end.id && head.hash !== end.hash) return broken(head.id, 'it is not the end of the chain');
  return walked;
}

/** The end of the chain as the database keeps it beside the lines. */
export async function readHead(db: Kysely<Schema>): Promise<Anchor> {
  return db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirstOrThrow();
}

async function readBefore(db: Kysely<Schema>, from: number): Promise<Anchor> {
  if (from <= origin.id + 1) return origin;
  const line = await db
    .selectFrom('audit_event')
    .select(['id', 'hash'])
    .where('id', '=', from - 1)
    .executeTakeFirst();
  if (line === undefined) throw new PortalError('not_found', `The audit has no line ${from - 1}.`);
  return line;
}

async function walk(db: Kysely<Schema>, before: Anchor, known: readonly Anchor[]): Promise<ChainVerdict> {
  let head = before;
  let lines = 0;
  const sound = new Set<string>();
  // Lines may have been put in even before the first.
  const start = before === origin ? Number.MIN_SAFE_INTEGER : before.id;
  for await (const batch of readAfter(db, start)) {
    await addSound(db, batch, sound);
    for (const line of batch) {
      const fault = faultOf(line, head) ?? strayFrom(line, known) ?? unfounded(line, sound);
      if (fault !== null) return fault;
      head = { id: line.id, hash: line.hash };
      lines += 1;
    }
  }
  return { kind: 'whole', lines, definitions: sound.size, head };
}

function faultOf(line: StoredLine, last: Anchor): BrokenChain | null {
  if (line.id > last.id + 1) return broken(last.id + 1, 'it was removed');
  if (line.id <= last.id) return broken(line.id, 'it was inserted before the first');
  if (hashOf(line) !== line.hash) return broken(line.id, 'it was changed');
  if (line.previousHash === last.hash) return null;
  return last.id === origin.id
    ? broken(line.id, 'it does not begin the chain')
    : broken(last.id, `it was changed together with its hash: line ${line.id} follows another`);
}

function strayFrom(line: StoredLine, known: readonly Anchor[]): BrokenChain | null {
  const isStray = known.some(({ id, hash }) => id === line.id && hash !== line.hash);
  return isStray
    ? broken(line.id, 'it or a line before it was changed, and the hashes after it made anew')
    : null;
}

/** A definition may be as large as a request; so many are in memory at once. */
const definitionsAtOnce = 50;

/** Adds those of the batch's definitions that are there and have the hash by which they are named. */
async function addSound(db: Kysely<Schema>, batch: readonly StoredLine[], sound: Set<string>): Promise<void> {
  const named = new Set(batch.flatMap((line) => namedBy(line).map(({ hash }) => hash)));
  const unseen = [...named].filter((hash) => !sound.has(hash));
  for (let start = 0; start < unseen.length; start += definitionsAtOnce) {
    const kept = await readDefinitions(db, unseen.slice(start, start + definitionsAtOnce));
    for (const { hash, content } of kept) if (hashOfContent(content) === hash) sound.add(hash);
  }
}

function unfounded(line: StoredLine, sound: ReadonlySet<string>): BrokenChain | null {
  const lost = namedBy(line).find(({ hash }) => !sound.has(hash));
  return lost === undefined
    ? null
    : broken(line.id, `the ${lost.kind} definition that it names was changed or removed`);
}

const broken = (id: number, reason: string): BrokenChain => ({ kind: 'broken', id, reason });
