import { tableEndpoints } from '@atrium/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { download } from '../../../api/client.ts';
import { formatBytes } from '../../../lib/formatBytes.ts';
import { announce } from '../../../ui/announce.ts';
import { exportWords } from '../words.ts';

export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly message: string };

const filename = 'results_export.csv';

/** Downloads all rows of the active table; the bytes received so far are told, and it can be cancelled. */
export function useDownload(dataset: string) {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async () => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setState({ kind: 'running', bytes: 0 });
    announce(exportWords.preparing);
    let received = 0;
    try {
      await download(tableEndpoints.exportCsv, {
        params: { dataset },
        body: { dataset },
        filename,
        signal: controller.signal,
        onProgress: (bytes) => {
          received = bytes;
          setState({ kind: 'running', bytes });
        },
      });
      announce(exportWords.done(formatBytes(received)));
      setState({ kind: 'idle' });
    } catch (error) {
      if (!controller.signal.aborted) setState({ kind: 'failed', message: describeError(error) });
    }
  }, [dataset]);

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
  }, []);

  return { state, start, cancel };
}

export type Downloading = ReturnType<typeof useDownload>;
