import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../database/index.ts';

const demoState = z.object({
  /** Whether the demo accounts belong to this home. */
  accounts: z.boolean(),
  /** False until the first start made everything, however often it was interrupted. */
  isComplete: z.boolean(),
});

/** What makes a home a demo home; written before anything of the demo is made. */
export type DemoState = z.infer<typeof demoState>;

const name = 'demo';

export async function readDemoState(db: Kysely<Schema>): Promise<DemoState | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row === undefined ? null : demoState.parse(row.value);
}

export async function writeDemoState(db: Kysely<Schema>, state: DemoState): Promise<void> {
  const value = JSON.stringify(state);
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Nobody has put a dataset in yet. */
export async function hasNoDataset(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('dataset').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Nobody has made an account yet. */
export async function hasNoAccount(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined;
}
