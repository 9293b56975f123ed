import { z } from 'zod';
import { done } from '../wire/access.ts';
import { newsAudiences, newsStates, newsTag } from '../wire/news.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, listOf, staffRead, staffWrite } from './staff.ts';

/** An article in the staff rooms, without its text. */
const newsSummary = wireObject({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  created: z.iso.datetime(),
  author: z.string().optional(),
  tags: z.array(newsTag),
  state: z.enum(newsStates),
  audience: z.enum(newsAudiences),
  editedAt: z.iso.datetime(),
  /** The full name of who saved it last; null where the account is gone. */
  editedBy: z.string().nullable(),
});
/** An article as its editor sees it: `source` is the Markdown that `body` was made of. */
const editableArticle = wireObject({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  source: z.string(),
  body: z.string(),
  created: z.iso.datetime(),
  author: z.string().optional(),
  tags: z.array(newsTag),
  state: z.enum(newsStates),
  audience: z.enum(newsAudiences),
  /** Grows by one with each save. */
  version: z.int(),
});
export type EditableArticle = z.output<typeof editableArticle>;

export const maxTitle = 160;
export const maxNews = 40_000;
const tagName = z.string().trim().min(1, 'must not be empty').max(40);

/** An article as staff save it; `publish` says whether and how it is published. */
const articleBody = wireObject({
  title: z.string().trim().min(1, 'must not be empty').max(maxTitle),
  /** Markdown. */
  source: z.string().max(maxNews),
  author: z.string().trim().max(80).optional(),
  /** Names; a new one makes a tag. */
  tags: z.array(tagName).max(12).default([]),
  audience: z.enum(newsAudiences),
  /** A draft has no date of publication; without a date, publishing is now. */
  state: z.enum(['published', 'draft']),
  /** In the future, the article is scheduled. */
  publishAt: z.iso.datetime({ offset: true }).optional(),
  /** Of an edit: the version that was edited. Another one in between is refused with 412. */
  version: z.int().optional(),
});
export type ArticleBody = z.input<typeof articleBody>;
export type GivenArticle = z.output<typeof articleBody>;

const previewBody = wireObject({ source: z.string().max(maxNews) });
const previewedBody = wireObject({ body: z.string() });

const tagBody = wireObject({ name: tagName });
/** A tag in the staff rooms, with how many articles of any state it has. */
const countedTag = wireObject({ id: z.int(), name: z.string(), articles: z.int() });
export type CountedTag = z.output<typeof countedTag>;
const countedTags = listOf(countedTag);

const onArticle = wireObject({ articleId: queryInteger }, { articleId: 'articleId' });
const onTag = wireObject({ tagId: queryInteger }, { tagId: 'tagId' });

/** The room of the news editor (rule 14.4). */
export const adminNews = {
  ...defineList({
    room: 'news',
    summary: 'Every article without its text, with drafts and scheduled ones',
    item: newsSummary,
    key: 'id',
    sorts: ['title', 'created', 'edited'],
    defaultSort: '-created',
    filters: { state: z.enum(newsStates).optional() },
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
    onlyAsks: true,
    path: '/{app}/api/admin/news/preview',
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
