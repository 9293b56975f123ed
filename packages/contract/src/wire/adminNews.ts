import { z } from 'zod';
import { listOf } from './adminList.ts';
import { newsAudiences, newsStates, newsTag } from './news.ts';
import { wireObject } from './wireObject.ts';

export const newsSorts = ['title', 'created', 'edited'] as const;
export const newsFilters = { state: z.enum(newsStates).optional() };

/** An article in the staff rooms, without its text. */
export const newsSummary = wireObject({
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
export type NewsSummary = z.output<typeof newsSummary>;
export const newsSummaries = listOf(newsSummary);

/** An article as its editor sees it: `source` is the Markdown that `body` was made of. */
export const editableArticle = wireObject({
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

export const longestTitle = 160;
export const longestNews = 40_000;
const tagName = z.string().trim().min(1, 'must not be empty').max(40);

/** An article as staff save it; `publish` says whether and how it is published. */
export const articleBody = wireObject({
  title: z.string().trim().min(1, 'must not be empty').max(longestTitle),
  /** Markdown. */
  source: z.string().max(longestNews),
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

export const previewBody = wireObject({ source: z.string().max(longestNews) });
export const previewedBody = wireObject({ body: z.string() });

export const tagBody = wireObject({ name: tagName });
/** A tag in the staff rooms, with how many articles of any state it has. */
export const countedTag = wireObject({ id: z.int(), name: z.string(), articles: z.int() });
export type CountedTag = z.output<typeof countedTag>;
export const countedTags = listOf(countedTag);
