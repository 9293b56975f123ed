import { z } from 'zod';
import {
  articleBody,
  countedTag,
  countedTags,
  editableArticle,
  newsArticle,
  newsDeleted,
  newsList,
  newsListQuery,
  newsSummaries,
  newsTagList,
  previewBody,
  previewedBody,
  tagBody,
} from '../wire/news.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const open = { permission: 'anyone', method: 'GET', params: nothing, query: nothing, body: noBody } as const;
const staff = { permission: 'staff', params: nothing, query: nothing } as const;
const read = { ...staff, method: 'GET', body: noBody } as const;
const write = { ...staff, method: 'POST' } as const;
const onArticle = wireObject({ articleId: queryInteger }, { articleId: 'articleId' });
const onTag = wireObject({ tagId: queryInteger }, { tagId: 'tagId' });

/** News for everybody, and the calls of their editor. */
export const news = {
  list: defineEndpoint({
    ...open,
    path: '/{app}/api/news/article',
    summary: 'The articles that the caller may read, newest first, ten a page',
    query: newsListQuery,
    reply: newsList,
  }),
  article: defineEndpoint({
    ...open,
    path: '/{app}/api/news/article/:article',
    summary: 'One article, by its id or by its slug',
    params: wireObject({ article: z.string().regex(/^[a-z0-9-]{1,90}$/, 'must be an id or a slug') }),
    reply: newsArticle,
  }),
  tags: defineEndpoint({
    ...open,
    path: '/{app}/api/news/article-tag',
    summary: 'The tags of the articles that the caller may read, by name',
    reply: newsTagList,
  }),
  feed: defineEndpoint({
    ...open,
    path: '/{app}/api/news/feed',
    summary: 'The newest public articles as RSS 2.0',
    reply: z.string(),
    sendsText: 'application/rss+xml',
  }),
  all: defineEndpoint({
    ...read,
    path: '/{app}/api/admin/news',
    summary: 'Every article, with drafts and scheduled ones, newest first',
    reply: newsSummaries,
  }),
  create: defineEndpoint({
    ...write,
    path: '/{app}/api/admin/news',
    summary: 'Saves a new article: a draft, published, or scheduled',
    body: articleBody,
    reply: editableArticle,
  }),
  /** Before the call with an id, because `preview` is none. */
  preview: defineEndpoint({
    ...write,
    path: '/{app}/api/admin/news/preview',
    summary: 'Markdown as the article would show it',
    body: previewBody,
    reply: previewedBody,
  }),
  editable: defineEndpoint({
    ...read,
    path: '/{app}/api/admin/news/:articleId',
    summary: 'One article with its source',
    params: onArticle,
    reply: editableArticle,
  }),
  edit: defineEndpoint({
    ...write,
    path: '/{app}/api/admin/news/:articleId',
    summary: 'Replaces an article',
    params: onArticle,
    body: articleBody,
    reply: editableArticle,
  }),
  delete: defineEndpoint({
    ...write,
    path: '/{app}/api/admin/news/:articleId/delete',
    summary: 'Deletes an article',
    params: onArticle,
    body: noBody,
    reply: newsDeleted,
  }),
  allTags: defineEndpoint({
    ...read,
    path: '/{app}/api/admin/news-tag',
    summary: 'Every tag, with how many articles have it',
    reply: countedTags,
  }),
  renameTag: defineEndpoint({
    ...write,
    path: '/{app}/api/admin/news-tag/:tagId',
    summary: 'Renames a tag',
    params: onTag,
    body: tagBody,
    reply: countedTag,
  }),
  deleteTag: defineEndpoint({
    ...write,
    path: '/{app}/api/admin/news-tag/:tagId/delete',
    summary: 'Deletes a tag; its articles stay',
    params: onTag,
    body: noBody,
    reply: newsDeleted,
  }),
};
