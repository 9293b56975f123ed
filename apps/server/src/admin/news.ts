import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { sql } from 'kysely';
import type { PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import {
  countTags,
  createArticle,
  deleteArticle,
  deleteTag,
  editArticle,
  findArticle,
  presentEditable,
  renameTag,
} from '../news/index.ts';
import { renderMarkdown } from '../richText/index.ts';
import type { AdminDeps } from './frame/deps.ts';
import { registerList } from './frame/list.ts';

const { news: calls } = adminEndpoints;
const done = { status: 'complete' as const };

/** The room of the news editor (rule 14.4). */
export function registerNewsRoom(api: PortalApi, deps: AdminDeps): void {
  const { db, clock } = deps;
  registerList(api, deps, {
    calls,
    rows: articlesAt,
    complete: ({ author, ...article }) => (author === null ? article : { ...article, author }),
    searched: ['title', 'author', 'tag_names'],
    orders: { title: sql`lower(title)`, edited: sql`edited_at` },
    file: {
      article: 'id',
      title: 'title',
      state: 'state',
      audience: 'audience',
      author: 'author',
      tags: 'tag_names',
      published: 'created',
      edited: 'edited_at',
      editor: 'edited_by',
    },
  });
  route(api, calls.create, async ({ account: editor, body: given }) =>
    presentEditable(await createArticle({ db, clock }, { editor, given }), clock()),
  );
  route(api, calls.preview, async ({ body: { source } }) => ({ body: renderMarkdown(source) }));
  route(api, calls.article, async ({ params: { articleId } }) => {
    const now = clock();
    const article = await findArticle(db, { reader: 'staff', now }, articleId);
    if (article === undefined) throw new PortalError('not_found', 'There is no such article.');
    return presentEditable(article, now);
  });
  route(api, calls.edit, async ({ params: { articleId }, account: editor, body: given }) =>
    presentEditable(await editArticle({ db, clock }, articleId, { editor, given }), clock()),
  );
  route(api, calls.delete, async ({ params: { articleId }, account }) => {
    await deleteArticle({ db, clock }, articleId, account);
    return done;
  });
  registerTags(api, deps);
}

function registerTags(api: PortalApi, { db, clock }: AdminDeps): void {
  route(api, calls.tags, async () => {
    const results = [...(await countTags(db))];
    return { count: results.length, results };
  });
  route(api, calls.renameTag, ({ params: { tagId }, account: editor, body: { name } }) =>
    renameTag({ db, clock }, { tagId, name, editor }),
  );
  route(api, calls.deleteTag, async ({ params: { tagId }, account }) => {
    await deleteTag({ db, clock }, tagId, account);
    return done;
  });
}

const articlesAt = (now: Date) => sql`
  select news_article.id, slug, title, author, audience, edited_at,
    case when published_at is null then 'draft'
      when published_at > ${now} then 'scheduled' else 'published' end as state,
    coalesce(published_at, made_at) as created,
    coalesce(nullif(account.full_name, ''), account.username) as edited_by,
    coalesce(tagged.tags, '[]') as tags, coalesce(tagged.names, '') as tag_names
  from news_article
  left join account on account.id = news_article.editor_id
  left join lateral (
    select json_agg(json_build_object('id', news_tag.id, 'name', news_tag.name) order by lower(news_tag.name)) as tags,
      string_agg(news_tag.name, ', ' order by lower(news_tag.name)) as names
    from news_article_tag join news_tag on news_tag.id = news_article_tag.tag_id
    where news_article_tag.article_id = news_article.id
  ) as tagged on true`;
