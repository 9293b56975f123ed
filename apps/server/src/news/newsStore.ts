import type { NewsAudience } from '@atrium/contract/wire/news';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Reader } from './policy.ts';

export interface StoredTag {
  readonly id: number;
  readonly name: string;
}

export interface StoredArticle {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly source: string;
  readonly body: string;
  readonly author: string | null;
  readonly audience: NewsAudience;
  /** Null of a draft. */
  readonly publishedAt: Date | null;
  readonly madeAt: Date;
  readonly editedAt: Date;
  /** The full name of the account that saved it last; null where it is gone. */
  readonly editor: string | null;
  readonly version: number;
  readonly tags: readonly StoredTag[];
}

/** Who asks, and when: a scheduled article is public from its moment on. */
export interface Reading {
  readonly reader: Reader;
  readonly now: Date;
}

/** When an article is or was published, or when its draft was begun. */
const day = sql<Date>`coalesce(news_article.published_at, news_article.made_at)`;

/** The articles that a reader may see (rule 14.2); staff see every one. */
const seenBy =
  ({ reader, now }: Reading) =>
  ({ eb, and, lit }: ExpressionBuilder<Schema, 'news_article'>) => {
    if (reader === 'staff') return lit(true);
    const published = eb('news_article.published_at', '<=', now);
    return reader === 'member' ? published : and([published, eb('news_article.audience', '=', 'public')]);
  };

const articles = (db: Kysely<Schema>) =>
  db
    .selectFrom('news_article')
    .leftJoin('account', 'account.id', 'news_article.editor_id')
    .select([
      'news_article.id',
      'slug',
      'title',
      'source',
      'body',
      'author',
      'audience',
      'published_at as publishedAt',
      'made_at as madeAt',
      'edited_at as editedAt',
      'news_article.version',
    ])
    .select(sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`.as('editor'));

type Row = Omit<StoredArticle, 'tags'>;

async function withTags(db: Kysely<Schema>, rows: readonly Row[]): Promise<StoredArticle[]> {
  const ids = rows.map(({ id }) => id);
  const tags =
    ids.length === 0
      ? []
      : await db
          .selectFrom('news_article_tag')
          .innerJoin('news_tag', 'news_tag.id', 'news_article_tag.tag_id')
          .select(['article_id', 'news_tag.id', 'news_tag.name'])
          .where('article_id', 'in', ids)
          .orderBy(sql`lower(news_tag.name)`)
          .execute();
  return rows.map((row) => ({
    ...row,
    tags: tags.filter((tag) => tag.article_id === row.id).map(({ id, name }) => ({ id, name })),
  }));
}

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** Null: of every tag. */
  readonly tag: number | null;
}

/** One page of what a reader may see, newest first, with the number of all. */
export async function listArticles(
  db: Kysely<Schema>,
  reading: Reading,
  { page, size, tag }: PageRequest,
): Promise<{ readonly count: number; readonly articles: readonly StoredArticle[] }> {
  const tagged = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'news_article'>) =>
    exists(
      selectFrom('news_article_tag')
        .select('article_id')
        .whereRef('article_id', '=', 'news_article.id')
        .where('tag_id', '=', tag),
    );
  const counting = db
    .selectFrom('news_article')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(seenBy(reading));
  const { count } = await (tag === null ? counting : counting.where(tagged)).executeTakeFirstOrThrow();
  const listing = articles(db).where(seenBy(reading));
  const rows = await (tag === null ? listing : listing.where(tagged))
    .orderBy(day, 'desc')
    .orderBy('news_article.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { count: Number(count), articles: await withTags(db, rows) };
}

/** One article that a reader may see, by its id or its slug. */
export async function findArticle(
  db: Kysely<Schema>,
  reading: Reading,
  name: number | string,
): Promise<StoredArticle | undefined> {
  const row = await articles(db)
    .where(seenBy(reading))
    .where(typeof name === 'number' ? 'news_article.id' : 'slug', '=', name)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [article] = await withTags(db, [row]);
  return article;
}

/** The tags of the articles that a reader may see, by name. */
export const listTags = (db: Kysely<Schema>, reading: Reading): Promise<StoredTag[]> =>
  db
    .selectFrom('news_tag')
    .select(['news_tag.id', 'news_tag.name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('news_article')
          .innerJoin('news_article_tag', 'news_article_tag.article_id', 'news_article.id')
          .select('news_article.id')
          .whereRef('news_article_tag.tag_id', '=', 'news_tag.id')
          .where(seenBy(reading)),
      ),
    )
    .orderBy(sql`lower(news_tag.name)`)
    .execute();

/** Every tag, with how many articles of any state have it. */
export async function countTags(
  db: Kysely<Schema>,
): Promise<readonly (StoredTag & { readonly articles: number })[]> {
  const rows = await db
    .selectFrom('news_tag')
    .leftJoin('news_article_tag', 'news_article_tag.tag_id', 'news_tag.id')
    .select(['news_tag.id', 'news_tag.name'])
    .select(({ fn }) => fn.count<string>('news_article_tag.article_id').as('articles'))
    .groupBy(['news_tag.id', 'news_tag.name'])
    .orderBy(sql`lower(news_tag.name)`)
    .execute();
  return rows.map((row) => ({ ...row, articles: Number(row.articles) }));
}
