import type { AccessLevel, DatasetSettings, Membership } from '@atrium/contract';
import { datasetSettings } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** A dataset with its live release and, where the account has one, its membership. */
export interface DatasetRecord {
  readonly id: number;
  readonly uniqueId: string;
  readonly name: string;
  readonly description: string | null;
  readonly settings: DatasetSettings;
  readonly isListed: boolean;
  readonly releaseId: number | null;
  readonly importedAt: Date | null;
  readonly subjectCount: number | null;
  /** Whether the account is a member, or becomes one by opening the dataset. */
  readonly isMember: boolean;
}

/** Every dataset by name, with the membership of one account. */
export async function listDatasets(db: Kysely<Schema>, accountId: number): Promise<readonly DatasetRecord[]> {
  const rows = await db
    .selectFrom('dataset')
    .leftJoin('release', 'release.id', 'dataset.live_release_id')
    .leftJoin('membership', (join) =>
      join.onRef('membership.dataset_id', '=', 'dataset.id').on('membership.account_id', '=', accountId),
    )
    .select([
      'dataset.id',
      'dataset.unique_id',
      'dataset.name',
      'dataset.description',
      'dataset.settings',
      'dataset.is_listed',
      'dataset.live_release_id',
      'release.finished_at',
      'release.subject_count',
      'membership.id as membership_id',
    ])
    .orderBy('dataset.name')
    .orderBy('dataset.id')
    .execute();
  return rows.map((row) => {
    const settings = parseSettings(row.settings);
    return {
      id: row.id,
      uniqueId: row.unique_id,
      name: row.name,
      description: row.description,
      settings,
      isListed: row.is_listed && settings.listed !== false,
      releaseId: row.live_release_id,
      importedAt: row.finished_at,
      subjectCount: row.subject_count,
      isMember: row.membership_id !== null || settings.autoMembership !== undefined,
    };
  });
}

const parseSettings = (stored: unknown): DatasetSettings => {
  const read = datasetSettings.safeParse(stored ?? {});
  return read.success ? read.data : {};
};

export const accessLevelLabels: Readonly<Record<AccessLevel, string>> = {
  phi: 'Subject data with protected health information',
  deid: 'De-identified subject data',
  agg: 'Aggregate numbers only',
};

/** Every dataset that the account is a member of already, by name; a dataset that would let it in is none of them. */
export async function listMemberships(db: Kysely<Schema>, accountId: number): Promise<readonly Membership[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('dataset', 'dataset.id', 'membership.dataset_id')
    .select(['unique_id', 'access_level', 'can_view_workspace', 'can_view_subject_details'])
    .where('membership.account_id', '=', accountId)
    .orderBy('dataset.name')
    .orderBy('dataset.id')
    .execute();
  return rows.map((row) => ({
    dataset: row.unique_id,
    accessLevel: row.access_level,
    accessLevelLabel: accessLevelLabels[row.access_level],
    canViewWorkspace: row.can_view_workspace,
    canViewSubjectDetails: row.can_view_subject_details,
  }));
}

/** The settings of one dataset. */
export async function readSettings(db: Kysely<Schema>, datasetId: number): Promise<DatasetSettings> {
  const row = await db
    .selectFrom('dataset')
    .select('settings')
    .where('id', '=', datasetId)
    .executeTakeFirst();
  return parseSettings(row?.settings);
}
