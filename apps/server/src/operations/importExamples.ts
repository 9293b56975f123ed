import type { ImportReport } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/index.ts';
import { parseEdits } from './dictionaryRelease.ts';

/** Stands in the place of a value that not everybody may see. */
const mask = '•••';

/** The report as everybody of staff may see it: without examples of what is closed (rule 10.30). */
export const maskedReport = <Report extends ImportReport>(
  report: Report,
  closed: ReadonlySet<string>,
): Report => ({
  ...report,
  problems: report.problems.map((problem) =>
    problem.isOpen && (problem.conceptId === null || !closed.has(problem.conceptId))
      ? problem
      : { ...problem, examples: problem.examples.map((example) => ({ ...example, value: mask })) },
  ),
});

/** The concepts that staff closed in the live dictionary, whatever the package says of them. */
export async function closedByStaff(db: Kysely<Schema>, dataset: string): Promise<ReadonlySet<string>> {
  const row = await db
    .selectFrom('dataset')
    .innerJoin('release', 'release.id', 'dataset.live_release_id')
    .select('release.dictionary_edits')
    .where('dataset.unique_id', '=', dataset)
    .executeTakeFirst();
  const { concepts } = parseEdits(row?.dictionary_edits);
  return new Set(
    Object.entries(concepts).flatMap(([id, { hasPhi, isPublished }]) =>
      hasPhi === true || isPublished === false ? [id] : [],
    ),
  );
}

interface Quoted {
  readonly logId: number;
  readonly accountId: number | undefined;
  readonly releaseId: number | null;
  readonly problems: ImportReport['problems'];
  readonly reasons: readonly string[];
}

/** Keeps what an import quotes for the account that imported; for nobody where no account did. */
export async function keepExamples(db: Kysely<Schema>, quoted: Quoted): Promise<void> {
  const { logId, accountId, releaseId, problems, reasons } = quoted;
  await forgetOldExamples(db);
  if (accountId === undefined || problems.length + reasons.length === 0) return;
  await db
    .insertInto('import_example')
    .values({
      log_id: logId,
      account_id: accountId,
      release_id: releaseId,
      problems: JSON.stringify(problems),
      reasons: JSON.stringify(reasons),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What an import without a release quotes is kept for a week. */
async function forgetOldExamples(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('import_example')
    .where('release_id', 'is', null)
    .where('made_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
}

/** Examples go with their release. */
export async function forgetExamples(db: Kysely<Schema>, releases: readonly number[]): Promise<void> {
  if (releases.length === 0) return;
  await db.deleteFrom('import_example').where('release_id', 'in', releases).execute();
}

const keptExamples = z.object({ problems: z.array(z.json()), reasons: z.array(z.string()) });

/** What the import quotes, for the account that imported; null for everybody else, and when it is gone. */
export async function loadExamples(
  db: Kysely<Schema>,
  { logId, accountId }: { readonly logId: number; readonly accountId: number },
): Promise<z.output<typeof keptExamples> | null> {
  const row = await db
    .selectFrom('import_example')
    .select(['problems', 'reasons'])
    .where('log_id', '=', logId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const read = keptExamples.safeParse(row);
  return read.success ? read.data : null;
}
