import { type Kysely, sql } from 'kysely';

/**
 * One row names the epoch: what anybody may do and see stays as it is as long as the name stays. Triggers give it a
 * new name at the end of each transaction that changes something of the kind, when all its other locks are taken. A name
 * is drawn, not counted, so that a database that was restored never has one again.
 *
 * Since the triggers wait for the end of the transaction, a later migration that changes rows of such a table and then
 * the table itself says `set constraints all immediate` in between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('epoch')
    .addColumn('is_only', 'boolean', (column) => column.primaryKey().defaultTo(true).check(sql`is_only`))
    .addColumn('name', 'uuid', (column) => column.notNull())
    .execute();
  await sql`insert into epoch (name) values (gen_random_uuid())`.execute(db);
  await sql`
    create function epoch_end() returns trigger language plpgsql as $$
    begin
      if current_setting('atrium.epoch_ended', true) = 'yes' then return null; end if;
      update epoch set name = gen_random_uuid();
      perform set_config('atrium.epoch_ended', 'yes', true);
      return null;
    end $$`.execute(db);
  for (const table of tables) await watch(db, table);
}

interface Watched {
  readonly table: string;
  /** Whether a new row leaves everything that is known as it is: nobody remembers that there was none. */
  readonly beginsFreely?: boolean;
  /** Which updates leave everything that is known as it is. */
  readonly harmless?: string;
}

const tables: readonly Watched[] = [
  {
    table: 'account',
    beginsFreely: true,
    harmless: `to_jsonb(old) - 'last_used_at' = to_jsonb(new) - 'last_used_at'`,
  },
  {
    table: 'session',
    beginsFreely: true,
    harmless: `to_jsonb(old) - '{last_seen_at,expires_at}'::text[] = to_jsonb(new) - '{last_seen_at,expires_at}'::text[]
      and new.expires_at >= old.expires_at`,
  },
  {
    table: 'api_token',
    beginsFreely: true,
    harmless: `to_jsonb(old) - 'last_used_at' = to_jsonb(new) - 'last_used_at'`,
  },
  { table: 'membership' },
  { table: 'membership_group' },
  { table: 'permission_group' },
  { table: 'dataset' },
  { table: 'dataset_agreement' },
  { table: 'agreement_acceptance' },
  { table: 'release' },
];

async function watch(
  db: Kysely<unknown>,
  { table, beginsFreely = false, harmless = 'false' }: Watched,
): Promise<void> {
  const on = async (event: string, condition: string): Promise<void> => {
    const name = sql.ref(`${table}_epoch_${event}`);
    await sql`
      create constraint trigger ${name} after ${sql.raw(event)} on ${sql.ref(table)}
      deferrable initially deferred for each row when (${sql.raw(condition)}) execute function epoch_end()`.execute(
      db,
    );
  };
  if (!beginsFreely) await on('insert', 'true');
  await on('update', `not (${harmless})`);
  await on('delete', 'true');
  await sql`
    create trigger ${sql.ref(`${table}_epoch_truncate`)} after truncate on ${sql.ref(table)}
    for each statement execute function epoch_end()`.execute(db);
}
