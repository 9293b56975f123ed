import type { GivenArticle } from '@atrium/contract/endpoints/adminNews';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import slugify from '@sindresorhus/slugify';
import { type Kysely, sql } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/index.ts';
import { renderMarkdown } from '../richText/index.ts';
import { findArticle, type StoredArticle } from './newsStore.ts';

export interface NewsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

/** The author; null for the portal itself, as in the demo. */
interface Editor {
  readonly id: number | null;
}

export interface Saving {
  readonly editor: Editor;
  readonly given: GivenArticle;
}

/** Saves a new article; its text is sanitised before it is stored (rule 14.1). */
export async function createArticle(
  { db, clock }: NewsDeps,
  { editor, given }: Saving,
): Promise<StoredArticle> {
  const now = clock();
  return db.transaction().execute(async (inside) => {
    const { id } = await inside
      .insertInto('news_article')
      .values({
        ...columns(given),
        slug: await freeSlug(inside, given.title),
        published_at: publishedAt(given, null, now),
        made_at: now,
        edited_at: now,
        editor_id: editor.id,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setTags(inside, id, given.tags ?? []);
    return finish(inside, { id, now, editor, action: 'news_create' });
  });
}

/** Replaces an article; refuses with changed_meanwhile where somebody saved it since (rule 14.4). */
export async function editArticle(
  { db, clock }: NewsDeps,
  id: number,
  { editor, given }: Saving,
): Promise<StoredArticle> {
  if (given.version === undefined) throw fieldRefusal('bad_request', 'version', 'must be given');
  const now = clock();
  return db.transaction().execute(async (inside) => {
    const held = await inside
      .selectFrom('news_article')
      .select(['version', 'published_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (held === undefined) throw new PortalError('not_found', 'There is no such article.');
    if (held.version !== given.version)
      throw new PortalError(
        'changed_meanwhile',
        'Somebody else has saved this article meanwhile. Open it again to see their version.',
      );
    await inside
      .updateTable('news_article')
      .set({
        ...columns(given),
        published_at: publishedAt(given, held.published_at, now),
        edited_at: now,
        editor_id: editor.id,
        version: held.version + 1,
      })
      .where('id', '=', id)
      .execute();
    await setTags(inside, id, given.tags ?? []);
    return finish(inside, { id, now, editor, action: 'news_edit' });
  });
}

export async function deleteArticle({ db }: NewsDeps, id: number, editor: Editor): Promise<void> {
  await db.transaction().execute(async (inside) => {
    const { numDeletedRows } = await inside
      .deleteFrom('news_article')
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new PortalError('not_found', 'There is no such article.');
    await record(inside, { accountId: editor.id, action: 'news_delete', detail: { article: id } });
  });
}

interface Finished {
  readonly id: number;
  readonly now: Date;
  readonly editor: Editor;
  readonly action: 'news_create' | 'news_edit';
}

async function finish(inside: Kysely<Schema>, { id, now, editor, action }: Finished): Promise<StoredArticle> {
  const article = await findArticle(inside, { reader: 'staff', now }, id);
  if (article === undefined) throw new Error('The article that was saved is not there.');
  const { audience, version, publishedAt: day } = article;
  await record(inside, {
    accountId: editor.id,
    action,
    detail: { article: id, version, audience, publishedAt: day?.toISOString() ?? null },
  });
  return article;
}

const columns = ({ title, source, author, audience }: GivenArticle) => ({
  title,
  source,
  body: renderMarkdown(source),
  author: author === undefined || author === '' ? null : author,
  audience,
});

/** A draft has no date. A public article keeps its date unless another one is given. */
function publishedAt({ state, publishAt }: GivenArticle, held: Date | null, now: Date): Date | null {
  if (state === 'draft') return null;
  return publishAt === undefined ? (held ?? now) : new Date(publishAt);
}

const maxSlug = 60;

/** A slug of the title that no article has. One of digits alone would be taken for an id. */
async function freeSlug(inside: Kysely<Schema>, title: string): Promise<string> {
  const words = slugify(title).slice(0, maxSlug).replace(/-+$/, '');
  const base = words === '' || /^\d+$/.test(words) ? `news-${words}`.replace(/-$/, '') : words;
  const taken = await inside
    .selectFrom('news_article')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .execute();
  const slugs = new Set(taken.map(({ slug }) => slug));
  let number = 1;
  const candidate = () => (number === 1 ? base : `${base}-${number}`);
  while (slugs.has(candidate())) number += 1;
  return candidate();
}

async function setTags(inside: Kysely<Schema>, articleId: number, names: readonly string[]): Promise<void> {
  await inside.deleteFrom('news_article_tag').where('article_id', '=', articleId).execute();
  const ids = new Set<number>();
  for (const name of names) ids.add(await tagOf(inside, name));
  if (ids.size === 0) return;
  await inside
    .insertInto('news_article_tag')
    .values([...ids].map((tag_id) => ({ article_id: articleId, tag_id })))
    .execute();
}

/** The tag of this name whatever its case, made where there is none. */
async function tagOf(inside: Kysely<Schema>, name: string): Promise<number> {
  await sql`insert into news_tag (name) values (${name}) on conflict (lower(name)) do nothing`.execute(
    inside,
  );
  const { id } = await inside
    .selectFrom('news_tag')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirstOrThrow();
  return id;
}
