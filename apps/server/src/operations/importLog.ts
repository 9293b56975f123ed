import { PortalError } from '@atrium/contract/errors/errorCode';
import { type ImportReport, PackageRefused } from '@atrium/warehouse';
import { type Kysely, sql } from 'kysely';
import type { ImportKind, ImportState, Schema } from '../database/index.ts';
import { reasonsOf } from './channel.ts';
import { closedByStaff, keepExamples, maskedReport } from './importExamples.ts';
import type { By, ImportDeps, ImportOperation, Watcher } from './operation.ts';

/** The name of an import in the log. */
export interface LogEntry {
  readonly kind: ImportKind;
  readonly source: string;
  readonly dataset: string | null;
  readonly by: By;
  readonly state?: 'waiting' | 'running';
}

/** Begins an entry of the log of imports, under the name of who acts (rule 15.45). */
export async function beginLog(db: Kysely<Schema>, entry: LogEntry): Promise<number> {
  const { kind, source, dataset, by, state = 'running' } = entry;
  const account = by.accountId === undefined ? undefined : await findName(db, by.accountId);
  const { id } = await db
    .insertInto('import_log')
    .values({ kind, state, source, dataset, username: account ?? null, operator: by.operator ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function findName(db: Kysely<Schema>, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('account').select('username').where('id', '=', id).executeTakeFirst();
  return row?.username;
}

/** The part of a finished import that the log keeps. */
export interface LoggedEnd {
  readonly dataset: string;
  readonly releaseId: number | null;
  readonly report: ImportReport;
  /** Whether it waits for staff, though nobody asked for that. */
  readonly isHeld?: boolean;
}

const kindOf = ({ dryRun, checkReports, hold }: ImportOperation): ImportKind => {
  if (checkReports === true) return 'report_check';
  if (dryRun) return 'dry_run';
  return hold === true ? 'build' : 'import';
};

/**
 * Does an import and keeps in the log how it ended. Whoever has its number may watch it and cancel it. A fault of the
 * log never changes an import: only the entry in the log is lost.
 */
export async function logged<Result>(
  { db, imports }: Pick<ImportDeps, 'db' | 'imports'>,
  request: ImportOperation,
  { watcher, act }: { readonly watcher: Watcher; readonly act: LoggedAct<Result> },
): Promise<Result> {
  const { dataset, packagePath, source = packagePath } = request;
  const id = request.logId ?? (await beginLog(db, { kind: kindOf(request), source, dataset, by: watcher }));
  if (request.logId !== undefined)
    await db.updateTable('import_log').set({ state: 'running' }).where('id', '=', id).execute();
  const queued = imports?.begin(id, watcher.signal);
  const signal = queued?.signal ?? watcher.signal;
  const onProgress: Watcher['onProgress'] = (progress) => {
    queued?.onProgress(progress);
    watcher.onProgress(progress);
  };
  try {
    signal.throwIfAborted();
    const { result, end } = await act({ ...watcher, signal, onProgress });
    await endLog(db, id, { state: 'done', end }, watcher.accountId);
    return result;
  } catch (error) {
    await endLog(db, id, { state: stateOf(error, signal), error }, watcher.accountId).catch(() => {});
    throw error;
  } finally {
    queued?.end();
  }
}

type LoggedAct<Result> = (
  watcher: Watcher,
) => Promise<{ readonly result: Result; readonly end: LoggedEnd | null }>;

function stateOf(error: unknown, signal: AbortSignal): ImportState {
  if (signal.aborted) return 'cancelled';
  return error instanceof PackageRefused || (error instanceof PortalError && error.code !== 'fault')
    ? 'refused'
    : 'failed';
}

type Ending =
  | { readonly state: 'done'; readonly end: LoggedEnd | null }
  | { readonly state: ImportState; readonly error: unknown };

/**
 * Ends an entry of the log. What it quotes of closed fields is kept apart, for the account that imported (rule 10.30).
 */
export async function endLog(
  db: Kysely<Schema>,
  id: number,
  ending: Ending,
  accountId?: number,
): Promise<void> {
  const end = 'error' in ending ? null : ending.end;
  const closed = end === null ? new Set<string>() : await closedByStaff(db, end.dataset);
  await db
    .updateTable('import_log')
    .set({
      state: ending.state,
      finished_at: new Date(),
      ...('error' in ending ? { reasons: JSON.stringify(reasonsIn(ending.error)) } : keptOf(end, closed)),
    })
    .where('id', '=', id)
    .execute();
  const refusal = 'error' in ending && ending.error instanceof PackageRefused ? ending.error : null;
  await keepExamples(db, {
    logId: id,
    accountId,
    releaseId: end?.releaseId ?? null,
    problems: end?.report.problems ?? [],
    reasons: refusal?.problems ?? [],
  });
}

function keptOf(end: LoggedEnd | null, closed: ReadonlySet<string>) {
  if (end === null) return {};
  const { dataset, releaseId, report, isHeld = false } = end;
  return {
    dataset,
    ...(isHeld ? { kind: 'build' as const } : {}),
    release_id: releaseId,
    subjects: report.subjects,
    problems: report.problems.reduce((sum, { count }) => sum + count, 0),
    report: JSON.stringify(maskedReport(report, closed)),
  };
}

function reasonsIn(error: unknown): readonly string[] {
  if (error instanceof PackageRefused) return error.kept;
  const known = reasonsOf(error);
  if (known !== null) return known;
  return [error instanceof Error ? error.message : String(error)];
}

/** An import that waited or ran when its process ended counts as interrupted: neither done nor refused. */
export async function interruptLog(db: Kysely<Schema>, hasEnded = sql<boolean>`true`): Promise<number> {
  const interrupted = await db
    .updateTable('import_log')
    .set({ state: 'interrupted', finished_at: new Date() })
    .where('state', 'in', ['waiting', 'running'])
    .where(hasEnded)
    .returning('id')
    .execute();
  return interrupted.length;
}
