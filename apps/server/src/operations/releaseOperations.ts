import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { type EndangeredReport, findEndangered } from '../report/index.ts';
import { compareWithAggregates } from './aggregateRelease.ts';
import { parseEdits } from './dictionaryRelease.ts';
import { forgetExamples } from './importExamples.ts';
import { lastFirst, type ReleaseUse, usesOfReleases } from './neededReleases.ts';
import { unconfirmedIdentifiers } from './openIdentifiers.ts';
import { type By, type ImportDeps, recordedBy, type Watcher } from './operation.ts';
import {
  type Opening,
  openIn,
  type ReleaseFacts,
  type SwitchOutcome,
  storedFacts,
  switchRelease,
} from './switchRelease.ts';

export interface OneRelease {
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly release: number;
}

interface StoredRelease {
  readonly id: number;
  readonly datasetId: number;
  readonly state: string;
  readonly isLive: boolean;
  readonly dataRelease: number | null;
  readonly edits: unknown;
  readonly facts: ReleaseFacts | null;
}

/** A release of the dataset; refuses with not_found where the dataset has none with this number. */
export async function findRelease(
  db: Kysely<Schema>,
  { dataset, release }: OneRelease,
): Promise<StoredRelease> {
  const row = await db
    .selectFrom('release')
    .innerJoin('dataset', 'dataset.id', 'release.dataset_id')
    .select(['release.id', 'release.state', 'release.report', 'release.data_release_id'])
    .select(['release.dictionary_edits', 'dataset.id as dataset_id', 'dataset.live_release_id'])
    .where('dataset.unique_id', '=', dataset)
    .where('release.id', '=', release)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such release.');
  const facts = storedFacts.safeParse(row.report);
  return {
    id: row.id,
    datasetId: row.dataset_id,
    state: row.state,
    isLive: row.live_release_id === row.id,
    dataRelease: row.data_release_id,
    edits: row.dictionary_edits,
    facts: facts.success ? { ...facts.data, datasetId: dataset } : null,
  };
}

/** The reports that the release would break, before anybody switches to it (rule 12.10). */
export async function checkReleaseReports(
  deps: ImportDeps,
  { dataset, release }: OneRelease,
  signal: AbortSignal,
): Promise<readonly EndangeredReport[]> {
  await requireKept(deps, { dataset, release });
  return findEndangered(deps, { dataset, release, signal });
}

/** What a steward must confirm before the release goes live (rules 1.30 and 10.28). */
export async function openingToConfirm(deps: ImportDeps, one: OneRelease): Promise<Opening> {
  const { id, facts, dataRelease, edits } = await requireKept(deps, one);
  if (facts === null) return { identifiers: [], uses: [] };
  const shared = dataRelease === null ? null : { of: dataRelease, edits: parseEdits(edits) };
  const { identifiers, uses } = await openIn(deps, { id, report: facts, shared });
  return { identifiers: await unconfirmedIdentifiers(deps.db, one.dataset, identifiers), uses };
}

/**
 * Switches to a release that waits, or back to an earlier one that is still kept (rule 15.44).
 * @throws PortalError 'conflict' where it is live already or something that it opens is not confirmed, 'not_ready' where its data are not kept
 */
export async function switchTo(
  deps: ImportDeps,
  { dataset, release: id, confirm = [] }: OneRelease & { readonly confirm?: readonly string[] | undefined },
  watcher: Watcher,
): Promise<SwitchOutcome> {
  const stored = await requireKept(deps, { dataset, release: id });
  if (stored.isLive) throw new PortalError('conflict', 'This release is live already.');
  if (stored.facts === null)
    throw new PortalError('conflict', 'Nothing says what this release holds: import its package again.');
  await deps.questions.open(releaseName(id));
  const comparison = await compareWithAggregates(deps, { dataset, release: id }, watcher);
  const { dataRelease } = stored;
  const shared = dataRelease === null ? null : { of: dataRelease, edits: parseEdits(stored.edits) };
  return switchRelease(deps, {
    release: { id, report: stored.facts, shared, isStored: true },
    by: watcher,
    comparison,
    confirm,
    action: 'release_switch',
  });
}

