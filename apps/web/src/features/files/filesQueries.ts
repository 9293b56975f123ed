import { filesEndpoints } from '@atrium/contract/endpoints/files';
import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import type { FileCategory, FileListQuery, FileTypeRow } from '@atrium/contract/wire/files';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { activeFamily, refuseMoved, retryMoved } from '../../api/definition/definition.ts';

/** Every answer about files of a dataset; a change of the queue makes all of them old. */
export const filesKey = (dataset: string) => [dataset, 'files'] as const;

/** The active cohort that figures are of: figures of another one are never shown for it (rule 11.10). */
export interface OfCohort {
  readonly dataset: string;
  readonly snapshotId: number | null;
}

const cohortKey = ({ dataset, snapshotId }: OfCohort) => [...filesKey(dataset), snapshotId] as const;

interface WithCohort {
  readonly cohortSnapshotId: number | null;
}

const ofSameCohort = async <Reply extends WithCohort>(
  { dataset, snapshotId }: OfCohort,
  client: Parameters<typeof refuseMoved>[0],
  reply: Reply,
): Promise<Reply> =>
  reply.cohortSnapshotId === snapshotId
    ? reply
    : refuseMoved(client, activeFamily({ name: 'cohort' }, dataset), 'The cohort was changed elsewhere.');

/** Which file types a list shows (rule 13.63). */
export interface TypesOf extends OfCohort {
  readonly category: FileCategory;
  readonly tag: string;
}

export const typesOptions = ({ category, tag, ...of }: TypesOf) =>
  queryOptions({
    queryKey: [...cohortKey(of), 'types', category, tag] as const,
    queryFn: ({ signal }) =>
      request(filesEndpoints.typeList, {
        body: { dataset: of.dataset, fileCategory: category, fileTag: tag },
        signal,
      }),
    staleTime: 30_000,
  });

export const queueOptions = (of: OfCohort) =>
  queryOptions({
    queryKey: [...cohortKey(of), 'queue'] as const,
    queryFn: async ({ signal, client }) =>
      ofSameCohort(
        of,
        client,
        await request(filesEndpoints.queueSummary, { params: { dataset: of.dataset }, signal }),
      ),
    retry: retryMoved,
    staleTime: 0,
  });

export const figuresOptions = (of: OfCohort) =>
  queryOptions({
    meta: { part: 'the figures of the files' },
    queryKey: [...cohortKey(of), 'figures'] as const,
    queryFn: async ({ signal, client }) =>
      ofSameCohort(
        of,
        client,
        await request(filesEndpoints.figures, { params: { dataset: of.dataset }, signal }),
      ),
    retry: retryMoved,
    staleTime: 60_000,
  });

export const filePageSize = 25;

export const filesOptions = (of: OfCohort, query: FileListQuery) =>
  queryOptions({
    queryKey: [...cohortKey(of), 'list', query] as const,
    queryFn: ({ signal }) =>
      request(filesEndpoints.list, {
        params: { dataset: of.dataset },
        query: { ...query, pageSize: filePageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const downloadPageSize = 20;

export const downloadsOptions = (dataset: string, page: number) =>
  queryOptions({
    queryKey: [...filesKey(dataset), 'downloads', page] as const,
    queryFn: ({ signal }) =>
      request(filesEndpoints.downloads, {
        params: { dataset },
        query: { page, pageSize: downloadPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** By which ways files come here. */
export const waysOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'transferWays'] as const,
    queryFn: ({ signal }) => request(transferEndpoints.ways, { params: { dataset }, signal }),
    staleTime: 60_000,
  });

/** One change of the queue, after which everything about files is asked for anew. */
export type QueueChange =
  | { readonly kind: 'addType' | 'removeType'; readonly type: TypeKey }
  | { readonly kind: 'addFiles' | 'removeFiles'; readonly fileIds: readonly string[] }
  | { readonly kind: 'again'; readonly downloadId: number }
  | { readonly kind: 'parents'; readonly alsoParents: boolean }
  | { readonly kind: 'clear' };

export type TypeKey = Pick<
  FileTypeRow,
  'fileCategory' | 'fileTag' | 'dataType' | 'experimentType' | 'fileFormat'
>;

/** The client names the dataset always: another tab may have another one. */
async function changeQueue(dataset: string, change: QueueChange): Promise<unknown> {
  switch (change.kind) {
    case 'addType': {
      const { fileCategory, ...body } = change.type;
      return request(filesEndpoints.addType, {
        params: { fileType: fileCategory },
        body: { ...body, dataset },
      });
    }
    case 'removeType':
      return request(filesEndpoints.removeType, { body: { ...change.type, dataset } });
    case 'addFiles':
      return request(filesEndpoints.addFiles, {
        params: { dataset },
        body: { fileIds: [...change.fileIds] },
      });
    case 'removeFiles':
      return request(filesEndpoints.removeFiles, {
        params: { dataset },
        body: { fileIds: [...change.fileIds] },
      });
    case 'again':
      return request(filesEndpoints.queueAgain, { params: { dataset, downloadId: change.downloadId } });
    case 'parents':
      return request(filesEndpoints.chooseParents, {
        params: { dataset },
        body: { alsoParents: change.alsoParents },
      });
    default:
      return request(filesEndpoints.clear, { query: { dataset } });
  }
}

/** Changes of the queue run one after the other; each is done when the lists say so too. */
export function useQueueChange(dataset: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: QueueChange) => changeQueue(dataset, change),
    scope: { id: `files ${dataset}` },
    onSettled: () => client.invalidateQueries({ queryKey: filesKey(dataset) }),
  });
}
