import type { DataItem } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { numberInDataset } from '../../database/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListSource } from '../frame/list.ts';

const row = z.object({
  dataset: z.string(),
  name: z.string(),
  release: z.int().nullable(),
  number: z.int().nullable(),
  version: z.string().nullable(),
  subjects: z.int().nullable(),
  imported: z.date().nullable(),
  members: z.int(),
  reports: z.int(),
  waiting: z.int(),
});
type DatasetRow = z.infer<typeof row>;

const datasets = sql`
  select dataset.unique_id as dataset, dataset.name, dataset.live_release_id as release,
    case when dataset.live_release_id is not null
      then ${numberInDataset(sql`dataset.live_release_id`)} end as number,
    release.package_version as version, release.subject_count as subjects, release.finished_at as imported,
    (select count(*)::integer from membership where membership.dataset_id = dataset.id) as members,
    (select count(*)::integer from report where report.dataset_id = dataset.id) as reports,
    (select count(*)::integer from release as waiting
      where waiting.dataset_id = dataset.id and waiting.state = 'built') as waiting
  from dataset left join release on release.id = dataset.live_release_id`;

export const createDatasetList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'datasets',
    source: (_filter: object): ListSource<DatasetRow> => ({ rows: datasets, row }),
    searched: ['dataset', 'name'],
    sorts: {
      name: sql`lower(name)`,
      dataset: sql`lower(dataset)`,
      subjects: sql`subjects`,
      imported: sql`imported`,
      members: sql`members`,
    },
    usualSort: ['name', 1],
    key: 'dataset',
    columns: [
      ['dataset', (one) => one.dataset],
      ['name', (one) => one.name],
      ['release', (one) => one.release],
      ['version', (one) => one.version],
      ['subjects', (one) => one.subjects],
      ['imported', (one) => one.imported],
      ['members', (one) => one.members],
      ['reports', (one) => one.reports],
      ['waiting', (one) => one.waiting],
    ],
  });

export const presentDataset = ({ imported, ...one }: DatasetRow): DataItem => ({
  ...one,
  importedAt: imported?.toISOString() ?? null,
});
