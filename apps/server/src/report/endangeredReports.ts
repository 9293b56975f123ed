import { PortalError } from '@atrium/contract/errors/errorCode';
import type { LostPart } from '@atrium/contract/wire/reportVersion';
import type { Questions } from '@atrium/warehouse';
import { type Kysely, sql } from 'kysely';
import { errorsOf } from '../analysis/index.ts';
import { openForChecks } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { findLost } from './lostParts.ts';
import { openContent } from './openReport.ts';
import { formerMember } from './reportStore.ts';
import { loadContent } from './versions.ts';

interface CheckDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
}

/** A report that another release would break, or take something from. */
export interface EndangeredReport {
  readonly id: number;
  readonly name: string;
  readonly creator: string;
  /** It stays on its own release, and so is not touched. */
  readonly staysOnOwn: boolean;
  /** Sentences about parts that would be errors, and are none on the live release. */
  readonly errors: readonly string[];
  readonly lost: readonly LostPart[];
}

interface Compared {
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** The number of a release that is built and not live yet. */
  readonly release: number;
  readonly signal: AbortSignal;
}

/**
 * Finds the reports of a dataset that a release would break, by number of the report (rule 12.10). They are checked as
 * somebody who sees everything would, whatever their viewers see.
 */
export async function findEndangered(
  deps: CheckDeps,
  { dataset, release, signal }: Compared,
): Promise<readonly EndangeredReport[]> {
  const found = await deps.db
    .selectFrom('dataset')
    .select(['id', 'live_release_id'])
    .where('unique_id', '=', dataset)
    .executeTakeFirst();
  if (found === undefined || found.live_release_id === null) return [];
  const after = await openForChecks(deps, release);
  const before = await openForChecks(deps, found.live_release_id).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_ready') return null;
    throw error;
  });
  const endangered: EndangeredReport[] = [];
  for (const report of await listAll(deps.db, found.id)) {
    const content = await loadContent(deps.db, report);
    const live = openContent(content, after);
    const own = before === null ? null : openContent(content, before);
    const known = new Set(own === null ? [] : errorsOf(own));
    const found = errorsOf(live).filter((error) => !known.has(error));
    const errors = own === null ? [notComparable, ...found] : found;
    const lost = own === null ? [] : await findLost(deps, { own, live }, signal);
    if (errors.length === 0 && lost.length === 0) continue;
    const { id, name, creator, release_choice } = report;
    endangered.push({
      id,
      name,
      creator: creator ?? formerMember,
      staysOnOwn: release_choice === 'own',
      errors,
      lost,
    });
  }
  return endangered;
}

/** Where the live release is gone, or cannot be read (rule 15.53). */
const notComparable = 'It cannot be compared: the data of the live release cannot be opened.';

const listAll = (db: Kysely<Schema>, datasetId: number) =>
  db
    .selectFrom('report')
    .leftJoin('account', 'account.id', 'report.account_id')
    .select(['report.id', 'report.name', 'report.version', 'report.release_choice'])
    .select(sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`.as('creator'))
    .where('report.dataset_id', '=', datasetId)
    .orderBy('report.id')
    .execute();
