import { tableEndpoints } from '@atrium/contract/endpoints/table';
import { useCallback, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { download } from '../../../api/client.ts';
import { type ChosenCsv, csvQuery } from '../../../api/csvForm.ts';
import { exportName } from '../../../lib/exportName.ts';
import { sweepDownloads } from '../../../lib/spool.ts';
import { announce } from '../../../ui/announce.ts';
import { csvWords, exportWords } from '../tableWords.ts';

/** The files that can be downloaded: all rows in one of three formats, or the data dictionary. */
const exportKinds = ['csv', 'parquet', 'ndjson', 'dictionary'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The source of an export, and a function that saves one of its files and returns its name (rule 11.9). */
export interface Exported {
  readonly save: (what: ExportKind, saving: Saving) => Promise<string>;
}

interface Saving {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, size: number | undefined) => void;
}

const endpoints = {
  parquet: tableEndpoints.exportParquet,
  ndjson: tableEndpoints.exportNdjson,
  dictionary: tableEndpoints.exportDictionary,
} as const;

interface OfResults {
  /** Of the table on the screen, for files that have none of their own. */
  readonly receipt: string | undefined;
  readonly csv: ChosenCsv;
}

/** The active table over the active cohort. */
export const exportedResults = (dataset: string, { receipt, csv }: OfResults): Exported => ({
  save: (what, saving) => {
    const call = {
      params: { dataset },
      body: { dataset },
      filename: (headers: Headers) => {
        const given = { dataset, receipt: headers.get('atrium-table-receipt') ?? receipt };
        return what === 'dictionary'
          ? exportName('results_dictionary', 'json', given)
          : exportName('results_export', what, given);
      },
      ...saving,
    };
    return what === 'csv'
      ? download(tableEndpoints.exportCsv, { ...call, query: csvQuery(csv) })
      : download(endpoints[what], call);
  },
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
  | { readonly kind: 'saved'; readonly what: ExportKind; readonly bytes: number; readonly filename: string }
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
        const { bytes, filename } = await fetchFile(exported, what, { signal: controller.signal, report });
        setState({ kind: 'saved', what, bytes, filename });
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
  return { state, start, cancel, dismiss };
}

export type Downloading = ReturnType<typeof useDownload>;

interface CsvChoice {
  readonly csv: ChosenCsv;
  /** Opens the choice of another form. */
  readonly onCsv: () => void;
}

/** The files as choices of a button, and how a CSV file is written. */
export const exportChoices = ({ start }: Downloading, { csv, onCsv }: CsvChoice) => [
  ...exportKinds.map((kind) => ({
    label: exportWords.kinds[kind].title,
    detail: kind === 'csv' ? csvWords.detail(csv) : exportWords.kinds[kind].detail,
    onClick: () => void start(kind),
  })),
  { label: csvWords.open, detail: csvWords.openDetail, onClick: onCsv },
];

interface Fetching {
  readonly signal: AbortSignal;
  readonly report: (bytes: number, size: number | undefined) => void;
}

const reportEveryMs = 100;

/** Fetches and saves one file. Returns its name and size; reports progress at most ten times a second. */
async function fetchFile(
  { save }: Exported,
  what: ExportKind,
  { signal, report }: Fetching,
): Promise<{ readonly bytes: number; readonly filename: string }> {
  let received = 0;
  let reportedAt = 0;
  const filename = await save(what, {
    signal,
    onProgress: (bytes, size) => {
      received = bytes;
      const now = performance.now();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      report(bytes, size);
    },
  });
  return { bytes: received, filename };
}
