import type { Parts } from '@atrium/engine';
import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import { perEpoch } from '../asking/index.ts';
import type { Schema } from '../database/index.ts';

/** What the state database says about an earlier release beside the live one. */
export interface Closings {
  /** Both are releases of the same data. */
  readonly shareData: boolean;
  /** What the live release lacks, and a steward said is only no longer delivered (rule 12.20). */
  readonly notDelivered: Parts;
  /** The same text where all of this is the same. */
  readonly key: string;
}

const known = perEpoch<Closings>('closings');

export async function findClosings(
  db: Kysely<Schema>,
  { datasetId, asOf }: Pick<Member, 'datasetId' | 'asOf'>,
  { id, live }: { readonly id: number; readonly live: number },
): Promise<Closings> {
  const find = () => loadClosings(db, datasetId, [id, live]);
  return (await known({ epoch: asOf?.epoch, key: `${datasetId}/${id}/${live}` }, find)) ?? (await find());
}

async function loadClosings(
  db: Kysely<Schema>,
  datasetId: number,
  pair: readonly [number, number],
): Promise<Closings> {
  const said = await db
    .selectFrom('lacking_part')
    .select(['kind', 'part_id'])
    .where('dataset_id', '=', datasetId)
    .where('word', '=', 'not_delivered')
    .orderBy('kind')
    .orderBy('part_id')
    .execute();
  const rows = await db
    .selectFrom('release')
    .select(['id', 'data_release_id'])
    .where('dataset_id', '=', datasetId)
    .where('id', 'in', [...pair])
    .execute();
  const data = rows.map(({ id, data_release_id: of }) => of ?? id);
  const idsOf = (wanted: 'concept' | 'collection'): ReadonlySet<string> =>
    new Set(said.filter(({ kind }) => kind === wanted).map(({ part_id }) => part_id));
  const shareData = data.length === 2 && data[0] === data[1];
  return {
    shareData,
    notDelivered: { concepts: idsOf('concept'), collections: idsOf('collection') },
    key: JSON.stringify([shareData, said.map(({ kind, part_id }) => [kind, part_id])]),
  };
}

/** Whether a steward has opened the release whole, and still may see it so (rule 12.21). */
export async function isOpenedWhole(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: () => Date },
  { account, datasetId }: Pick<Member, 'account' | 'datasetId'>,
  releaseId: number,
): Promise<boolean> {
  if (!account.isStaff) return false;
  const row = await db
    .selectFrom('release_opening')
    .select('id')
    .where('account_id', '=', account.id)
    .where('dataset_id', '=', datasetId)
    .where('release_id', '=', releaseId)
    .where('ends_at', '>', clock())
    .executeTakeFirst();
  return row !== undefined;
}
