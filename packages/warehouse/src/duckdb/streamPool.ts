import type { LongQuery } from '@atrium/engine';
import type { StatementLimits } from '../asking/sessions.ts';
import { createStreams } from '../asking/streams.ts';
import type { FileForm, FilePiece, MakeFile } from '../formats/filePiece.ts';
import { quoted } from '../sql/quoted.ts';
import type { Row } from '../sql/row.ts';
import { partOf, type WorkBudget } from './instance.ts';
import { type DuckDbSource, streamRows } from './streamRows.ts';

/** A release file, and the release whose tables it reads where it holds none of its own. */
export interface AttachedFile {
  readonly file: string;
  readonly source: string | null;
}

/** Results that are streamed at once; a slow reader keeps its session until it has read all. */
const sessionCount = 2;

/** The sessions that exports run in. */
export interface StreamPool {
  stream(query: LongQuery, limits: StatementLimits): AsyncGenerator<readonly Row[]>;
  exportFile(query: LongQuery, form: FileForm, limits: StatementLimits): AsyncGenerator<FilePiece>;
  /** Refuses new readers and ends the statements of the others. */
  close(): Promise<void>;
}

export interface StreamPoolOptions {
  readonly spillFolder: string;
  /** The file of each release that a statement may name. */
  readonly files: () => ReadonlyMap<string, AttachedFile>;
  /** Of all streams together. */
  readonly budget: WorkBudget;
  readonly makeFile: MakeFile<DuckDbSource>;
}

/** Opens no instance before the first stream. */
export function createStreamPool({
  spillFolder,
  files,
  makeFile,
  ...options
}: StreamPoolOptions): StreamPool {
  const budget = partOf(options.budget, 1 / sessionCount);
  const streams = createStreams(sessionCount);
  const sourceOf = (query: LongQuery, timeoutMs: number | null): DuckDbSource => ({
    kind: 'duckdb',
    query,
    files: filesFor(query, files()),
    spillFolder,
    budget,
    timeoutMs,
  });
  return {
    stream: (query, { signal, timeoutMs }) =>
      streams.run((stop) => streamRows(sourceOf(query, timeoutMs), stop), signal),
    exportFile: (query, form, { signal, timeoutMs }) =>
      streams.run((stop) => makeFile({ ...form, source: sourceOf(query, timeoutMs) }, stop), signal),
    close: streams.close,
  };
}

/** The files of the releases that a query names, and of those whose tables they read. */
function filesFor({ text }: LongQuery, files: ReadonlyMap<string, AttachedFile>): DuckDbSource['files'] {
  const named = [...files].filter(([release]) => text.includes(quoted(release)));
  const wanted = new Set(named.flatMap(([release, { source }]) => [release, ...(source ? [source] : [])]));
  return [...files].filter(([release]) => wanted.has(release)).map(([release, { file }]) => [release, file]);
}
