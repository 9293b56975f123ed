import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DataDetail, DataRelease } from '@atrium/contract/wire/adminData';
import { sql } from 'kysely';
import { z } from 'zod';
import { releaseName } from '../../catalogue/index.ts';
import { numberInDataset } from '../../database/index.ts';
import {
  type ImportDeps,
  lookAtIndex,
  type OperationDeps,
  type ReleaseUse,
  usesOfReleases,
  waitingSettings,
} from '../../operations/index.ts';

const json = z.record(z.string(), z.json()).catch({});

/** A dataset with its settings and every release of it that went live, waits, or was deleted. */
export async function loadDatasetDetail(deps: OperationDeps, uniqueId: string): Promise<DataDetail> {
  const { db } = deps;
  const row = await db
    .selectFrom('dataset')
    .leftJoin('dataset_agreement', 'dataset_agreement.id', 'dataset.agreement_id')
    .select(['dataset.id', 'dataset.name', 'dataset.description', 'dataset.live_release_id'])
    .select(['dataset.aggregate_release_id', 'dataset.keeps_dictionary', 'dataset.settings'])
    .select(['dataset.steward_settings', 'dataset_agreement.version', 'dataset_agreement.text'])
    .where('dataset.unique_id', '=', uniqueId)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  const count = async (table: 'membership' | 'report'): Promise<number> => {
    const { counted } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('counted'))
      .where('dataset_id', '=', row.id)
      .executeTakeFirstOrThrow();
    return Number(counted);
  };
  // The settings of a package come into force with the first switch; until then nothing is chosen or in force.
  const isLive = row.live_release_id !== null;
  const waiting = isLive ? await waitingSettings(db, uniqueId) : [];
  return {
    dataset: uniqueId,
    name: row.name,
    description: row.description,
    release: row.live_release_id,
    aggregateRelease: row.aggregate_release_id,
    keepsDictionary: row.keeps_dictionary,
    settings: isLive ? json.parse(row.settings) : {},
    chosen: json.parse(row.steward_settings),
    waiting: waiting.map(({ key, proposed, inForce }) => ({
      key,
      proposed: z.json().catch(null).parse(proposed),
      inForce: z.json().catch(null).parse(inForce),
    })),
    agreement: row.version === null || row.text === null ? null : { version: row.version, text: row.text },
    members: await count('membership'),
    reports: await count('report'),
    releases: await loadReleases(deps, row.id),
    registersDois: (deps.registrar ?? null) !== null,
  };
}

async function loadReleases(
  { db, releases, indexes }: ImportDeps,
  datasetId: number,
): Promise<DataRelease[]> {
  const uses = await usesOfReleases(db, null);
  const kept = new Set(await releases.list());
  const rows = await db
    .selectFrom('release')
    .select(['id', 'state', 'package_version', 'subject_count', 'finished_at', 'data_release_id', 'note'])
    .select(numberInDataset(sql`release.id`).as('number'))
    .where('dataset_id', '=', datasetId)
    .orderBy('id', 'desc')
    .execute();
  const present = async (release: (typeof rows)[number]): Promise<DataRelease> => ({
    release: release.id,
    number: release.number,
    state: release.state,
    version: release.package_version,
    subjects: release.subject_count,
    finishedAt: release.finished_at?.toISOString() ?? null,
    dataOf: release.data_release_id,
    note: release.note,
    isKept: kept.has(releaseName(release.id)),
    usedFor: [...(uses.get(release.id) ?? new Set<ReleaseUse>())],
    index: kept.has(releaseName(release.id))
      ? await lookAtIndex(indexes, { release: release.id, dataOf: release.data_release_id })
      : null,
  });
  return Promise.all(rows.map(present));
}
