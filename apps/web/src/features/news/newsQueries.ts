import { newsEndpoints } from '@atrium/contract/endpoints/news';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { endpointUrl, request } from '../../api/client.ts';
import { keepArticle, keptArticles } from '../../api/keptArticles.ts';

/** The address of the feed, which every reader may open. */
export const feedAddress = (): string => endpointUrl(newsEndpoints.feed, {});

/** The articles of a tag, or all, page by page; each tag has a list of its own. */
export const newsQuery = (tag: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['news', 'list', tag ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      request(newsEndpoints.list, {
        query: tag === undefined ? { page: pageParam } : { page: pageParam, tag: String(tag) },
        signal,
      }),
    // Who comes back to a list reads it as it is now.
    staleTime: 0,
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
  });

export const tagsQuery = queryOptions({
  queryKey: ['news', 'tags'],
  queryFn: ({ signal }) => request(newsEndpoints.tags, { signal }),
  select: (reply) => reply.results,
  staleTime: 5 * 60_000,
  meta: { part: 'the tags' },
});

/** One article by its id or slug. What was opened before is shown until the portal answers, also without a connection. */
export const articleQuery = (account: number, article: string) =>
  queryOptions({
    queryKey: ['news', 'article', article],
    queryFn: async ({ signal }) => {
      const found = await request(newsEndpoints.article, { params: { article }, signal });
      keepArticle(account, found);
      return found;
    },
    placeholderData: () =>
      keptArticles(account).find(({ id, slug }) => String(id) === article || slug === article),
  });
