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

const isKept = (one: StoredDefinition): boolean => storedBefore.has(one);

/** Appends lines in this order by one statement, with their definitions: all of them or none. */
export async function appendLines(db: Kysely<Schema>, lines: readonly Line[]): Promise<void> {
  const [line, ...more] = lines;
  if (line === undefined) return;
  if (more.length === 0 && (await appendOne(db, line))) return;
  // Where it fails with what is kept, one of the definitions has been retired since it was stored.
  if (!(await append(db, lines, isKept)) && !(await append(db, lines, () => false)))
    throw new Error('The audit took no lines.');
  for (const { stored } of lines) for (const one of stored) storedBefore.add(one);
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

/**
 * Appends a line alone, with no definition or with one that should be in the database; otherwise false, and nothing is
 * stored. Statements without lists are planned once, and not anew for each line.
 */
async function appendOne(db: Kysely<Schema>, line: Line): Promise<boolean> {
  const { account_id, operator, dataset_id, action, detail, stored } = line;
  const [kept, ...more] = stored;
  if (more.length > 0 || (kept !== undefined && !isKept(kept))) return false;
  const into = sql`insert into audit_event (account_id, operator, dataset_id, action, detail)
    select ${account_id}::integer, ${operator}::text, ${dataset_id}::integer, ${action}::text, ${detail}::json`;
  const { rows } = await (kept === undefined
    ? sql`${sql.raw(markAudit('one'))} ${into} returning id`
    : sql`${sql.raw(markAudit('kept'))} ${into}
        from audit_definition where hash = ${kept.hash} for key share returning id`
  ).execute(db);
  return rows.length === 1;
}

/**
 * False, and nothing is stored, where a definition is not in the database that should be. It is locked until the commit,
 * so that it is not retired meanwhile.
 */
async function append(
  db: Kysely<Schema>,
  lines: readonly Line[],
  isThere: (one: StoredDefinition) => boolean,
): Promise<boolean> {
  const definitions = new Map(lines.flatMap(({ stored }) => stored.map((one) => [one.hash, one] as const)));
  const inOrder = [...definitions.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const sent = inOrder.filter((one) => !isThere(one));
  const kept = inOrder.filter(isThere);
  const { rows } = await sql<{ is_complete: boolean }>`${sql.raw(markAudit('group'))}
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
      select * from ${rowsOf(lines)} where (select is_complete from complete)
    ), appended as (
      insert into audit_event (account_id, operator, dataset_id, action, detail)
      select account_id, operator, dataset_id, action, detail::json from line order by position
    )
    select is_complete from complete`.execute(db);
  return rows.some(({ is_complete }) => is_complete);
}

const rowsOf = (lines: readonly Line[]) => sql`
  unnest(
    ${lines.map(({ account_id }) => account_id)}::integer[],
    ${lines.map(({ operator }) => operator)}::text[],
    ${lines.map(({ dataset_id }) => dataset_id)}::integer[],
    ${lines.map(({ action }) => action)}::text[],
    ${lines.map(({ detail }) => detail)}::text[]
  ) with ordinality as line(account_id, operator, dataset_id, action, detail, position)`;
