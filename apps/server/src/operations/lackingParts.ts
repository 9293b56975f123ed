import { createHash } from 'node:crypto';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { LackingPart, LackingWord } from '@atrium/contract/wire/adminData';
import { type Lookup, lackingParts } from '@atrium/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type RecordedLine, record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { type By, type ImportDeps, type Operation, recordedBy, type Watcher } from './operation.ts';

interface LiveDataset {
  readonly id: number;
  readonly live: number;
}

async function findLive(db: Kysely<Schema>, uniqueId: string): Promise<LiveDataset | null> {
  const row = await db
    .selectFrom('dataset')
    .select(['id', 'live_release_id as live'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  return row.live === null ? null : { id: row.id, live: row.live };
}

type Kind = LackingPart['kind'];

/**
 * Concepts and collections of kept releases that the live one lacks, with a steward's word about each (rule 12.20). A
 * kept release that cannot be opened shows nothing to anybody, and is left out.
 */
export async function listLacking(deps: ImportDeps, uniqueId: string): Promise<readonly LackingPart[]> {
  const dataset = await findLive(deps.db, uniqueId);
  if (dataset === null) return [];
  const live = await deps.questions.open(releaseName(dataset.live));
  const words = await loadWords(deps.db, dataset.id);
  const found = new Map<string, LackingPart>();
  for (const release of await keptReleases(deps, dataset)) {
    const kept = await deps.questions.open(releaseName(release)).catch(() => null);
    if (kept === null) continue;
    const { concepts, collections } = lackingParts(kept.dictionary, live);
    const add = (kind: Kind, { id, title }: { readonly id: string; readonly title: string }): void => {
      const key = `${kind}:${id}`;
      const before = found.get(key) ?? { kind, id, title, releases: [], word: words.get(key) ?? null };
      found.set(key, { ...before, releases: [...before.releases, release] });
    };
    for (const collection of collections) add('collection', collection);
    for (const concept of concepts) add('concept', concept);
  }
  return [...found.values()];
}

/** The newest first, so that a title is that of the newest. */
async function keptReleases({ db, releases }: ImportDeps, { id, live }: LiveDataset): Promise<number[]> {
  const kept = new Set(await releases.list());
  const rows = await db
    .selectFrom('release')
    .select('id')
    .where('dataset_id', '=', id)
    .where('state', '=', 'retired')
    .where('id', '<>', live)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.id).filter((release) => kept.has(releaseName(release)));
}

async function loadWords(db: Kysely<Schema>, datasetId: number): Promise<ReadonlyMap<string, LackingWord>> {
  const rows = await db
    .selectFrom('lacking_part')
    .select(['kind', 'part_id', 'word'])
    .where('dataset_id', '=', datasetId)
    .execute();
  return new Map(rows.map(({ kind, part_id, word }) => [`${kind}:${part_id}`, word]));
}

/** Those about which no steward has spoken. */
export const waitingParts = (parts: readonly LackingPart[]): readonly LackingPart[] =>
  parts.filter(({ word }) => word === null);

/** Once the live release holds a part, a word about it is over: when it goes again, a steward is asked again. */
export async function forgetWords(
  transaction: Transaction<Schema>,
  datasetId: number,
  coming: Lookup,
): Promise<void> {
  const { concepts, collections } = coming.dictionary;
  const held = { concept: concepts, collection: collections };
  for (const kind of ['concept', 'collection'] as const)
    await transaction
      .deleteFrom('lacking_part')
      .where('dataset_id', '=', datasetId)
      .where('kind', '=', kind)
      .where(sql<boolean>`part_id = any(${held[kind].map(({ id }) => id)}::text[])`)
      .execute();
}

interface Said {
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly parts: readonly Pick<LackingPart, 'kind' | 'id'>[];
  readonly word: LackingWord;
}

/**
 * Keeps a steward's word about parts that the live release lacks (rule 12.20). Expectations of reports on earlier
 * releases are judged anew.
 * @throws PortalError 'not_found' where the live release holds a part, or no kept one does
 */
export async function sayWord(deps: ImportDeps, { dataset, parts, word }: Said, by: By): Promise<void> {
  const lacking = new Set((await listLacking(deps, dataset)).map(({ kind, id }) => `${kind}:${id}`));
  const unknown = parts.find(({ kind, id }) => !lacking.has(`${kind}:${id}`));
  if (unknown !== undefined)
    throw new PortalError(
      'not_found',
      `There is no ${unknown.kind} ${unknown.id} that the live release lacks and an earlier one has.`,
      { field: 'id' },
    );
  await deps.db.transaction().execute(async (transaction) => {
    const { id: datasetId } = await transaction
      .selectFrom('dataset')
      .select('id')
      .where('unique_id', '=', dataset)
      .forUpdate()
      .executeTakeFirstOrThrow();
    for (const { kind, id } of parts) {
      const said = { word, account_id: by.accountId ?? null, said_at: new Date() };
      await transaction
        .insertInto('lacking_part')
        .values({ dataset_id: datasetId, kind, part_id: id, ...said })
        .onConflict((conflict) => conflict.columns(['dataset_id', 'kind', 'part_id']).doUpdateSet(said))
        .execute();
      await record(transaction, {
        ...recordedBy(by),
        datasetId,
        action: 'lacking_part',
        detail: { kind, part: id, word },
      });
    }
    await transaction.deleteFrom('report_judgement').where('dataset_id', '=', datasetId).execute();
  });
}

/** For how long a steward sees an earlier release whole. */
const openingMs = 3_600_000;

interface Opening {
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly release: number;
  readonly reason: string;
}

/**
 * Lets a steward see an earlier release whole for an hour, within their own membership (rule 12.21). The reason is kept,
 * and its hash is in the audit.
 * @returns when it ends
 */
export async function openWhole(
  { db, clock }: Pick<ImportDeps, 'db'> & { readonly clock: () => Date },
  { dataset, release, reason }: Opening,
  accountId: number,
): Promise<{ readonly ends: Date; readonly line: RecordedLine }> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('release')
      .innerJoin('dataset', 'dataset.id', 'release.dataset_id')
      .select('dataset.id')
      .where('dataset.unique_id', '=', dataset)
      .where('release.id', '=', release)
      .where('release.state', '=', 'retired')
      .executeTakeFirst();
    if (row === undefined) throw new PortalError('not_found', 'There is no such earlier release.');
    const opened = clock();
    const ends = new Date(opened.getTime() + openingMs);
    const { id } = await transaction
      .insertInto('release_opening')
      .values({
        ...{ dataset_id: row.id, release_id: release, account_id: accountId, reason },
        ...{ opened_at: opened, ends_at: ends },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = await record(transaction, {
      accountId,
      datasetId: row.id,
      action: 'release_open',
      detail: {
        release: releaseName(release),
        opening: id,
        reasonHash: createHash('sha256').update(reason).digest('hex'),
        until: ends.toISOString(),
      },
    });
    return { ends, line };
  });
}

