import { type ImportItem, importLogKinds, importLogStates } from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AdminDeps } from '../frame/deps.ts';
import { createList, type ListSource } from '../frame/list.ts';

const row = z.object({
  id: z.int(),
  kind: z.enum(importLogKinds),
  state: z.enum(importLogStates),
  source: z.string(),
  dataset: z.string().nullable(),
  release_id: z.int().nullable(),
  by: z.string().nullable(),
  subjects: z.int().nullable(),
  problems: z.int(),
  started_at: z.date(),
  finished_at: z.date().nullable(),
});
export type ImportRow = z.infer<typeof row>;

interface ImportFilter {
  readonly state?: ImportRow['state'] | undefined;
  readonly kind?: ImportRow['kind'] | undefined;
  readonly dataset?: string | undefined;
}

const where = ({ state, kind, dataset }: ImportFilter) =>
  sql.join(
    [
      sql`true`,
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(dataset === undefined ? [] : [sql`dataset = ${dataset}`]),
    ],
    sql` and `,
  );

/** Every import; words are looked for in its reasons and its report, too (rule 15.45). */
export const createImportList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'imports',
    source: (filter: ImportFilter): ListSource<ImportRow> => ({
      rows: sql`select id, kind, state, source, dataset, release_id, subjects, problems, started_at, finished_at,
          coalesce(username, operator) as by, reasons::text as reasons, coalesce(report::text, '') as report
        from import_log where ${where(filter)}`,
      row,
    }),
    searched: ['source', 'dataset', 'by', 'reasons', 'report'],
    sorts: {
      started: sql`started_at`,
      dataset: sql`lower(dataset)`,
      source: sql`lower(source)`,
      state: sql`state`,
      problems: sql`problems`,
      subjects: sql`subjects`,
    },
    usualSort: ['started', -1],
    key: 'id',
    columns: [
      ['id', (one) => one.id],
      ['kind', (one) => one.kind],
      ['state', (one) => one.state],
      ['source', (one) => one.source],
      ['dataset', (one) => one.dataset],
      ['release', (one) => one.release_id],
      ['by', (one) => one.by],
      ['subjects', (one) => one.subjects],
      ['problems', (one) => one.problems],
      ['started', (one) => one.started_at],
      ['finished', (one) => one.finished_at],
    ],
  });

export const presentImport = ({
  release_id: release,
  started_at: started,
  finished_at: finished,
  ...one
}: ImportRow): ImportItem => ({
  ...one,
  release,
  startedAt: started.toISOString(),
  finishedAt: finished?.toISOString() ?? null,
});
