import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';

const key = ['admin', 'news'] as const;

export const articleQuery = (articleId: number) =>
  queryOptions({
    queryKey: [...key, 'article', articleId] as const,
    queryFn: ({ signal }) => request(adminEndpoints.news.article, { params: { articleId }, signal }),
    staleTime: 0,
    // A text that is being written must not be replaced when the window gets the focus.
    refetchOnWindowFocus: false,
  });

export const tagsQuery = queryOptions({
  queryKey: [...key, 'tags'] as const,
  queryFn: ({ signal }) => request(adminEndpoints.news.tags, { signal }),
  staleTime: 0,
  meta: { part: 'the tags of the news' },
});

export const previewQuery = (source: string) =>
  queryOptions({
    queryKey: [...key, 'preview', source] as const,
    queryFn: ({ signal }) => request(adminEndpoints.news.preview, { body: { source }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
