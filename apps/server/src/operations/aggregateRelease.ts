import { utcDayOf } from '@atrium/contract/calendar/days';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely, Transaction } from 'kysely';
import {
  compareReleases,
  type Difference,
  type Differences,
  leastChangeOf,
  tellingDifferences,
} from '../analysis/index.ts';
import { record } from '../audit/index.ts';
import { loadDatasetSettings, releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { type By, type ImportDeps, type Operation, recordedBy, type Watcher } from './operation.ts';
import { describeIndex, lookAtIndex } from './releaseIndex.ts';

/** A release, compared with the one that members who see aggregates only see. */
export interface Comparison {
  readonly before: number;
  readonly differences: Differences;
}

/** Why members who see aggregates only stay on an earlier release (rule 7.12). */
export interface HeldBack {
  readonly on: number;
  readonly least: number;
  /** Where too few subjects differ; null where the releases could not be compared. */
  readonly differences: Differences;
}

/** Compares a built release with the one that members who see aggregates only stand on; null where they stand on none. */
export async function compareWithAggregates(
  { db, questions }: ImportDeps,
  { dataset, release }: { readonly dataset: string; readonly release: number },
  watcher: Pick<Watcher, 'onProgress' | 'signal'>,
): Promise<Comparison | null> {
  const row = await db
    .selectFrom('dataset')
    .select('aggregate_release_id')
    .where('unique_id', '=', dataset)
    .executeTakeFirst();
  const before = row?.aggregate_release_id ?? null;
  if (before === null || before === release) return null;
  watcher.onProgress({ step: 'Comparing with the release of members of level agg', detail: null });
  try {
    const names = { before: releaseName(before), after: releaseName(release) };
    return { before, differences: await compareReleases(questions, { ...names, signal: watcher.signal }) };
  } catch {
    // What cannot be compared keeps nobody from a repair: members of level agg stay until a steward says (rule 15.53).
    watcher.signal.throwIfAborted();
    return { before, differences: null };
  }
}

/** The release that members who see aggregates only stand on. */
export async function aggregateRelease(
  transaction: Transaction<Schema>,
  datasetId: number,
): Promise<number | null> {
  const { aggregate_release_id: release } = await transaction
    .selectFrom('dataset')
    .select('aggregate_release_id')
    .where('id', '=', datasetId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return release;
}

/** Null where they may follow. A comparison with another release than the one they stand on now does not count. */
export function holdBack({
  stoodOn,
  comparison,
  least,
}: {
  readonly stoodOn: number | null;
  readonly comparison: Comparison | null;
  readonly least: number;
}): HeldBack | null {
  if (stoodOn === null) return null;
  const known = comparison?.before === stoodOn ? comparison.differences : null;
  const differences = tellingDifferences(known, least);
  return differences?.length === 0 ? null : { on: stoodOn, least, differences };
}

export async function moveAggregates(
  transaction: Kysely<Schema>,
  { datasetId, release }: { readonly datasetId: number; readonly release: number },
): Promise<void> {
  await transaction
    .updateTable('dataset')
    .set({ aggregate_release_id: release })
    .where('id', '=', datasetId)
    .execute();
}

const maxNamed = 10;

/** Who stays on which release, and why, as lines of text. */
export function presentHeldBack(dataset: string, held: HeldBack | null): readonly string[] {
  if (held === null) return [];
  const { on, least, differences } = held;
  const named = (differences ?? []).slice(0, maxNamed).map(presentDifference);
  const more = (differences?.length ?? 0) - named.length;
  return [
    `Members of level agg stay on ${releaseName(on)}: a figure of theirs could tell what differs of few subjects.`,
    ...(differences === null
      ? [
          `  The two are not comparable. Where ${releaseName(on)} is gone or cannot be read, they see nothing until they follow.`,
        ]
      : [`  Fewer than ${formatQuantity(least, 'subject')} differ (leastChange):`, ...named]),
    ...(more > 0 ? [`  … and in ${formatQuantity(more, 'more concept')}`] : []),
    `  They follow when enough has changed, or at once with: atrium dataset releases ${dataset} --advance`,
  ];
}

const presentDifference = ({ conceptId, gone, come }: Difference): string =>
  `  - ${conceptId ?? 'all concepts together'}: ${gone} gone, ${come} come`;

/**
 * Lists which members see which release. `advance` puts members who see aggregates only on the live one, and records it
 * in the audit.
 */
export async function showReleases(
  deps: ImportDeps,
  { dataset: uniqueId, advance }: Extract<Operation, { kind: 'showReleases' }>,
  watcher: Watcher,
): Promise<readonly string[]> {
  if (advance) await advanceAggregates(deps, uniqueId, watcher);
  const row = await deps.db
    .selectFrom('dataset')
    .select(['id', 'live_release_id', 'aggregate_release_id'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  const { live_release_id: live, aggregate_release_id: stoodOn } = row;
  if (live === null) return [`${uniqueId} has no data yet.`];
  const lines = [
    `Members of level phi and deid see ${await describeRelease(deps, live)}`,
    stoodOn === null
      ? 'Members of level agg see none.'
      : `Members of level agg see ${await describeRelease(deps, stoodOn)}`,
  ];
  if (stoodOn === null || stoodOn === live) return lines;
  const comparison = await compareWithAggregates(deps, { dataset: uniqueId, release: live }, watcher);
  const least = leastChangeOf(await loadDatasetSettings(deps.db, row.id));
  const held = holdBack({ stoodOn, comparison, least });
  const follows = ['They follow with the next import, or at once with --advance.'];
  return [...lines, ...(held === null ? follows : presentHeldBack(uniqueId, held))];
}

async function describeRelease({ db, indexes }: ImportDeps, id: number): Promise<string> {
  const { package_version: version, ...release } = await db
    .selectFrom('release')
    .select(['package_version', 'subject_count', 'finished_at', 'data_release_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const facts = [
    ...(version === null ? [] : [`version ${version}`]),
    formatQuantity(release.subject_count ?? 0, 'subject'),
    ...(release.finished_at === null ? [] : [`imported ${utcDayOf(release.finished_at)}`]),
  ];
  const index = await lookAtIndex(indexes, { release: id, dataOf: release.data_release_id });
  const ofIndex = index === null ? '' : ` ${describeIndex(index)}`;
  return `${releaseName(id)} (${facts.join(', ')}).${ofIndex}`;
}

async function advanceAggregates({ db }: ImportDeps, uniqueId: string, by: By): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('dataset')
      .select(['id', 'live_release_id', 'aggregate_release_id'])
      .where('unique_id', '=', uniqueId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
    const { id: datasetId, live_release_id: release, aggregate_release_id: from } = row;
    if (release === null || release === from) return;
    await moveAggregates(transaction, { datasetId, release });
    await record(transaction, {
      ...recordedBy(by),
      datasetId,
      action: 'dataset_change',
      detail: { aggregates: releaseName(release), from: from === null ? null : releaseName(from) },
    });
  });
}
