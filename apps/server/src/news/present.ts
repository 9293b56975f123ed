import type { EditableArticle } from '@atrium/contract/endpoints/adminNews';
import type { NewsArticle, NewsState } from '@atrium/contract/wire/news';
import type { StoredArticle } from './newsStore.ts';

const stateOf = ({ publishedAt }: StoredArticle, now: Date): NewsState => {
  if (publishedAt === null) return 'draft';
  return publishedAt > now ? 'scheduled' : 'published';
};

const head = (article: StoredArticle, now: Date) => ({
  id: article.id,
  slug: article.slug,
  title: article.title,
  created: (article.publishedAt ?? article.madeAt).toISOString(),
  ...(article.author === null ? {} : { author: article.author }),
  tags: article.tags.map(({ id, name }) => ({ id, name })),
  state: stateOf(article, now),
  audience: article.audience,
});

export const presentArticle = (article: StoredArticle, now: Date): NewsArticle => ({
  ...head(article, now),
  body: article.body,
});

export const presentEditable = (article: StoredArticle, now: Date): EditableArticle => ({
  ...head(article, now),
  source: article.source,
  body: article.body,
  version: article.version,
});