const nameOf = ({ kind, id }: Pick<LackingPart, 'kind' | 'id'>): string =>
  kind === 'collection' ? `collection:${id}` : id;

const maxNamed = 20;

/** What waits for a steward, and how to speak, as lines of text; none where nothing waits. */
export function presentWaiting(dataset: string, parts: readonly LackingPart[]): readonly string[] {
  if (parts.length === 0) return [];
  const named = parts.slice(0, maxNamed).map((part) => `  - ${nameOf(part)} (${part.title})`);
  const more = parts.length - named.length;
  return [
    `The live release lacks ${formatQuantity(parts.length, 'part')} of earlier releases, closed there until a steward says why:`,
    ...named,
    ...(more > 0 ? [`  … and ${formatQuantity(more, 'more part')}`] : []),
    `  Say it with: atrium dataset lacking ${dataset} --withdrawn ID or --not-delivered ID`,
  ];
}

const inWords: Readonly<Record<LackingWord, string>> = {
  withdrawn: 'withdrawn',
  not_delivered: 'only no longer delivered',
};

const partOf = (name: string): Pick<LackingPart, 'kind' | 'id'> =>
  name.startsWith('collection:')
    ? { kind: 'collection', id: name.slice('collection:'.length) }
    : { kind: 'concept', id: name };

/** Keeps what a steward says on the command line, and lists what the live release lacks. */
export async function showLacking(
  deps: ImportDeps,
  { dataset, withdrawn, notDelivered }: Extract<Operation, { kind: 'lackingParts' }>,
  watcher: Watcher,
): Promise<readonly string[]> {
  const said = { withdrawn, not_delivered: notDelivered };
  for (const word of ['withdrawn', 'not_delivered'] as const)
    if (said[word].length > 0) await sayWord(deps, { dataset, parts: said[word].map(partOf), word }, watcher);
  const parts = await listLacking(deps, dataset);
  if (parts.length === 0)
    return [`The live release of ${dataset} lacks nothing of the releases that are kept.`];
  return parts.map(
    (part) =>
      `${nameOf(part)} (${part.title}): ${part.word === null ? 'closed, waits for a steward' : inWords[part.word]}; in ${part.releases.map(releaseName).join(', ')}`,
  );
}
