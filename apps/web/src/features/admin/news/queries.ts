import { adminEndpoints, type NewsState, newsSorts } from '@atrium/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { download, request } from '../../../api/client.ts';
import { type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';

const key = ['admin', 'news'] as const;

export interface NewsAddress extends ListAddress {
  readonly state?: NewsState | undefined;
}

const queryOf = ({ state, ...address }: NewsAddress) => ({ ...requestOf(address, newsSorts), state });

export const newsQuery = (address: NewsAddress) =>
  roomOptions(['news', 'list', address], (signal) =>
    request(adminEndpoints.news.list, { query: queryOf(address), signal }),
  );

export const saveNews = (address: NewsAddress): Promise<void> =>
  download(adminEndpoints.news.exportCsv, { query: queryOf(address), filename: 'news.csv' });

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
