import {
  adminEndpoints,
  type NewsState,
  type NewsSummary,
  newsAudiences,
  newsStates,
  PortalError,
} from '@atrium/contract';
import { sql } from 'kysely';
import { z } from 'zod';
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
import { createList, type ListSource } from './frame/list.ts';

const { news: calls } = adminEndpoints;
const done = { status: 'complete' as const };

/** The room of the news editor (rule 14.4). */
export function registerNewsRoom(api: PortalApi, deps: AdminDeps): void {
  const { db, clock } = deps;
  const list = createNewsList(deps);
  route(api, calls.list, async ({ query }) => {
    const { count, results } = await list.load(query);
    return { count, results: results.map(present) };
  });
  route(api, calls.exportCsv, ({ query }) => list.save(query));
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

const row = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  audience: z.enum(newsAudiences),
  state: z.enum(newsStates),
  created: z.date(),
  edited: z.date(),
  editor: z.string().nullable(),
  tags: z.array(z.object({ id: z.int(), name: z.string() })),
  tag_names: z.string(),
});
type NewsRow = z.infer<typeof row>;

interface NewsFilter {
  readonly state?: NewsState | undefined;
}

const articlesAt = (now: Date, { state }: NewsFilter) => sql`
  select * from (
    select news_article.id, slug, title, author, audience, edited_at as edited,
      case when published_at is null then 'draft'
        when published_at > ${now} then 'scheduled' else 'published' end as state,
      coalesce(published_at, made_at) as created,
      coalesce(nullif(account.full_name, ''), account.username) as editor,
      coalesce(tagged.tags, '[]') as tags, coalesce(tagged.names, '') as tag_names
    from news_article
    left join account on account.id = news_article.editor_id
    left join lateral (
      select json_agg(json_build_object('id', news_tag.id, 'name', news_tag.name) order by lower(news_tag.name)) as tags,
        string_agg(news_tag.name, ', ' order by lower(news_tag.name)) as names
      from news_article_tag join news_tag on news_tag.id = news_article_tag.tag_id
      where news_article_tag.article_id = news_article.id
    ) as tagged on true
  ) as article
  where ${state === undefined ? sql`true` : sql`state = ${state}`}`;

const createNewsList = (deps: Pick<AdminDeps, 'db' | 'clock'>) =>
  createList(deps, {
    room: 'news',
    source: (filter: NewsFilter): ListSource<NewsRow> => ({ rows: articlesAt(deps.clock(), filter), row }),
    searched: ['title', 'author', 'tag_names'],
    sorts: { title: sql`lower(title)`, created: sql`created`, edited: sql`edited` },
    usualSort: ['created', -1],
    key: 'id',
    columns: [
      ['article', (one) => one.id],
      ['title', (one) => one.title],
      ['state', (one) => one.state],
      ['audience', (one) => one.audience],
      ['author', (one) => one.author],
      ['tags', (one) => one.tag_names],
      ['published', (one) => one.created],
      ['edited', (one) => one.edited],
      ['editor', (one) => one.editor],
    ],
  });

const present = ({ author, created, edited, editor, tag_names: _, ...one }: NewsRow): NewsSummary => ({
  ...one,
  ...(author === null ? {} : { author }),
  created: created.toISOString(),
  editedAt: edited.toISOString(),
  editedBy: editor,
});
