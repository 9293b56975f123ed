import { type Kysely, sql } from 'kysely';
import { markAudit, type Schema } from '../database/index.ts';
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
}

/** A definition may be large, and is not sent again for each question. */
const storedBefore = new WeakSet<StoredDefinition>();

/** Appends lines in this order by one statement, with their definitions: all of them or none. */
export async function appendLines(db: Kysely<Schema>, lines: readonly Line[]): Promise<void> {
  const definitions = new Map(lines.flatMap(({ stored }) => stored.map((one) => [one.hash, one] as const)));
  const inOrder = [...definitions.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const isKept = (one: StoredDefinition): boolean => storedBefore.has(one);
  const [line, ...more] = lines;
  if (line !== undefined && more.length === 0 && (await appendOne(db, line))) return;
  const sent = inOrder.filter((one) => !isKept(one));
  const done =
    (await append(db, { lines, sent, kept: inOrder.filter(isKept) })) ||
    // One of them has been retired since it was stored.
    (await append(db, { lines, sent: inOrder, kept: [] }));
  if (!done) throw new Error('The audit took no lines.');
  for (const one of inOrder) storedBefore.add(one);
}

/**
 * Appends a line alone, with no definition or with one that should be in the database; otherwise false, and nothing is
 * stored. Statements without lists are planned once, and not anew for each line.
 */
async function appendOne(db: Kysely<Schema>, line: Line): Promise<boolean> {
  const { account_id, operator, dataset_id, action, detail, stored } = line;
  const [kept, ...more] = stored;
  if (more.length > 0 || (kept !== undefined && !storedBefore.has(kept))) return false;
  const into = sql`insert into audit_event (account_id, operator, dataset_id, action, detail)
    select ${account_id}::integer, ${operator}::text, ${dataset_id}::integer, ${action}::text, ${detail}::json`;
  const { rows } = await (kept === undefined
    ? sql`${sql.raw(markAudit('one'))} ${into} returning id`
    : sql`${sql.raw(markAudit('kept'))} ${into}
        from audit_definition where hash = ${kept.hash} for key share returning id`
  ).execute(db);
  return rows.length === 1;
}

interface Appended {
  readonly lines: readonly Line[];
  /** Definitions to store. */
  readonly sent: readonly StoredDefinition[];
  /** Definitions that should be in the database; they are locked until the commit, so that none is retired meanwhile. */
  readonly kept: readonly StoredDefinition[];
}

/** False, and nothing is stored, where a definition is not in the database that should be. */
async function append(db: Kysely<Schema>, { lines, sent, kept }: Appended): Promise<boolean> {
  const { rows } = await sql`${sql.raw(markAudit('group'))}
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
    )
    insert into audit_event (account_id, operator, dataset_id, action, detail)
    select account_id, operator, dataset_id, action, detail::json
    from unnest(
      ${lines.map(({ account_id }) => account_id)}::integer[],
      ${lines.map(({ operator }) => operator)}::text[],
      ${lines.map(({ dataset_id }) => dataset_id)}::integer[],
      ${lines.map(({ action }) => action)}::text[],
      ${lines.map(({ detail }) => detail)}::text[]
    ) with ordinality as line(account_id, operator, dataset_id, action, detail, position)
    where (select is_complete from complete)
    order by position
    returning id`.execute(db);
  return rows.length === lines.length;
}
