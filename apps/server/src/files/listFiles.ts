import {
  type FileList,
  type FileListQuery,
  maxFilesOnPage,
  maxNamedSubjects,
} from '@atrium/contract/wire/files';
import { paginate } from '@atrium/contract/wire/paginator';
import { compileCountOfFiles, compileFilePage, type FileFilter, fileTypeKey, toQuery } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { loadSubjects } from './fileSubjects.ts';
import { type FileDeps, listingLine, openFiles } from './filesOfMember.ts';
import { loadQueue } from './filesStore.ts';
import { presentFile, recordOf } from './present.ts';

const defaultPageSize = 25;

/** Page and size as they may be: a page past the end is empty. */
export const pageOf = ({
  page = 1,
  pageSize = defaultPageSize,
}: Pick<FileListQuery, 'page' | 'pageSize'>) => {
  const size = Math.min(Math.max(1, pageSize), maxFilesOnPage);
  const number = Math.max(1, page);
  return { page: number, size, offset: (number - 1) * size };
};

const filterOf = ({
  search,
  fileCategory,
  fileTag,
  dataType,
  experimentType,
  fileFormat,
}: FileListQuery): FileFilter => ({
  ...(search && { search }),
  ...(fileCategory && { category: fileCategory }),
  ...(fileTag && { source: fileTag }),
  ...(dataType && { dataType }),
  ...(experimentType && { experimentType }),
  ...(fileFormat && { fileFormat }),
});

/** One page of the files of the active cohort. */
export async function listFiles(
  deps: FileDeps,
  member: Member,
  { query, signal }: { readonly query: FileListQuery; readonly signal: AbortSignal },
) {
  const { page, size, offset } = pageOf(query);
  const opened = await openFiles(deps, member, signal);
  if (!opened.hasCatalogue) {
    const none: FileList = { paginator: paginate(page, size, 0), results: [] };
    return showsNothing(none);
  }
  const filter = filterOf(query);
  const { sort = 'name', sortDirection = 1 } = query;
  const window = { sort, direction: sortDirection, limit: size, offset };
  const [rows, [counted], queue] = await Promise.all([
    deps.questions.run(toQuery(compileFilePage(opened.files, filter, window)), { signal }),
    deps.questions.run(toQuery(compileCountOfFiles(opened.files, filter)), { signal }),
    loadQueue(deps.db, member),
  ]);
  const whole = new Set(queue.filter(({ fileId }) => fileId === null).map(({ typeKey }) => typeKey));
  const single = new Set(queue.flatMap(({ fileId }) => fileId ?? []));
  const fileIds = rows.map((row) => String(row['file_id']));
  const named = await loadSubjects(deps, opened.files, { fileIds, most: maxNamedSubjects, signal });
  const list: FileList = {
    paginator: paginate(page, size, Number(counted?.['files'] ?? 0)),
    results: rows.map((row) => {
      const record = recordOf(row);
      const queued = whole.has(fileTypeKey(record)) ? 'type' : single.has(record.fileId) ? 'file' : null;
      return presentFile(row, { queued, named: named.get(record.fileId) ?? [] });
    }),
  };
  const bytes = Buffer.byteLength(JSON.stringify(list.results));
  const lines = list.results.reduce((sum, { subjects }) => sum + Math.max(1, subjects.length), 0);
  return disclosed(list, [listingLine(opened, rows.length)], { rows: lines, bytes });
}
