import { filesEndpoints } from '@atrium/contract/endpoints/files';
import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import type { FileItem, FileTypeRow, QueueItem, QueueSummary } from '@atrium/contract/wire/files';
import type { Transfer, TransferWay } from '@atrium/contract/wire/transfer';
import { answers, server } from './server.ts';

export const aFileType = (given: Partial<FileTypeRow> = {}): FileTypeRow => ({
  fileCategory: 'data',
  fileTag: 'Local',
  dataType: 'Sequence',
  experimentType: 'WGS',
  fileFormat: 'CRAM',
  individuals: 1466,
  percentage: 48,
  files: 1466,
  totalSize: 31_250_000_000_000,
  isQueued: false,
  ...given,
});

export const aFile = (given: Partial<FileItem> = {}): FileItem => ({
  fileId: 'F1',
  name: 'CHD-00017.cram',
  fileCategory: 'data',
  fileTag: 'Local',
  dataType: 'Sequence',
  experimentType: 'WGS',
  fileFormat: 'CRAM',
  size: 21_000_000_000,
  checksum: null,
  md5: null,
  individuals: 1,
  subjects: [{ participant: 'CHD-00017', family: 'F-3', role: 'Proband' }],
  subjectCount: 1,
  queued: null,
  ...given,
});

const aTransfer: Transfer = {
  transferId: 12,
  way: 'browser',
  startedAt: '2026-11-23T03:00:00Z',
  release: 'r1',
  cohortSnapshotId: 1,
  files: 2,
  totalSize: 30,
};

const itemOf = ({ isQueued: _, ...type }: FileTypeRow): QueueItem => ({
  ...type,
  kind: 'type',
  fileType: type.fileFormat,
  fileId: null,
});

export interface ServedFiles {
  readonly types?: readonly FileTypeRow[];
  readonly files?: readonly FileItem[];
  readonly ways?: readonly TransferWay[];
  readonly hasFiles?: boolean;
  readonly parents?: QueueSummary['parents'];
}

export const allWays: readonly TransferWay[] = [
  { way: 'aspera', isAvailable: true, reason: null },
  { way: 'browser', isAvailable: true, reason: null },
  { way: 'https', isAvailable: true, reason: null },
];

/** A portal with files and a queue in memory; returns what it was asked to do, in order. */
export function serveFiles({
  types = [aFileType()],
  files = [],
  ways = allWays,
  hasFiles = true,
  parents = null,
}: ServedFiles = {}) {
  let alsoParents = false;
  const done: string[] = [];
  let queued: readonly FileTypeRow[] = types.filter(({ isQueued }) => isQueued);
  const isQueued = (type: FileTypeRow) => queued.some((one) => one.experimentType === type.experimentType);
  const named = (body: unknown) =>
    types.filter((type) => JSON.stringify(body).includes(`"${type.experimentType}"`));
  const sum = (figure: (type: FileTypeRow) => number) => queued.reduce((all, type) => all + figure(type), 0);
  const summary = (): QueueSummary => ({
    items: queued.map(itemOf),
    totals: {
      individuals: queued[0]?.individuals ?? null,
      percentage: queued[0]?.percentage ?? null,
      files: sum((type) => type.files),
      totalSize: sum((type) => type.totalSize),
    },
    subjects: 3020,
    uncovered: queued.length === 0 ? 3020 : 12,
    experimentTypes: queued.map(({ experimentType, individuals, percentage, files: count, totalSize }) => ({
      experimentType,
      individuals,
      percentage,
      files: count,
      totalSize,
      available: 3008,
      missing: 12,
    })),
    parents: queued.length === 0 || parents === null ? null : { ...parents, isOn: alsoParents },
    release: 'r1',
    cohortSnapshotId: 1,
  });
  const paginator = {
    firstIndex: 1,
    lastIndex: files.length,
    currentPage: 1,
    previousPage: null,
    nextPage: null,
    lastPage: 1,
    totalRecords: files.length,
  };
  server.use(
    answers(filesEndpoints.typeList, ({ body }) => {
      done.push(`list ${JSON.stringify(body)}`);
      return types
        .filter((type) => JSON.stringify(body).includes(`"${type.fileCategory}"`))
        .map((type) => ({ ...type, isQueued: isQueued(type) }));
    }),
    answers(filesEndpoints.queueSummary, summary),
    answers(filesEndpoints.addType, ({ body, params }) => {
      done.push(`add ${params['fileType']} ${JSON.stringify(body)}`);
      queued = [...queued, ...named(body)];
      return { status: 'added' as const };
    }),
    answers(filesEndpoints.removeType, ({ body }) => {
      done.push('remove');
      const gone = named(body);
      queued = queued.filter((type) => !gone.includes(type));
      return { status: 'removed' as const };
    }),
    answers(filesEndpoints.addFiles, ({ body }) => {
      done.push(`add files ${JSON.stringify(body)}`);
      return { status: 'added' as const };
    }),
    answers(filesEndpoints.chooseParents, ({ body }) => {
      done.push(`parents ${JSON.stringify(body)}`);
      alsoParents = !alsoParents;
      return { status: 'complete' as const };
    }),
    answers(filesEndpoints.clear, ({ query }) => {
      done.push(`clear ${query['dataset']}`);
      queued = [];
      return { status: 'cleared' as const };
    }),
    answers(filesEndpoints.list, ({ query }) => {
      done.push(`files ${new URLSearchParams(query)}`);
      return { paginator, results: [...files] };
    }),
    answers(filesEndpoints.figures, {
      subjects: 3020,
      totals: { individuals: 1466, percentage: 48, files: 1466, totalSize: 1 },
      hasFiles,
      sources: [],
      categories: [],
      experimentTypes: types.map(({ experimentType, individuals, percentage, files: count, totalSize }) => ({
        experimentType,
        individuals,
        percentage,
        files: count,
        totalSize,
        available: individuals ?? 0,
        missing: 12,
      })),
      trios: { complete: 900, experimentTypes: [{ experimentType: 'WGS', trios: 700 }] },
      release: 'r1',
      cohortSnapshotId: 1,
    }),
    answers(filesEndpoints.downloads, { paginator: { ...paginator, totalRecords: 0 }, results: [] }),
    answers(transferEndpoints.ways, {
      ways: [...ways],
      linkHours: 24,
      streamsPerAccount: 16,
      zip: { files: 500, bytes: 2e9 },
    }),
    answers(transferEndpoints.start, ({ body }) => {
      done.push(`start ${JSON.stringify(body)}`);
      return aTransfer;
    }),
    answers(transferEndpoints.files, {
      results: [
        {
          fileId: 'F1',
          name: 'one.txt',
          path: 'one.txt',
          size: 5,
          checksum: null,
          url: 'https://files.example/one.txt?link=x',
          problem: null,
          drsUri: null,
        },
        {
          fileId: 'F2',
          name: 'two.txt',
          path: 'two.txt',
          size: 5,
          checksum: null,
          url: null,
          problem: 'You may not read this file any more.',
          drsUri: null,
        },
      ],
      next: null,
      linksUntil: '2026-11-24T03:00:00Z',
    }),
  );
  return done;
}
