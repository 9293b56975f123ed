import { type Kysely, sql } from 'kysely';

/**
 * How much each account has used each dataset in each month, summed up from the lines of the audit (rule 15.8). Account and
 * dataset are plain numbers, as in the audit; 0 stands for no dataset.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('use_by_month')
    .addColumn('account_id', 'integer', (column) => column.notNull())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull().check(sql`month ~ '^\\d{4}-\\d{2}$'`))
    .addColumn('sign_ins', 'integer', (column) => column.notNull())
    .addColumn('queries', 'integer', (column) => column.notNull())
    .addColumn('exports', 'integer', (column) => column.notNull())
    .addColumn('exported_rows', 'bigint', (column) => column.notNull())
    .addColumn('downloads', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('use_by_month_once', ['account_id', 'dataset_id', 'month'])
    .execute();
  await sql`create index use_by_month_month on use_by_month (month)`.execute(db);
  await db.schema
    .createTable('use_summed')
    .addColumn('is_only', 'boolean', (column) => column.primaryKey().defaultTo(true).check(sql`is_only`))
    .addColumn('through', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into use_summed (through) values (0)`.execute(db);
}
