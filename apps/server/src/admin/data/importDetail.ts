import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ImportDetail } from '@atrium/contract/wire/adminData';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ImportState, Schema } from '../../database/index.ts';
import { type ImportQueue, loadExamples, presentStoredReport } from '../../operations/index.ts';

type Json = z.output<ReturnType<typeof z.json>>;
const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentences = z.array(z.string()).catch([]);

const openStates: ReadonlySet<ImportState> = new Set(['waiting', 'running']);

export async function isOpenInLog(db: Kysely<Schema>, id: number): Promise<boolean> {
  const row = await db.selectFrom('import_log').select('state').where('id', '=', id).executeTakeFirst();
  return row !== undefined && openStates.has(row.state);
}

/** An import with its report, or how far it is; what it quotes of closed fields is for who imported only (rule 10.30). */
export async function loadImport(
  { db, imports }: { readonly db: Kysely<Schema>; readonly imports: ImportQueue },
  { id, accountId }: { readonly id: number; readonly accountId: number },
): Promise<ImportDetail> {
  const row = await db.selectFrom('import_log').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such import.');
  const whole = await loadExamples(db, { logId: id, accountId });
  const stored = z.json().nullable().catch(null).parse(row.report);
  const report = whole === null || !isObject(stored) ? stored : { ...stored, problems: whole.problems };
  const isOpen = openStates.has(row.state);
  if (isOpen) imports.expect(id);
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
    reasons: whole !== null && whole.reasons.length > 0 ? whole.reasons : sentences.parse(row.reasons),
    report,
    lines: [...presentStoredReport(report, row.kind)],
  };
}
