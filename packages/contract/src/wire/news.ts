import { z } from 'zod';
import { queryInteger, queryValue } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

export const newsTag = wireObject({ id: z.int(), name: z.string() });
export type NewsTag = z.output<typeof newsTag>;

/** A draft is seen by staff only; a scheduled article becomes public at the moment of its date by itself. */
export const newsStates = ['published', 'scheduled', 'draft'] as const;
export type NewsState = (typeof newsStates)[number];

/** Who may read a published article. */
export const newsAudiences = ['public', 'members'] as const;
export type NewsAudience = (typeof newsAudiences)[number];

/** One article; `body` is HTML that was sanitised when it was written. */
export const newsArticle = wireObject({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  /** When it was or will be published; of a draft, when it was begun. */
  created: z.iso.datetime(),
  /** Absent where none is named. */
  author: z.string().optional(),
  tags: z.array(newsTag),
  state: z.enum(newsStates),
  audience: z.enum(newsAudiences),
});
export type NewsArticle = z.output<typeof newsArticle>;

const page = {
  count: z.int(),
  /** The absolute address of the next page; null at the end. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
};

export const newsList = wireObject({ ...page, results: z.array(newsArticle) });
export type NewsList = z.output<typeof newsList>;

/** An unknown tag is an empty list, whatever its spelling (rule 14.3). */
export const newsListQuery = wireObject({ page: queryInteger.optional(), tag: queryValue.optional() });

export const newsTagList = wireObject({ ...page, results: z.array(newsTag) });
export type NewsTagList = z.output<typeof newsTagList>;

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
export const newsSummaries = wireObject({ count: z.int(), results: z.array(newsSummary) });

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

/** What staff save; `publish` says what becomes of it. */
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
export const countedTags = wireObject({ count: z.int(), results: z.array(countedTag) });

export const newsDeleted = wireObject({ status: z.literal('complete') });
