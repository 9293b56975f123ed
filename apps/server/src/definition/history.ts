import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Outcome } from '@atrium/engine';
import { fairSemaphores, takeTimeSlices } from '@atrium/warehouse';
import { type Expression, type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { AsOf, Position, Schema, SnapshotKind } from '../database/index.ts';
import { type DefinitionMemory, findDefinition, keepDefinition } from './knownDefinitions.ts';
import { type EditKey, findMadeEdit, storeMadeEdit } from './madeEdits.ts';

/** Whose history: one account's definitions of one kind in one dataset (rule 3.2). */
export interface History<Definition extends object> {
  readonly accountId: number;
  readonly datasetId: number;
  readonly kind: SnapshotKind;
  /** Between the stored JSON, which is that of the wire, and the definition. */
  readonly codec: z.ZodType<Definition>;
  readonly known: DefinitionMemory<Definition>;
}

type HistoryKey = Omit<History<never>, 'codec' | 'known'>;

/** Which snapshot a definition is, with its neighbours in the undo history, as replies spell them (rule 3.4). */
export interface SnapshotIds {
  readonly snapshotId: number | null;
  readonly previousSnapshotId: number | null;
  readonly nextSnapshotId: number | null;
}

/** The ids of a definition that is not stored: that of a member who has not edited it. */
export const noSnapshot: SnapshotIds = { snapshotId: null, previousSnapshotId: null, nextSnapshotId: null };

/** A definition with its position in the undo history. */
export interface ActiveDefinition<Definition> {
  readonly definition: Definition;
  readonly snapshot: SnapshotIds;
}

/** How many snapshots a history keeps. */
const kept = 200;

/** In characters of JSON. A request is at most half of it, but edits add up, and every question reads the whole. */
const largest = 2 * 1024 * 1024;

const inHistory = (db: Kysely<Schema>, key: HistoryKey) =>
  db
    .selectFrom('snapshot')
    .where('account_id', '=', key.accountId)
    .where('dataset_id', '=', key.datasetId)
    .where('kind', '=', key.kind);

const idsOf = ({ id, previous_id, next_id }: Position): SnapshotIds => ({
  snapshotId: id,
  previousSnapshotId: previous_id,
  nextSnapshotId: next_id,
});

/** The ids beside one that stands in another column of the same statement. */
const neighbours = (db: Kysely<Schema>, key: HistoryKey, id: Expression<number>) =>
  [
    inHistory(db, key)
      .where('id', '<', id)
      .select(({ fn }) => fn.max('id').as('id'))
      .as('previous_id'),
    inHistory(db, key)
      .where('id', '>', id)
      .select(({ fn }) => fn.min('id').as('id'))
      .as('next_id'),
  ] as const;

const findPosition = (db: Kysely<Schema>, key: HistoryKey, id: number): Promise<Position | undefined> =>
  inHistory(db, key)
    .where('id', '=', id)
    .select('id')
    .select((eb) => [...neighbours(db, key, eb.val(id))])
    .executeTakeFirst();

const findActive = (db: Kysely<Schema>, key: HistoryKey): Promise<Position | undefined> =>
  db
    .selectFrom('active_snapshot')
    .where('account_id', '=', key.accountId)
    .where('dataset_id', '=', key.datasetId)
    .where('kind', '=', key.kind)
    .select('snapshot_id as id')
    .select(({ ref }) => [...neighbours(db, key, ref('active_snapshot.snapshot_id'))])
    .executeTakeFirst();

/** A definition as stored, in the JSON of the wire, and how many characters it has. */
const readStored = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('snapshot')
    .where('id', '=', id)
    .select(['definition', sql<number>`length(definition::text)`.as('size')])
    .executeTakeFirst();

interface SnapshotQuery {
  readonly id: number;
  /** The transaction to load it in; default: none. */
  readonly by?: Kysely<Schema>;
}

/** The definition of a snapshot; no snapshot changes, and no id is given twice. */
const findStored = <Definition extends object>(
  db: Kysely<Schema>,
  { codec, known }: History<Definition>,
  { id, by = db }: SnapshotQuery,
): Promise<Definition | undefined> =>
  findDefinition(known, db, {
    key: String(id),
    load: async () => {
      const row = await readStored(by, id);
      return row && { definition: codec.parse(row.definition), size: row.size };
    },
  });

/** Loads the active definition, as of a time where one is given; undefined where the history is empty. */
export async function loadActive<Definition extends object>(
  db: Kysely<Schema>,
  history: History<Definition>,
  asOf?: AsOf,
): Promise<ActiveDefinition<Definition> | undefined> {
  const isKnown =
    asOf?.active?.accountId === history.accountId && asOf.active.datasetId === history.datasetId;
  const position = isKnown ? asOf.active.positions.get(history.kind) : await findActive(db, history);
  if (position === undefined) return undefined;
  const definition = await findStored(db, history, position);
  // It is gone when an edit on a second tab came between: what that edit made is active now.
  return definition === undefined ? loadActive(db, history) : { definition, snapshot: idsOf(position) };
}

/** Loads a snapshot of this history by id; refuses an id from elsewhere with not_found (rule 8.4). */
export async function loadSnapshot<Definition extends object>(
  db: Kysely<Schema>,
  history: History<Definition>,
  { id, by = db }: SnapshotQuery,
): Promise<ActiveDefinition<Definition>> {
  const position = await findPosition(by, history, id);
  const definition = position && (await findStored(db, history, { id, by }));
  if (position === undefined || definition === undefined)
    throw new PortalError('not_found', 'There is no such snapshot.');
  return { definition, snapshot: idsOf(position) };
}

/** The snapshot that is active for the caller; null for that of an empty history, undefined for whichever it is. */
export type Expected = number | null | undefined;

/** Refuses with changed_meanwhile where another snapshot is active than the caller knows (rule 3.23). */
function requireExpected(expected: Expected, active: number | null): void {
  if (expected === undefined || expected === active) return;
  throw new PortalError(
    'changed_meanwhile',
    'This was changed meanwhile, in another tab or by a program. Please look at the newest state, then try again.',
  );
}

/**
 * Undo and redo: makes a snapshot the active one and deletes nothing; refuses like `loadSnapshot`. A snapshot that is
 * active already stays so, also for a caller who knows another one: the answer to the first attempt was lost.
 */
export async function activate<Definition extends object>(
  db: Kysely<Schema>,
  history: History<Definition>,
  { id, expected }: { readonly id: number; readonly expected?: Expected },
): Promise<ActiveDefinition<Definition>> {
  return db.transaction().execute(async (transaction) => {
    await lock(transaction, history);
    const active = (await findActive(transaction, history))?.id ?? null;
    if (active !== id) requireExpected(expected, active);
    const held = await loadSnapshot(db, history, { id, by: transaction });
    if (active !== id) await setActive(transaction, history, id);
    return held;
  });
}

async function setActive(db: Kysely<Schema>, key: HistoryKey, id: number): Promise<void> {
  await db
    .insertInto('active_snapshot')
    .values({ account_id: key.accountId, dataset_id: key.datasetId, kind: key.kind, snapshot_id: id })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'dataset_id', 'kind']).doUpdateSet({ snapshot_id: id }),
    )
    .execute();
}

