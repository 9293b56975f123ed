import { tableEndpoints } from '@atrium/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { download } from '../../../api/client.ts';
import { sweepDownloads } from '../../../lib/spool.ts';
import { announce } from '../../../ui/announce.ts';
import { exportWords } from '../words.ts';

/** What can be downloaded: all rows in one of three formats, or the data dictionary. */
export const exportKinds = ['csv', 'parquet', 'ndjson', 'dictionary'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The endpoint of each file, and the name under which it is saved (rule 11.9). */
export const exportFiles = {
  csv: { endpoint: tableEndpoints.exportCsv, filename: 'results_export.csv', ...exportWords.kinds.csv },
  parquet: {
    endpoint: tableEndpoints.exportParquet,
    filename: 'results_export.parquet',
    ...exportWords.kinds.parquet,
  },
  ndjson: {
    endpoint: tableEndpoints.exportNdjson,
    filename: 'results_export.ndjson',
    ...exportWords.kinds.ndjson,
  },
  dictionary: {
    endpoint: tableEndpoints.exportDictionary,
    filename: 'results_dictionary.json',
    ...exportWords.kinds.dictionary,
  },
} as const;

export type DownloadState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly what: ExportKind;
      readonly bytes: number;
      readonly rows: number | undefined;
    }
  | { readonly kind: 'saved'; readonly what: ExportKind; readonly bytes: number }
  | { readonly kind: 'failed'; readonly what: ExportKind; readonly message: string };

/**
 * Downloads all rows of the active table, or its dictionary, and reports the bytes received so far. Cancelling, or
 * leaving the screen, closes the connection, and the server then ends its query.
 */
export function useDownload(dataset: string, rows: number | undefined) {
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
      const report = (bytes: number) => setState({ kind: 'running', what, bytes, rows: expected });
      report(0);
      announce(exportWords.preparing(exportFiles[what].title));
      try {
        const bytes = await fetchFile(dataset, what, { signal: controller.signal, report });
        setState({ kind: 'saved', what, bytes });
      } catch (error) {
        if (!controller.signal.aborted) setState({ kind: 'failed', what, message: describeError(error) });
      }
    },
    [dataset, rows],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
    announce(exportWords.cancelled);
  }, []);

  const dismiss = useCallback(() => setState({ kind: 'idle' }), []);
  return { state, start, cancel, dismiss };
}

export type Downloading = ReturnType<typeof useDownload>;

interface Fetching {
  readonly signal: AbortSignal;
  readonly report: (bytes: number) => void;
}

const reportEveryMs = 100;

/** Fetches and saves one file. Returns its size in bytes; reports progress at most ten times a second. */
async function fetchFile(dataset: string, what: ExportKind, { signal, report }: Fetching): Promise<number> {
  const { endpoint, filename } = exportFiles[what];
  let received = 0;
  let reportedAt = 0;
  await download(endpoint, {
    params: { dataset },
    body: { dataset },
    filename,
    signal,
    onProgress: (bytes) => {
      received = bytes;
      const now = performance.now();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      report(bytes);
    },
  });
  return received;
}
