import { type DatasetSettings, storedSettings } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { accessLevels } from '@atrium/contract/wire/access';
import type { Membership } from '@atrium/contract/wire/dataset';
import { rightsOf } from '@atrium/engine';
import type { Kysely } from 'kysely';
import {
  endColumn,
  grantedRights,
  hasEnded,
  lastDayOf,
  presentRights,
  rightColumns,
} from '../access/index.ts';
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
  /** Those whom members who see aggregates only count; null where the release says nothing of data use. */
  readonly agreedSubjectCount: number | null;
  /** Whether the account is a member, or becomes one by opening the dataset. */
  readonly isMember: boolean;
  /** The last day of the account's membership, also where it is over; null where there is none or it does not end. */
  readonly accessUntil: string | null;
}

export interface StoreDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

const seeSubjects = accessLevels.filter((level) => rightsOf({ level }).seesSubjects);

/**
 * Every dataset by name, with the membership of one account. When it was imported and how many subjects it has is of the
 * release that the account sees (rule 7.12).
 */
export async function listDatasets(
  { db, clock }: StoreDeps,
  accountId: number,
): Promise<readonly DatasetRecord[]> {
  const rows = await db
    .selectFrom('dataset')
    .leftJoin('membership', (join) =>
      join.onRef('membership.dataset_id', '=', 'dataset.id').on('membership.account_id', '=', accountId),
    )
    .leftJoin('release', (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([
            eb('membership.access_level', 'in', seeSubjects),
            eb('release.id', '=', eb.ref('dataset.live_release_id')),
          ]),
          eb.and([
            eb(eb.fn.coalesce('membership.access_level', eb.val('agg')), 'not in', seeSubjects),
            eb('release.id', '=', eb.ref('dataset.aggregate_release_id')),
          ]),
        ]),
      ),
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
      'release.agreed_subject_count',
      'membership.id as membership_id',
      endColumn,
    ])
    .orderBy('dataset.name')
    .orderBy('dataset.id')
    .execute();
  return rows.map((row) => {
    const settings = parseSettings(row.settings) ?? closed;
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
      agreedSubjectCount: row.agreed_subject_count,
      isMember: row.membership_id === null ? settings.autoMembership !== undefined : !hasEnded(row, clock()),
      accessUntil: lastDayOf(row.ends_at),
    };
  });
}

/** Null where they cannot be read. */
const parseSettings = (stored: unknown): DatasetSettings | null => {
  const read = storedSettings.safeParse(stored ?? {});
  return read.success ? read.data : null;
};

/** In place of settings that cannot be read: nobody is led to the dataset, and its members get no figure. */
const closed: DatasetSettings = { listed: false };

/** The memberships of an account that have not ended, by name of the dataset; without datasets that it could join automatically. */
export async function listMemberships(
  { db, clock }: StoreDeps,
  accountId: number,
): Promise<readonly Membership[]> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('dataset', 'dataset.id', 'membership.dataset_id')
    .select(['dataset.unique_id', endColumn, ...rightColumns])
    .where('membership.account_id', '=', accountId)
    .orderBy('dataset.name')
    .orderBy('dataset.id')
    .execute();
  const open = rows.filter((row) => !hasEnded(row, clock()));
  return open.map((row) => ({
    dataset: row.unique_id,
    ...presentRights(grantedRights(row)),
    ...(row.ends_at === null ? {} : { accessUntil: lastDayOf(row.ends_at) }),
  }));
}

/** The settings of one dataset; throws PortalError `not_ready` where they cannot be read. */
export async function loadDatasetSettings(db: Kysely<Schema>, datasetId: number): Promise<DatasetSettings> {
  const row = await db
    .selectFrom('dataset')
    .select('settings')
    .where('id', '=', datasetId)
    .executeTakeFirst();
  const settings = parseSettings(row?.settings);
  if (settings === null)
    throw new PortalError(
      'not_ready',
      'The settings of this dataset cannot be read. The operator must mend them.',
    );
  return settings;
}
