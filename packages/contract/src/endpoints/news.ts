import { z } from 'zod';
import { newsArticleWire, newsList, newsListQuery, newsTagList } from '../wire/news.ts';
import { wireObject } from '../wire/wireObject.ts';
import { ownState } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const open = { permission: 'anyone', method: 'GET', params: nothing, query: nothing, body: noBody } as const;

/** News for everybody. */
export const newsEndpoints = {
  list: defineEndpoint({
    declares: ownState,
    ...open,
    path: '/{app}/api/news/article',
    summary: 'The articles that the caller may read, newest first, ten a page',
    query: newsListQuery,
    reply: newsList,
  }),
  article: defineEndpoint({
    declares: ownState,
    ...open,
    path: '/{app}/api/news/article/:article',
    summary: 'One article, by its id or by its slug',
    params: wireObject({ article: z.string().regex(/^[a-z0-9-]{1,90}$/, 'must be an id or a slug') }),
    reply: newsArticleWire,
  }),
  tags: defineEndpoint({
    declares: ownState,
    ...open,
    path: '/{app}/api/news/article-tag',
    summary: 'The tags of the articles that the caller may read, by name',
    reply: newsTagList,
  }),
  feed: defineEndpoint({
    declares: ownState,
    ...open,
    path: '/{app}/api/news/feed',
    summary: 'The newest public articles as RSS 2.0',
    reply: z.string(),
    sendsText: 'application/rss+xml',
  }),
};
