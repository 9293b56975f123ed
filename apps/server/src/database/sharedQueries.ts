import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** The number of a release among those of its dataset, from 1, in order of time (rule 10.34). */
export const numberInDataset = (release: RawBuilder<unknown>) => sql<number>`(
  select count(*)::integer from release as this
  join release as earlier on earlier.dataset_id = this.dataset_id and earlier.id <= this.id
  where this.id = ${release})`;

/** The numbers of these releases, or of all of a dataset, by the name that programs know: `release_12` is 3. */
export async function releaseNumbers(
  db: Kysely<Schema>,
  of: { readonly datasetId: number } | { readonly releases: readonly number[] },
): Promise<Record<string, number>> {
  if ('releases' in of && of.releases.length === 0) return {};
  const found = await db
    .selectFrom('release')
    .select(['release.id', numberInDataset(sql`release.id`).as('number')])
    .where((eb) =>
      'datasetId' in of
        ? eb('release.dataset_id', '=', of.datasetId)
        : eb('release.id', 'in', [...of.releases]),
    )
    .execute();
  return Object.fromEntries(found.map(({ id, number }) => [`release_${id}`, number]));
}

/** The pattern of `like` for texts that hold this one anywhere, in which `%` and `_` stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
