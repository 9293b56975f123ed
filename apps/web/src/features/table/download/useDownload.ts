import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { download } from '../../../api/client.ts';
import { formatBytes } from '../../../lib/formatBytes.ts';
import { sweepDownloads } from '../../../lib/spool.ts';
import { announce } from '../../../ui/announce.ts';
import { exportWords } from '../words.ts';
import { type ExportKind, exportFiles } from './exportKinds.ts';

export type DownloadState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly what: ExportKind;
      readonly bytes: number;
      readonly rows: number | undefined;
    }
  | { readonly kind: 'failed'; readonly what: ExportKind; readonly message: string };

/**
 * Downloads all rows of the active table, or its dictionary; the bytes received so far are told. Cancelling, or leaving
 * the screen, closes the connection, at which the server ends its query.
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
      const tell = (bytes: number) => setState({ kind: 'running', what, bytes, rows: expected });
      tell(0);
      announce(exportWords.preparing(exportFiles[what].title));
      try {
        const bytes = await fetchFile(dataset, what, { signal: controller.signal, tell });
        announce(exportWords.done(exportFiles[what].filename, formatBytes(bytes)));
        setState({ kind: 'idle' });
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
  readonly tell: (bytes: number) => void;
}

const betweenTellings = 100;

/** Fetches and saves one file; returns its bytes. Progress is told ten times a second, however fast chunks come. */
async function fetchFile(dataset: string, what: ExportKind, { signal, tell }: Fetching): Promise<number> {
  const { endpoint, filename } = exportFiles[what];
  let received = 0;
  let told = 0;
  await download(endpoint, {
    params: { dataset },
    body: { dataset },
    filename,
    signal,
    onProgress: (bytes) => {
      received = bytes;
      const now = performance.now();
      if (now - told < betweenTellings) return;
      told = now;
      tell(bytes);
    },
  });
  return received;
}