/** One edit of a history. */
export interface Change<Definition> {
  /** The definition of an empty history: the first edit stores it first, so that undo leads back to it. */
  readonly start: () => Definition;
  /** May take long, and give way to others meanwhile; it is called again where another edit came between. */
  readonly apply: (before: Definition) => Outcome<Definition> | Promise<Outcome<Definition>>;
  readonly expected?: Expected;
  /** Under which the edit is made once, however often it comes. */
  readonly editKey?: EditKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How an edit ended, and the definition that is active after it. */
export interface Edited<Definition> {
  readonly outcome: Outcome<Definition>;
  readonly held: ActiveDefinition<Definition>;
}

/** Edits of one history, in this process: one after the other, in the order in which they came. */
const edits = fairSemaphores.create({ atOnce: Infinity, each: 1 });

/**
 * One edit of a history. A definition equal to the active one writes nothing (rule 3.3); one that would become too large
 * is refused with too_large and changes nothing. An edit that was made under its key before is answered with what is
 * active now (rule 9.16). The edit is worked out before the transaction that stores it, since nobody else can write
 * meanwhile; where another edit came between, it is worked out anew (rule 8.29). The new definition is returned as
 * `apply` made it: it is encoded once and not parsed back.
 */
export async function edit<Definition extends object>(
  db: Kysely<Schema>,
  history: History<Definition>,
  change: Change<Definition>,
): Promise<Edited<Definition>> {
  const permit = await edits.take({ asker: nameOf(history), signal: change.signal });
  try {
    for (;;) {
      change.signal?.throwIfAborted();
      const before = (await loadActive(db, history)) ?? { definition: change.start(), snapshot: noSnapshot };
      const worked = await workOut(history, before, change);
      const edited = await db
        .transaction()
        .execute((transaction) => storeEdit(transaction, history, { before, worked, change }));
      if (edited === null) continue;
      const { definition, snapshot } = edited.held;
      if (worked.kind === 'stored' && snapshot.snapshotId !== null)
        keepDefinition(history.known, db, {
          key: String(snapshot.snapshotId),
          definition,
          size: worked.text.length,
        });
      return edited;
    }
  } finally {
    permit.end();
  }
}

/** What an edit comes to: a text to store, an outcome that stores nothing, or the reason why it fails. */
type WorkedOut<Definition> =
  | {
      readonly kind: 'stored';
      readonly outcome: Outcome<Definition> & { readonly kind: 'changed' };
      readonly text: string;
    }
  | { readonly kind: 'answered'; readonly outcome: Outcome<Definition> }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A failure is kept, since an edit that was made before, or that expects another snapshot, is answered first. */
async function workOut<Definition extends object>(
  history: History<Definition>,
  { definition }: ActiveDefinition<Definition>,
  { apply }: Change<Definition>,
): Promise<WorkedOut<Definition>> {
  try {
    const slice = takeTimeSlices();
    const outcome = await apply(definition);
    if (outcome.kind !== 'changed') return { kind: 'answered', outcome };
    await slice.giveWay();
    const text = encoded(history, outcome.definition);
    await slice.giveWay();
    return { kind: 'stored', outcome, text };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

interface Storing<Definition> {
  readonly before: ActiveDefinition<Definition>;
  readonly worked: WorkedOut<Definition>;
  readonly change: Change<Definition>;
}

/** Stores an edit in a transaction that no other edit of the history can enter; null where another one came between. */
async function storeEdit<Definition extends object>(
  transaction: Transaction<Schema>,
  history: History<Definition>,
  { before, worked, change: { expected, editKey } }: Storing<Definition>,
): Promise<Edited<Definition> | null> {
  await lock(transaction, history);
  const position = await findActive(transaction, history);
  if ((position?.id ?? null) !== before.snapshot.snapshotId) return null;
  const held = { ...before, snapshot: position === undefined ? noSnapshot : idsOf(position) };
  const made = editKey && (await findMadeEdit(transaction, history, editKey));
  if (made !== undefined)
    return { outcome: { kind: 'changed', definition: before.definition, ...made }, held };
  requireExpected(expected, held.snapshot.snapshotId);
  if (worked.kind === 'failed') throw worked.error;
  const { outcome } = worked;
  if (worked.kind === 'answered') return { outcome, held };
  const previousSnapshotId =
    position?.id ??
    (await append(transaction, history, { text: encoded(history, before.definition), after: null }));
  const snapshotId = await append(transaction, history, { text: worked.text, after: previousSnapshotId });
  if (editKey !== undefined) await storeMadeEdit(transaction, history, { ...worked.outcome, ...editKey });
  const snapshot = { snapshotId, previousSnapshotId, nextSnapshotId: null };
  return { outcome, held: { definition: worked.outcome.definition, snapshot } };
}

/** A definition that is added to a history as a whole. */
export interface Addition<Definition> {
  readonly definition: Definition;
  /** The definition of an empty history, as of an edit. */
  readonly start: () => Definition;
}

/** A transaction of the caller, and the database that it is on. */
export interface Writing {
  readonly db: Kysely<Schema>;
  readonly transaction: Transaction<Schema>;
}

/**
 * Adds a definition to a history and makes it active, also one that is active already; undo leads back. The transaction
 * is the caller's, who may add to several histories in it. The definition is remembered at once: no id is given twice,
 * also where the transaction fails.
 */
export async function addSnapshot<Definition extends object>(
  { db, transaction }: Writing,
  history: History<Definition>,
  { definition, start }: Addition<Definition>,
): Promise<SnapshotIds & { readonly snapshotId: number }> {
  await lock(transaction, history);
  const active = await findActive(transaction, history);
  const previousSnapshotId =
    active?.id ?? (await append(transaction, history, { text: encoded(history, start()), after: null }));
  const text = encoded(history, definition);
  const snapshotId = await append(transaction, history, { text, after: previousSnapshotId });
  keepDefinition(history.known, db, { key: String(snapshotId), definition, size: text.length });
  return { snapshotId, previousSnapshotId, nextSnapshotId: null };
}

/** A definition never changes, and a report may be loaded again and again. */
const texts = new WeakMap<object, string>();

function encoded<Definition extends object>({ codec }: History<Definition>, definition: Definition): string {
  const text = texts.get(definition) ?? JSON.stringify(z.encode(codec, definition));
  texts.set(definition, text);
  if (text.length > largest)
    throw new PortalError('too_large', 'This would make the definition larger than the portal keeps: 2 MiB.');
  return text;
}

/** Stores a definition after another one and makes it active; what could be redone until now is deleted. */
async function append(
  db: Kysely<Schema>,
  key: HistoryKey,
  { text, after }: { readonly text: string; readonly after: number | null },
): Promise<number> {
  if (after !== null) {
    await db
      .deleteFrom('snapshot')
      .where('id', 'in', inHistory(db, key).where('id', '>', after).select('id'))
      .execute();
  }
  const { id } = await db
    .insertInto('snapshot')
    .values({ account_id: key.accountId, dataset_id: key.datasetId, kind: key.kind, definition: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setActive(db, key, id);
  const oldest = inHistory(db, key).orderBy('id', 'desc').offset(kept).select('id');
  await db.deleteFrom('snapshot').where('id', 'in', oldest).execute();
  return id;
}

const nameOf = ({ accountId, datasetId, kind }: HistoryKey): string => `${accountId}/${datasetId}/${kind}`;

async function lock(transaction: Transaction<Schema>, key: HistoryKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${nameOf(key)}, 0))`.execute(transaction);
}
