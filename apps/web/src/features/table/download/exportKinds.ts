import { tableEndpoints } from '@atrium/contract';
import { exportWords } from '../words.ts';

/** What can be taken home: all rows in one of three formats, or what the columns mean. */
export const exportKinds = ['csv', 'parquet', 'ndjson', 'dictionary'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Where each file comes from, and the name under which it is saved (rule 11.9). */
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
