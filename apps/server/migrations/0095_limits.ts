import { type Kysely, sql } from 'kysely';

/** What limits of accounts need: links that can be ended, definitions stored once, projects of their own, whose mail it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('links_ended', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await storeDefinitionsOnce(db);
  await sql`drop index project_once`.execute(db);
  await sql`create unique index project_once on project (dataset_id, account_id, lower(name))`.execute(db);
  await db.schema
    .alterTable('mail')
    .addColumn('caused_by', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('is_security', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema.createIndex('mail_cause').on('mail').columns(['caused_by', 'made_at']).execute();
}

/** The columns of a version that held a definition each, and the columns that name one instead (decision 84). */
const columns = [
  ['cohort', 'cohort_hash'],
  ['table_definition', 'table_hash'],
  ['analysis', 'analysis_hash'],
  ['expectations', 'expectations_hash'],
] as const;

/** Versions of reports name their definitions by hash; each is stored once for a dataset, and goes with its last version. */
async function storeDefinitionsOnce(db: Kysely<unknown>): Promise<void> {
  await sql`create function report_definition_hash(given jsonb) returns text immutable strict parallel safe
    language sql return encode(sha256(convert_to(given::text, 'UTF8')), 'hex')`.execute(db);
  await db.schema
    .createTable('report_definition')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('content', 'jsonb', (column) => column.notNull())
    .addPrimaryKeyConstraint('report_definition_once', ['dataset_id', 'hash'])
    .addCheckConstraint('report_definition_is_whole', sql`hash = report_definition_hash(content)`)
    .execute();
  // A report without expectations names none.
  await sql`alter table report_version alter expectations drop not null`.execute(db);
  await sql`update report_version set expectations = null where expectations = '[]'::jsonb`.execute(db);
  for (const [held, named] of columns) {
    const [content, hash] = [sql.ref(held), sql.ref(named)];
    await sql`alter table report_version add column ${hash} text`.execute(db);
    await sql`insert into report_definition
      select distinct dataset_id, report_definition_hash(${content}), ${content}
      from report_version where ${content} is not null
      on conflict do nothing`.execute(db);
    await sql`update report_version set ${hash} = report_definition_hash(${content})`.execute(db);
    await requireAllMoved(db, held, named);
  }
  for (const [held, named] of columns) {
    await db.schema.alterTable('report_version').dropColumn(held).execute();
    await sql`alter table report_version add foreign key (dataset_id, ${sql.ref(named)})
      references report_definition (dataset_id, hash)`.execute(db);
    await sql`create index ${sql.ref(`report_version_${named}`)}
      on report_version (dataset_id, ${sql.ref(named)})`.execute(db);
  }
  await sql`alter table report_version alter cohort_hash set not null, alter table_hash set not null`.execute(
    db,
  );
  await forgetUnused(db);
}

/** Refuses the whole migration where a version would not have the definition that it had. */
async function requireAllMoved(db: Kysely<unknown>, held: string, named: string): Promise<void> {
  const [content, hash] = [sql.ref(`report_version.${held}`), sql.ref(`report_version.${named}`)];
  const { rows } = await sql<{ before: number; after: number }>`
    select count(${content})::integer as before,
      (count(*) filter (where report_definition.content = ${content}))::integer as after
    from report_version left join report_definition
      on report_definition.dataset_id = report_version.dataset_id and report_definition.hash = ${hash}`.execute(
    db,
  );
  const [{ before, after } = { before: 0, after: -1 }] = rows;
  if (before !== after)
    throw new Error(
      `Of ${before} definitions (${held}) of report versions, ${after} could be stored by hash.`,
    );
}

/** Who saves a version locks its definitions, so that none goes that is just being used again. */
async function forgetUnused(db: Kysely<unknown>): Promise<void> {
  const used = sql.join(
    columns.map(
      ([, named]) => sql`not exists (select from report_version
        where report_version.dataset_id = unused.dataset_id and ${sql.ref(named)} = unused.hash)`,
    ),
    sql` and `,
  );
  const named = sql.join(
    columns.map(([, hash]) => sql`select dataset_id, ${sql.ref(hash)} as hash from gone`),
    sql` union `,
  );
  await sql`
    create function report_definition_forget() returns trigger language plpgsql as $$
    declare maybe record;
    begin
      for maybe in ${named} order by 1, 2 loop
        perform from report_definition where dataset_id = maybe.dataset_id and hash = maybe.hash for update;
        delete from report_definition as unused
          where dataset_id = maybe.dataset_id and hash = maybe.hash and ${used};
      end loop;
      return null;
    end $$`.execute(db);
  await sql`create trigger report_definition_forget after delete on report_version
    referencing old table as gone for each statement execute function report_definition_forget()`.execute(db);
}
