import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { ImportItem, ReleaseIndex } from '@atrium/contract/wire/adminData';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';

const { datasets, dictionary, uploads, imports, drafts } = adminEndpoints.data;
const key = ['admin', 'data'] as const;
const pollMs = 2000;

export const isBeingMade = ({ state }: ReleaseIndex): boolean => state === 'building' || state === 'loading';

/** Asked again while an index is being made. */
export const dataDetailQuery = (dataset: string) =>
  queryOptions({
    queryKey: [...key, 'dataset', dataset] as const,
    queryFn: ({ signal }) => request(datasets.detail, { params: { dataset }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'success' &&
      data?.releases.some(({ index }) => index !== null && isBeingMade(index)) === true
        ? pollMs
        : false,
  });

export const lackingQuery = (dataset: string) =>
  queryOptions({
    queryKey: [...key, 'lacking', dataset] as const,
    queryFn: ({ signal }) => request(datasets.lacking, { params: { dataset }, signal }),
    staleTime: 0,
  });

export interface OneRelease {
  readonly dataset: string;
  readonly release: number;
}

export const dictionaryQuery = (one: OneRelease) =>
  queryOptions({
    queryKey: [...key, 'dictionary', one] as const,
    queryFn: ({ signal }) => request(dictionary.show, { params: one, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const uploadsQuery = queryOptions({
  queryKey: [...key, 'uploads'] as const,
  queryFn: ({ signal }) => request(uploads.list, { signal }),
  staleTime: 0,
});

export const packagesQuery = queryOptions({
  meta: { part: 'the packages on the server' },
  queryKey: [...key, 'packages'] as const,
  queryFn: ({ signal }) => request(imports.packages, { signal }),
  staleTime: 0,
});

export const isOpen = ({ state }: Pick<ImportItem, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

const readingPollMs = 1500;

/** Asked again while the import goes on, for browsers that receive no events. */
export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: [...key, 'import', importId] as const,
    queryFn: ({ signal }) => request(imports.detail, { params: { importId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'success' && data !== undefined && isOpen(data) ? pollMs : false,
  });

export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: [...key, 'draft', draftId] as const,
    queryFn: ({ signal }) => request(drafts.show, { params: { draftId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'success' && data !== undefined && data.progress !== null ? readingPollMs : false,
  });

export interface FitQuestion {
  readonly draftId: string;
  readonly file: string;
  readonly column: string;
  readonly readings: readonly ColumnReading[];
  /** The description in which the column is looked at. */
  readonly revision: number;
}

/** How many cells of a column each reading would take; counted again after each change of the description. */
export const fitsQuery = ({ draftId, revision, ...question }: FitQuestion) =>
  queryOptions({
    queryKey: [...key, 'fits', draftId, revision, question] as const,
    queryFn: ({ signal }) =>
      request(drafts.fit, {
        params: { draftId },
        body: { ...question, readings: [...question.readings] },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
