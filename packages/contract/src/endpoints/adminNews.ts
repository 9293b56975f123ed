import { done } from '../wire/access.ts';
import { listOrder, listPage } from '../wire/adminList.ts';
import {
  articleBody,
  countedTag,
  countedTags,
  editableArticle,
  newsFilters,
  newsSorts,
  newsSummaries,
  previewBody,
  previewedBody,
  tagBody,
} from '../wire/adminNews.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead, staffWrite } from './staff.ts';

const onArticle = wireObject({ articleId: queryInteger }, { articleId: 'articleId' });
const onTag = wireObject({ tagId: queryInteger }, { tagId: 'tagId' });

/** The room of the news editor (rule 14.4). */
export const adminNews = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/news',
    summary: 'Every article, with drafts and scheduled ones, page by page',
    query: wireObject({ ...listPage(newsSorts), ...newsFilters }),
    reply: newsSummaries,
  }),
  exportCsv: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/news/export_csv',
    summary: 'The same articles without their texts, all of them, as CSV',
    query: wireObject({ ...listOrder(newsSorts), ...newsFilters }),
  }),
  create: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/news',
    summary: 'Saves a new article: a draft, published, or scheduled',
    body: articleBody,
    reply: editableArticle,
  }),
  preview: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/news/preview',
    onlyAsks: true,
    summary: 'Markdown as the article would show it',
    body: previewBody,
    reply: previewedBody,
  }),
  article: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/news/:articleId',
    summary: 'One article with its source',
    params: onArticle,
    reply: editableArticle,
  }),
  edit: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/news/:articleId',
    summary: 'Replaces an article',
    params: onArticle,
    body: articleBody,
    reply: editableArticle,
  }),
  delete: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/news/:articleId/delete',
    summary: 'Deletes an article',
    params: onArticle,
    reply: done,
  }),
  tags: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/news-tag',
    summary: 'Every tag, with how many articles have it',
    reply: countedTags,
  }),
  renameTag: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/news-tag/:tagId',
    summary: 'Renames a tag',
    params: onTag,
    body: tagBody,
    reply: countedTag,
  }),
  deleteTag: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/news-tag/:tagId/delete',
    summary: 'Deletes a tag; its articles stay',
    params: onTag,
    reply: done,
  }),
};
