import { CsvError } from 'csv-parse';
import { UnreadableFile } from './rowSource.ts';

const csvFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of an unquoted cell',
  CSV_MAX_RECORD_SIZE: 'a row is too long; is a quote left open?',
};

/** Turns a fault of the file's form into a sentence; every other error stays what it is. */
export function unreadable(error: unknown, { file, encoding }: { file: string; encoding: string }): unknown {
  if (!(error instanceof Error)) return error;
  const reason = reasonOf(error, encoding);
  return reason === null ? error : new UnreadableFile(file, reason, { cause: error });
}

function reasonOf(error: Error, encoding: string): string | null {
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof CsvError) {
    return `line ${String(error['lines'])}: ${csvFaults[code] ?? error.message}`;
  }
  if (code.startsWith('Z_')) return 'is not a whole gzip file';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return `is not written in ${encoding}`;
  return null;
}
