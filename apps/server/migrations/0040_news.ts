import { type Kysely, sql } from 'kysely';

/** Articles of the site with their tags. An article without a date of publication is a draft. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('news_article')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('slug', 'text', (column) =>
      column.notNull().unique().check(sql`slug ~ '^[a-z0-9][a-z0-9-]{0,79}$' and slug !~ '^[0-9]+$'`),
    )
    .addColumn('title', 'text', (column) => column.notNull().check(sql`title <> ''`))
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.check(sql`author <> ''`))
    .addColumn('audience', 'text', (column) => column.notNull().check(sql`audience in ('public', 'members')`))
    .addColumn('published_at', 'timestamptz')
    .addColumn('made_at', 'timestamptz', (column) => column.notNull())
    .addColumn('edited_at', 'timestamptz', (column) => column.notNull())
    .addColumn('editor_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('news_article_editor').on('news_article').column('editor_id').execute();
  await db.schema.createIndex('news_article_day').on('news_article').column('published_at').execute();
  await createTags(db);
}

async function createTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('news_tag')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().check(sql`name <> ''`))
    .execute();
  await sql`create unique index news_tag_once on news_tag (lower(name))`.execute(db);
  await db.schema
    .createTable('news_article_tag')
    .addColumn('article_id', 'integer', (column) =>
      column.notNull().references('news_article.id').onDelete('cascade'),
    )
    .addColumn('tag_id', 'integer', (column) =>
      column.notNull().references('news_tag.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('news_article_tag_once', ['article_id', 'tag_id'])
    .execute();
  await db.schema.createIndex('news_article_tag_tag').on('news_article_tag').column('tag_id').execute();
}
