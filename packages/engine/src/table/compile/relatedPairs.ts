import { sql } from 'kysely';
import type { Collection } from '../../dictionary/dictionary.ts';
import { storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';
import type { Fragment } from './names.ts';

/** Rows `here`, `there`: related rows of the two collections, whichever of them names the other. */
export function relatedPairs(here: Collection, there: Collection, release: ReleaseSql): Fragment {
  const forth = here.relations
    .filter(({ collectionId }) => collectionId === there.id)
    .map(
      (relation) =>
        sql`SELECT _row AS here, _other AS there FROM ${tableOf(release, storage.related(relation))}`,
    );
  const back = there.relations
    .filter(({ collectionId }) => collectionId === here.id)
    .map(
      (relation) =>
        sql`SELECT _other AS here, _row AS there FROM ${tableOf(release, storage.related(relation))}`,
    );
  return sql`(${sql.join([...forth, ...back], sql` UNION ALL `)})`;
}
