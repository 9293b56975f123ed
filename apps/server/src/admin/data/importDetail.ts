import { type ImportDetail, PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../database/index.ts';
import { type ImportQueue, presentStoredReport } from '../../operations/index.ts';

const sentences = z.array(z.string()).catch([]);

/** An import with its report, or how far it is. */
export async function loadImport(
  { db, imports }: { readonly db: Kysely<Schema>; readonly imports: ImportQueue },
  id: number,
): Promise<ImportDetail> {
  const row = await db.selectFrom('import_log').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such import.');
  const isOpen = row.state === 'waiting' || row.state === 'running';
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    source: row.source,
    dataset: row.dataset,
    release: row.release_id,
    by: row.username ?? row.operator,
    subjects: row.subjects,
    problems: row.problems,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: isOpen ? imports.progressOf(id) : null,
    reasons: sentences.parse(row.reasons),
    report: z.json().nullable().catch(null).parse(row.report),
    lines: [...presentStoredReport(row.report, row.kind)],
  };
}
