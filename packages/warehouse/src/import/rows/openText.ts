import { pipeline, type Readable, Transform, type Writable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError } from 'csv-parse';
import { encodingName } from '../../package/fileFormat.ts';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { UnpackBudget } from '../../package/unpackBudget.ts';
import { eachChunk, gunzipSteps, gzipFault } from '../../package/unpackedFile.ts';

export interface TextRequest {
  /** As the package names it, for messages. */
  readonly file: string;
  readonly isCompressed: boolean;
  readonly encoding: string;
  /** What a compressed file may grow to. */
  readonly budget: UnpackBudget;
  /** Called with the size of each piece of the file, compressed or not. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Unpacks and decodes a file into `target`, which also fails when the file cannot be read. Text that is not in the
 * encoding is an error; a byte order mark is dropped.
 */
export function openText<Target extends Writable>(
  stream: Readable,
  request: TextRequest,
  target: Target,
): Target {
  const steps = [
    stream,
    eachChunk(({ length }) => request.onBytes(length)),
    ...(request.isCompressed ? gunzipSteps(request.file, request.budget) : []),
    decode(request.encoding),
    target,
  ];
  pipeline(steps, (error) => {
    if (error) target.destroy(error);
  });
  return target;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function decode(encoding: string): Transform {
  let decoder: TextDecoder | null = null;
  let held = Buffer.alloc(0);
  const decodeChunk = (chunk: Buffer): string => {
    if (decoder !== null) return decoder.decode(chunk, { stream: true });
    held = Buffer.concat([held, chunk]);
    if (held.length < 2) return '';
    decoder = decoderOf(encoding, held);
    return decoder.decode(held, { stream: true });
  };
  const decoded = (decodeNext: () => string, done: (error: Error | null, text?: string) => void): void => {
    try {
      done(null, decodeNext());
    } catch (error) {
      done(asError(error));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => decoded(() => decodeChunk(chunk), done),
    flush: (done) =>
      decoded(() => (decoder === null ? decoderOf(encoding, held).decode(held) : decoder.decode()), done),
  });
}

/** A byte order mark of UTF-16 says more than the package does, since it is no text of any other encoding of Unicode. */
export function decoderOf(encoding: string, begin: Buffer): TextDecoder {
  const name = encodingName(encoding);
  const isUnicode = name.startsWith('utf-');
  const mark = isUnicode ? begin.subarray(0, 2).toString('hex') : '';
  const found = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : name;
  return new TextDecoder(found, { fatal: true });
}

const csvFaults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'a quote stands in the middle of an unquoted cell',
  CSV_MAX_RECORD_SIZE: 'a row is too long; is a quote left open?',
};

/** An UnreadableFile that says what is wrong with the form of a file; any other error as it is. */
export function toUnreadable(
  error: unknown,
  { file, encoding }: { file: string; encoding: string },
): unknown {
  if (!(error instanceof Error)) return error;
  const reason = reasonOf(error, encoding);
  return reason === null ? error : new UnreadableFile(file, reason, { cause: error });
}

function reasonOf(error: Error, encoding: string): string | null {
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof CsvError || csvFaults[code] !== undefined) {
    return `line ${String(Reflect.get(error, 'lines'))}: ${csvFaults[code] ?? error.message}`;
  }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return `is not written in ${encoding}`;
  return gzipFault(error);
}
