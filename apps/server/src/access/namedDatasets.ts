import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { hashOfSecret, secretForm } from './secret.ts';

/** Which dataset each session named last, for calls of the protocol that name none (rule 13.10). */
export interface NamedDatasets {
  /** The id in paths; null where the session has named none, and for requests without a session. */
  find(token: string | undefined): Promise<string | null>;
  remember(token: string | undefined, datasetId: number): Promise<void>;
}

export function createNamedDatasets(db: Kysely<Schema>): NamedDatasets {
  return {
    find: async (token) => {
      if (token === undefined || !secretForm.test(token)) return null;
      const row = await db
        .selectFrom('named_dataset')
        .innerJoin('dataset', 'dataset.id', 'named_dataset.dataset_id')
        .select('dataset.unique_id')
        .where('token_hash', '=', hashOfSecret(token))
        .executeTakeFirst();
      return row?.unique_id ?? null;
    },
    remember: async (token, datasetId) => {
      if (token === undefined || !secretForm.test(token)) return;
      const hash = hashOfSecret(token);
      // A session that has ended meanwhile is named by no row, and one that stays in its dataset writes once.
      await db
        .insertInto('named_dataset')
        .columns(['token_hash', 'dataset_id'])
        .expression((from) =>
          from
            .selectFrom('session')
            .select(({ val }) => ['session.token_hash', val(datasetId).as('dataset_id')])
            .where('session.token_hash', '=', hash)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('named_dataset')
                    .select('dataset_id')
                    .where('token_hash', '=', hash)
                    .where('dataset_id', '=', datasetId),
                ),
              ),
            ),
        )
        .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ dataset_id: datasetId }))
        .execute();
    },
  };
}
