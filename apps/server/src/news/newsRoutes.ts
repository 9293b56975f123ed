import { newsEndpoints } from '@atrium/contract/endpoints/news';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyRequest } from 'fastify';
import type { Account, PortalApi } from '../access/index.ts';
import { carriesToken, originOf, route } from '../http/index.ts';
import { writeFeed } from './feed.ts';
import { findArticle, listArticles, listTags, type Reading, type StoredArticle } from './newsStore.ts';
import { readerOf } from './policy.ts';
import { presentArticle } from './present.ts';
import type { NewsDeps } from './saveArticle.ts';

export interface NewsRoutesDeps extends NewsDeps {
  /** The origin under which people reach the portal; null: that of the request. */
  readonly publicUrl: string | null;
  readonly siteTitle: string;
}

/** News for everybody, and the feed. */
export function registerNews(api: PortalApi, deps: NewsRoutesDeps): void {
  registerReading(api, deps);
  registerFeed(api, deps);
}

const pageSize = 10;
const feedSize = 20;

interface ReaderRequest {
  readonly account: Account | null;
  readonly request: FastifyRequest;
}

const readingOf = async (deps: NewsDeps, { account, request }: ReaderRequest): Promise<Reading> => ({
  reader: await readerOf(deps, { account, hasToken: carriesToken(request) }),
  now: deps.clock(),
});

function registerReading(api: PortalApi, deps: NewsRoutesDeps): void {
  const { db } = deps;
  const { appSegment } = api.server;
  route(api, newsEndpoints.list, async ({ query: { page = 1, tag }, ...readerRequest }) => {
    if (page < 1) throw fieldRefusal('bad_request', 'page', 'must be at least 1');
    const reading = await readingOf(deps, readerRequest);
    const { count, articles } = await listArticles(db, reading, { page, size: pageSize, tag: tagOf(tag) });
    const addressOf = (of: number): string => {
      const address = new URL(`/${appSegment}/api/news/article`, originOf(deps, readerRequest.request));
      address.searchParams.set('page', String(of));
      if (tag !== undefined) address.searchParams.set('tag', tag);
      return address.href;
    };
    return {
      count,
      next: page * pageSize < count ? addressOf(page + 1) : null,
      previous: page > 1 ? addressOf(page - 1) : null,
      results: articles.map((article) => presentArticle(article, reading.now)),
    };
  });
  route(api, newsEndpoints.article, async ({ params, ...readerRequest }) => {
    const reading = await readingOf(deps, readerRequest);
    const isId = /^\d{1,9}$/.test(params.article);
    const article = await findArticle(db, reading, isId ? Number(params.article) : params.article);
    if (article === undefined) throw new PortalError('not_found', 'Not found.');
    return presentArticle(article, reading.now);
  });
  route(api, newsEndpoints.tags, async (readerRequest) => {
    const results = await listTags(db, await readingOf(deps, readerRequest));
    return { count: results.length, next: null, previous: null, results };
  });
}

/** No article has the tag 0, or a tag that is not a number. */
const tagOf = (given: string | undefined): number | null => {
  if (given === undefined) return null;
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
};

/** The feed is the same for everybody (rule 14.5). */
function registerFeed(api: PortalApi, deps: NewsRoutesDeps): void {
  route(api, newsEndpoints.feed, async ({ request }) => {
    const reading: Reading = { reader: 'anyone', now: deps.clock() };
    const { articles } = await listArticles(deps.db, reading, { page: 1, size: feedSize, tag: null });
    const origin = originOf(deps, request);
    const address = `${origin}/${api.server.appSegment}/api/news/feed`;
    return writeFeed({ title: deps.siteTitle, origin, address }, articles.flatMap(published));
  });
}

const published = ({ publishedAt, ...article }: StoredArticle) =>
  publishedAt === null ? [] : [{ ...article, publishedAt }];
