import { z } from 'zod';
import { instant, queryInteger, queryValue } from './tolerant.ts';
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
export const newsArticleWire = wireObject({
  id: z.int().default(0),
  slug: z.string().default(''),
  title: z.string(),
  body: z.string(),
  /** When it was or will be published; of a draft, when it was begun. */
  created: instant,
  /** Absent where none is named. */
  author: z.string().optional(),
  tags: z.array(newsTag).default([]),
  state: z.enum(newsStates).default('published'),
  audience: z.enum(newsAudiences).default('public'),
});
export type NewsArticle = z.output<typeof newsArticleWire>;

const page = {
  count: z.int().default(0),
  /** The absolute address of the next page; null at the end. */
  next: z.string().nullable().default(null),
  previous: z.string().nullable().default(null),
};

export const newsList = wireObject({ ...page, results: z.array(newsArticleWire) });
export type NewsList = z.output<typeof newsList>;

/** An unknown tag is an empty list, whatever its spelling (rule 14.3). */
export const newsListQuery = wireObject({ page: queryInteger.optional(), tag: queryValue.optional() });

export const newsTagList = wireObject({ ...page, results: z.array(newsTag) });
