import { storedSettings } from '@atrium/contract/documents/dataPackage';
import type { PublicRecord } from '@atrium/contract/documents/publicRecord';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { defaultSmallCountThreshold, suppressCount } from '@atrium/engine';
import type { Kysely } from 'kysely';
import { type Cited, doiAddress } from '../../catalogue/index.ts';
import type { Schema } from '../../database/index.ts';

export interface PublicRelease {
  /** Higher for a newer one. */
  readonly number: number;
  readonly name: string;
  /** The data's own version, else the name of the release. */
  readonly version: string;
  readonly publishedAt: Date;
  readonly doi: string | null;
  readonly isLatest: boolean;
}

/** What strangers may know of a dataset: the one reading of which all forms are written (rule 14.75). */
export interface PublicDataset {
  readonly id: string;
  /** Its row. */
  readonly datasetId: number;
  readonly title: string;
  readonly description: string;
  readonly record: PublicRecord;
  readonly addedAt: Date;
  /**
   * How many subjects there are; text such as "<11" where that is small, null where nobody has counted, or some of them are
   * gone since (rule 14.71).
   */
  readonly subjects: number | string | null;
  /** The latest, and then the others, the newest first. */
  readonly releases: readonly [PublicRelease, ...PublicRelease[]];
}

/**
 * The datasets that the public may know, by their ids: those that are listed and whose public record a steward has given.
 * The latest release is that on which members who see aggregates only stand (rule 7.12); newer ones are named only where a
 * steward has given their DOI.
 */
export async function listPublicDatasets(
  db: Kysely<Schema>,
  dois: Readonly<Record<string, string>> = {},
): Promise<readonly PublicDataset[]> {
  const rows = await db
    .selectFrom('dataset')
    .innerJoin('release', 'release.dataset_id', 'dataset.id')
    .select([
      'dataset.id as dataset_id',
      'dataset.unique_id',
      'dataset.name',
      'dataset.description',
      'dataset.settings',
      'dataset.created_at',
      'dataset.aggregate_release_id',
      'dataset.live_release_id',
      'release.id',
      'release.package_version',
      'release.subject_count',
      'release.agreed_subject_count',
      'release.finished_at',
    ])
    .where('dataset.is_listed', '=', true)
    .where('release.state', 'in', ['live', 'retired'])
    .where('release.finished_at', 'is not', null)
    // What holds the data of another one only was never live, and has no report.
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('release.report', 'is not', null),
        not(
          exists(
            selectFrom('release as other')
              .select('other.id')
              .whereRef('other.data_release_id', '=', 'release.id'),
          ),
        ),
      ]),
    )
    .orderBy('dataset.unique_id')
    .orderBy('release.id', 'desc')
    .execute();
  return [...new Set(rows.map(({ unique_id }) => unique_id))].flatMap((uniqueId) => {
    const of = rows.filter(({ unique_id }) => unique_id === uniqueId);
    const latest = of.find(({ id, aggregate_release_id }) => id === aggregate_release_id);
    const settings = storedSettings.safeParse(latest?.settings ?? {}).data;
    const record = settings?.publicRecord;
    if (latest === undefined || record === undefined || settings?.listed === false) return [];
    const doiOf = (id: number): string | null =>
      dois[`release_${id}`] ?? record.dois[`release_${id}`] ?? null;
    const presented = ({ id, package_version, finished_at }: (typeof rows)[number]): PublicRelease => ({
      number: id,
      name: `release_${id}`,
      version: package_version ?? `release_${id}`,
      publishedAt: finished_at ?? latest.created_at,
      doi: doiOf(id),
      isLatest: id === latest.id,
    });
    const others = of.filter(({ id }) => id < latest.id || (id > latest.id && doiOf(id) !== null));
    const threshold = settings?.smallCountThreshold ?? defaultSmallCountThreshold;
    return [
      {
        id: latest.unique_id,
        datasetId: latest.dataset_id,
        title: latest.name,
        description: latest.description ?? latest.name,
        record,
        addedAt: latest.created_at,
        // Below this nothing is shown to the public, whatever the dataset shows its members (rule 14.8).
        subjects:
          latest.subject_count === null || latest.id !== latest.live_release_id
            ? null
            : suppressCount(
                // No more than members who see aggregates only count (rule 1.29).
                latest.agreed_subject_count ?? latest.subject_count,
                Math.max(threshold, defaultSmallCountThreshold),
              ),
        releases: [presented(latest), ...others.map(presented)],
      },
    ];
  });
}

/**
 * A dataset as the public knows it, or would know it if these releases had these DOIs.
 * @throws PortalError 'not_found' where the public may not know the dataset
 */
export async function findPublicDataset(
  db: Kysely<Schema>,
  id: string,
  dois: Readonly<Record<string, string>> = {},
): Promise<PublicDataset> {
  const found = (await listPublicDatasets(db, dois)).find((dataset) => dataset.id === id);
  if (found === undefined) throw new PortalError('not_found', 'There is no such public dataset.');
  return found;
}

/** @throws PortalError 'not_found' where there is no such release */
export function releaseNamed({ releases }: PublicDataset, name: string): PublicRelease {
  const found = name === 'latest' ? releases[0] : releases.find((release) => release.name === name);
  if (found === undefined) throw new PortalError('not_found', 'There is no such release.');
  return found;
}

/** The addresses under which a dataset is public, below the origin of the portal. */
export const addressesOf = (origin: string, id: string) => ({
  page: `${origin}/api/v2/catalogue/${id}`,
  release: (name: string) => `${origin}/api/v2/catalogue/${id}/${name}`,
  node: `${origin}/api/v2/fdp/dataset/${id}`,
  distribution: `${origin}/api/v2/fdp/distribution/${id}`,
  /** The screens of members, which lead to the sign-in. */
  portal: `${origin}/${id}`,
});

/** A release, to be cited. */
export const citedRelease = (dataset: PublicDataset, release: PublicRelease, origin: string): Cited => ({
  key: `${dataset.id}_${release.name}`,
  title: dataset.title,
  record: dataset.record,
  version: release.version,
  publishedAt: release.publishedAt,
  doi: release.doi,
  address:
    release.doi === null ? addressesOf(origin, dataset.id).release(release.name) : doiAddress(release.doi),
});