async function requireKept({ db, releases }: ImportDeps, one: OneRelease): Promise<StoredRelease> {
  const stored = await findRelease(db, one);
  const isKept = (await releases.list()).includes(releaseName(one.release));
  if (!['built', 'live', 'retired'].includes(stored.state) || !isKept)
    throw new PortalError('not_ready', 'The data of this release are not kept any more.');
  return stored;
}

const whyInUse: Readonly<Record<ReleaseUse, string>> = {
  live: 'it is live',
  aggregates: 'members of level agg see it',
  previous: 'it is the one to go back to',
  waits: 'it waits for a steward',
  reports: 'reports were saved on it',
  data: 'other releases read its data',
};

/** Why a release may not be deleted; the previous release and one that waits may be deleted. */
const forbidding: ReadonlySet<ReleaseUse> = new Set(['live', 'aggregates', 'reports', 'data']);

/**
 * Deletes the data of a release that nobody uses, and records it in the audit; the entry of its import in the log
 * stays.
 * @throws PortalError 'conflict' where somebody uses it
 */
export async function removeRelease(deps: ImportDeps, one: OneRelease, by: By): Promise<void> {
  const { id, datasetId } = await findRelease(deps.db, one);
  await deps.db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('dataset')
      .select('id')
      .where('id', '=', datasetId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const uses = (await usesOfReleases(transaction, null)).get(id) ?? new Set<ReleaseUse>();
    const reasons = [...uses].filter((use) => forbidding.has(use)).map((use) => whyInUse[use]);
    if (reasons.length > 0)
      throw new PortalError('conflict', `This release cannot be deleted: ${reasons.join(', ')}.`);
    await transaction
      .updateTable('release')
      .set({ state: 'retired' })
      .where('id', '=', id)
      .where('state', '=', 'built')
      .execute();
    await transaction
      .updateTable('dataset')
      .set({ previous_release_id: null })
      .where('previous_release_id', '=', id)
      .execute();
    await forgetExamples(transaction, [id]);
    await record(transaction, {
      ...recordedBy(by),
      datasetId,
      action: 'release_remove',
      detail: { release: releaseName(id) },
    });
  });
  await deps.releases.remove(releaseName(id));
}

/**
 * Begins to make the index of a release anew (rule 16.14), and records it in the audit.
 * @throws PortalError 'conflict' where releases have no indexes, 'not_ready' where its data are not kept
 */
export async function rebuildIndex(deps: ImportDeps, one: OneRelease, by: By): Promise<void> {
  const { datasetId } = await requireKept(deps, one);
  if (deps.indexes === undefined || deps.indexes.memory() === null)
    throw new PortalError('conflict', 'Releases of this portal have no indexes.');
  const release = releaseName(one.release);
  const line = { ...recordedBy(by), datasetId, action: 'release_index' as const, detail: { release } };
  await deps.db.transaction().execute((transaction) => record(transaction, line));
  await deps.indexes.rebuild(release);
}

/**
 * Deletes a dataset with its releases, memberships, definitions and reports; the audit and the log of imports stay.
 * @throws PortalError 'bad_request' unless its id is given a second time
 */
export async function removeDataset(
  deps: ImportDeps,
  { dataset, typed }: { readonly dataset: string; readonly typed: string },
  by: By,
): Promise<void> {
  if (typed !== dataset)
    throw new PortalError('bad_request', `Type ${dataset} to delete the dataset.`, { field: 'name' });
  const releases = await deps.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('dataset')
      .select('id')
      .where('unique_id', '=', dataset)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new PortalError('not_found', `There is no dataset ${dataset}.`);
    const ofDataset = await transaction
      .selectFrom('release')
      .select('id')
      .where('dataset_id', '=', row.id)
      .execute();
    await record(transaction, {
      ...recordedBy(by),
      datasetId: row.id,
      action: 'dataset_remove',
      detail: { dataset, releases: ofDataset.length },
    });
    await transaction
      .updateTable('dataset')
      .set({ live_release_id: null, aggregate_release_id: null, previous_release_id: null })
      .where('id', '=', row.id)
      .execute();
    await transaction.deleteFrom('dataset').where('id', '=', row.id).execute();
    const ids = ofDataset.map(({ id }) => id);
    await forgetExamples(transaction, ids);
    return ids;
  });
  for (const id of lastFirst(releases)) await deps.releases.remove(releaseName(id));
}
