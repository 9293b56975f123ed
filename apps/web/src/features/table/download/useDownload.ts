import { tableEndpoints } from '@atrium/contract/endpoints/table';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { download } from '../../../api/client.ts';
import { sweepDownloads } from '../../../lib/spool.ts';
import { announce } from '../../../ui/announce.ts';
import { exportWords } from '../tableWords.ts';

/** The files that can be downloaded: all rows in one of three formats, or the data dictionary. */
const exportKinds = ['csv', 'parquet', 'ndjson', 'dictionary'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The source of an export, the names of its files (rule 11.9), and a function that saves one of them. */
export interface Exported {
  readonly filenames: Readonly<Record<ExportKind, string>>;
  readonly save: (what: ExportKind, saving: Saving) => Promise<void>;
}

interface Saving {
  readonly filename: string;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, size: number | undefined) => void;
}

const endpoints = {
  csv: tableEndpoints.exportCsv,
  parquet: tableEndpoints.exportParquet,
  ndjson: tableEndpoints.exportNdjson,
  dictionary: tableEndpoints.exportDictionary,
} as const;

/** The active table over the active cohort. */
export const exportedResults = (dataset: string): Exported => ({
  filenames: {
    csv: 'results_export.csv',
    parquet: 'results_export.parquet',
    ndjson: 'results_export.ndjson',
    dictionary: 'results_dictionary.json',
  },
  save: (what, saving) => download(endpoints[what], { params: { dataset }, body: { dataset }, ...saving }),
});

export type DownloadState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly what: ExportKind;
      readonly bytes: number;
      /** Of the whole file; undefined until the portal has made it. */
      readonly size: number | undefined;
      readonly rows: number | undefined;
    }
  | { readonly kind: 'saved'; readonly what: ExportKind; readonly bytes: number }
  | { readonly kind: 'failed'; readonly what: ExportKind; readonly message: string };

/**
 * Downloads all rows of a table, or its dictionary, and reports the bytes received so far. Cancelling, or leaving the
 * screen, closes the connection, and the server then ends its query.
 */
export function useDownload(exported: Exported, rows: number | undefined) {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    void sweepDownloads();
    return () => running.current?.abort();
  }, []);

  const start = useCallback(
    async (what: ExportKind) => {
      const controller = new AbortController();
      running.current?.abort();
      running.current = controller;
      const expected = what === 'dictionary' ? undefined : rows;
      const report = (bytes: number, size?: number) =>
        setState({ kind: 'running', what, bytes, size, rows: expected });
      report(0);
      announce(exportWords.preparing(exportWords.kinds[what].title));
      try {
        const bytes = await fetchFile(exported, what, { signal: controller.signal, report });
        setState({ kind: 'saved', what, bytes });
      } catch (error) {
        if (!controller.signal.aborted) setState({ kind: 'failed', what, message: describeError(error) });
      }
    },
    [exported, rows],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
    announce(exportWords.cancelled);
  }, []);

  const dismiss = useCallback(() => setState({ kind: 'idle' }), []);
  return { state, start, cancel, dismiss, filenames: exported.filenames };
}

export type Downloading = ReturnType<typeof useDownload>;

/** The files as choices of a button. */
export const exportChoices = ({ start }: Downloading) =>
  exportKinds.map((kind) => ({
    label: exportWords.kinds[kind].title,
    detail: exportWords.kinds[kind].detail,
    onClick: () => void start(kind),
  }));

interface Fetching {
  readonly signal: AbortSignal;
  readonly report: (bytes: number, size: number | undefined) => void;
}

const reportEveryMs = 100;

/** Fetches and saves one file. Returns its size in bytes; reports progress at most ten times a second. */
async function fetchFile(
  { filenames, save }: Exported,
  what: ExportKind,
  { signal, report }: Fetching,
): Promise<number> {
  let received = 0;
  let reportedAt = 0;
  await save(what, {
    filename: filenames[what],
    signal,
    onProgress: (bytes, size) => {
      received = bytes;
      const now = performance.now();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      report(bytes, size);
    },
  });
  return received;
}
