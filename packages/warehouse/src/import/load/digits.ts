import type { Dictionary } from '@atrium/engine';
import { queryRows } from '../../duckdb/results.ts';
import type { ImportJob } from './importJob.ts';
import { mayBeLarge, staging } from './staging.ts';

/**
 * The ids of the concepts whose whole numbers are kept with all their digits (rule 5.22): a value lies beyond 2^53, and
 * all that do have at most 64 bits.
 */
export async function conceptsWithDigits({
  plan,
  problems,
  connection,
}: ImportJob): Promise<ReadonlySet<string>> {
  const large = new Set<string>();
  for (const { collection, field: name, kind } of problems.list()) {
    if (kind !== 'inexactInteger') continue;
    const table = plan.tables.find((each) => each.name === collection);
    const field = table?.fields.find((each) => each.name === name);
    if (table === undefined || field === undefined || field.concept === null || !mayBeLarge(field)) continue;
    const isRounded = `abs(${staging.value(field)}) > ${Number.MAX_SAFE_INTEGER} AND ${staging.digits(field)} IS NULL`;
    const [row] = await queryRows(
      connection,
      `SELECT count(*) FILTER (WHERE ${isRounded}) AS rounded FROM ${staging.rows(table)}`,
    );
    if (Number(row?.['rounded']) === 0) large.add(field.concept.id);
  }
  return large;
}

/** The dictionary in which these concepts keep their digits. */
export const withDigits = (dictionary: Dictionary, large: ReadonlySet<string>): Dictionary => ({
  ...dictionary,
  concepts: dictionary.concepts.map((concept) =>
    large.has(concept.id) ? { ...concept, keepsDigits: true } : concept,
  ),
});
