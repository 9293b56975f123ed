import { type Kysely, sql } from 'kysely';
import { type Assumed, markAudit, type Schema, stillHolds } from '../database/index.ts';
import type { StoredDefinition } from './recordedQueries.ts';

/** A line before it has its position in the chain. */
export interface Line {
  readonly account_id: number | null;
  readonly operator: string | null;
  readonly dataset_id: number | null;
  readonly action: string;
  /** JSON. */
  readonly detail: string;
  /** The definitions that the detail names. */
  readonly stored: readonly StoredDefinition[];
  /** Without it, the line is appended whatever has changed. */
  readonly assumed?: Assumed;
}

/** A definition may be large, and is not sent again for each question. */
const storedBefore = new WeakSet<StoredDefinition>();

const isKept = (one: StoredDefinition): boolean => storedBefore.has(one);

/**
 * Appends lines in this order by one statement, with their definitions: all of them or none, but for lines whose
 * assumptions do not hold when the statement begins. A line that assumes something is also left out where its definition
 * would have to be stored.
 * @returns the lines that are there
 */
export async function appendLines(db: Kysely<Schema>, lines: readonly Line[]): Promise<ReadonlySet<Line>> {
  const able = lines.filter(({ assumed, stored }) => assumed === undefined || stored.every(isKept));
  const sure = able.filter(({ assumed }) => assumed === undefined);
  const [line, ...more] = able;
  if (line === undefined) return new Set();
  if (more.length === 0 && (await appendOne(db, line))) return new Set(able);
  if (sure.length === 0 && more.length === 0) return new Set();
  const there = await append(db, able, isKept);
  if (sure.every((one) => there.has(one))) return noteStored(there);
  // One of the definitions has been retired since it was stored.
  const sent = await append(db, sure, () => false);
  if (sent.size < sure.length) throw new Error('The audit took no lines.');
  return noteStored(sent);
}

/** In characters: as an item of a list, a longer definition takes several times as long to be sent. */
const maxInList = 32_768;

/** Stores each long definition of a line by a statement of its own, so that lines of others need not wait for it. */
export async function storeLong(db: Kysely<Schema>, { stored }: Pick<Line, 'stored'>): Promise<void> {
  for (const one of stored) {
    if (one.content.length <= maxInList || isKept(one)) continue;
    await sql`${sql.raw(markAudit('definition'))} insert into audit_definition (hash, content)
      values (${one.hash}, ${one.content}) on conflict (hash) do nothing`.execute(db);
    storedBefore.add(one);
  }
}

function noteStored(lines: ReadonlySet<Line>): ReadonlySet<Line> {
  for (const { stored } of lines) for (const one of stored) storedBefore.add(one);
  return lines;
}

/**
 * Appends a line alone, with no definition or with one that should be in the database; otherwise false, and nothing is
 * stored. Statements without lists are planned once, and not anew for each line.
 */
async function appendOne(db: Kysely<Schema>, line: Line): Promise<boolean> {
  const { account_id, operator, dataset_id, action, detail, stored, assumed } = line;
  const [kept, ...more] = stored;
  if (more.length > 0 || (kept !== undefined && !isKept(kept))) return false;
  const into = sql`insert into audit_event (account_id, operator, dataset_id, action, detail)
    select ${account_id}::integer, ${operator}::text, ${dataset_id}::integer, ${action}::text, ${detail}::json`;
  const owner = { accountId: sql`${account_id}`, datasetId: sql`${dataset_id}` };
  const holds = assumed === undefined ? sql`true` : stillHolds({ assumed: bound(assumed), owner });
  const name = `${kept === undefined ? 'one' : 'kept'}${assumed === undefined ? '' : '_known'}` as const;
  const { rows } = await (kept === undefined
    ? sql`${sql.raw(markAudit(name))} ${into} where ${holds} returning id`
    : sql`${sql.raw(markAudit(name))} ${into}
        from audit_definition where hash = ${kept.hash} and ${holds} for key share returning id`
  ).execute(db);
  return rows.length === 1;
}

const bound = ({ epoch, snapshots }: Assumed) => ({ epoch: sql`${epoch}`, snapshots: sql`${snapshots}` });

/**
 * Returns the lines that are there; none of those that assume nothing, and nothing is stored, where a definition is not
 * in the database that should be. It is locked until the commit, so that it is not retired meanwhile.
 */
async function append(
  db: Kysely<Schema>,
  lines: readonly Line[],
  isThere: (one: StoredDefinition) => boolean,
): Promise<ReadonlySet<Line>> {
  const definitions = new Map(lines.flatMap(({ stored }) => stored.map((one) => [one.hash, one] as const)));
  const inOrder = [...definitions.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const sent = inOrder.filter((one) => !isThere(one));
  const kept = inOrder.filter(isThere);
  const isKnown = lines.some(({ assumed }) => assumed !== undefined);
  const { rows } = await sql<{ index: number }>`${sql.raw(markAudit(isKnown ? 'group_known' : 'group'))}
    with kept as (
      select hash from audit_definition where hash = any(${kept.map(({ hash }) => hash)}::text[]) for key share
    ), complete as materialized (
      select count(*) = ${kept.length}::integer as is_complete from kept
    ), stored as (
      insert into audit_definition (hash, content)
      select hash, content
      from unnest(${sent.map(({ hash }) => hash)}::text[], ${sent.map(({ content }) => content)}::text[])
        as sent(hash, content)
      where (select is_complete from complete)
      on conflict (hash) do nothing
    ), line as materialized (
      select * from ${isKnown ? knownRows(lines) : rowsOf(lines)} where (select is_complete from complete)
    ), appended as (
      insert into audit_event (account_id, operator, dataset_id, action, detail)
      select account_id, operator, dataset_id, action, detail::json from line order by position
    )
    select position::integer - 1 as index from line`.execute(db);
  const indexes = new Set(rows.map(({ index }) => index));
  return new Set(lines.filter((_, index) => indexes.has(index)));
}

const columnsOf = (lines: readonly Line[]) => sql`
  ${lines.map(({ account_id }) => account_id)}::integer[],
  ${lines.map(({ operator }) => operator)}::text[],
  ${lines.map(({ dataset_id }) => dataset_id)}::integer[],
  ${lines.map(({ action }) => action)}::text[],
  ${lines.map(({ detail }) => detail)}::text[]`;

const rowsOf = (lines: readonly Line[]) => sql`
  unnest(${columnsOf(lines)}) with ordinality as line(account_id, operator, dataset_id, action, detail, position)`;

/** Those that assume nothing, or what holds. */
const knownRows = (lines: readonly Line[]) => sql`(
  select * from unnest(${columnsOf(lines)},
    ${lines.map(({ assumed }) => assumed?.epoch ?? null)}::text[],
    ${lines.map(({ assumed }) => assumed?.snapshots ?? null)}::text[]
  ) with ordinality as given(account_id, operator, dataset_id, action, detail, epoch, snapshots, position)
  where epoch is null or ${stillHolds({
    assumed: { epoch: sql`given.epoch`, snapshots: sql`given.snapshots` },
    owner: { accountId: sql`given.account_id`, datasetId: sql`given.dataset_id` },
  })}
) as line`;
