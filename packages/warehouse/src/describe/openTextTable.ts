import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { GivenReading, GivenTable } from '@atrium/contract/documents/fileReading';
import { openText, toUnreadable } from '../import/rows/openText.ts';
import { UnreadableFile } from '../package/packageErrors.ts';
import type { PackageSource } from '../package/packageSource.ts';
import { sniffText, type TextForm } from './sniffText.ts';
import { mayBeProse, type TableFile } from './tableFiles.ts';

/** A text file as UTF-8 on this machine, and how it was written. */
export interface TextTable {
  readonly localPath: string;
  readonly encoding: string;
  /** Why this encoding. */
  readonly encodingReason: string;
  readonly form: TextForm;
}

interface Access {
  readonly source: PackageSource;
  readonly scratchFolder: string;
  readonly signal: AbortSignal | undefined;
  /** What a person has decided of the files, by their names. */
  readonly given: Readonly<Record<string, GivenReading>>;
}

const sampleBytes = 1024 * 1024;

/**
 * Decodes a whole file, into the scratch folder unless it is plain UTF-8 already, and finds its form.
 * @throws UnreadableFile where it is no table of text
 */
export async function openTextTable(file: TableFile, access: Access): Promise<TextTable> {
  const copy = join(access.scratchFolder, `${Buffer.from(file.path).toString('hex').slice(0, 60)}.text`);
  const given = access.given[file.path]?.table;
  const { encoding, reason } = await decodeWhole(file, { copy, given, access });
  const isCopied = encoding !== 'utf-8' || file.isCompressed;
  const localPath = isCopied ? copy : (await access.source.verified(file, access)).localPath;
  const { text, isWhole } = await loadBeginning(localPath);
  if (text.includes('\0'))
    throw new UnreadableFile(
      file.path,
      'holds zero bytes; is it UTF-16 without a byte order mark, or no text?',
    );
  const form = sniffText(text, { isWhole, mayBeProse: mayBeProse(file), given });
  if (form === null) throw new UnreadableFile(file.path, 'is no table: no delimiter divides its lines alike');
  return { localPath, encoding, encodingReason: reason, form };
}

interface Decoding {
  readonly copy: string;
  readonly given: GivenTable | undefined;
  readonly access: Access;
}

/** UTF-16 by its byte order mark; else UTF-8 where all of the file is; else a guess. */
async function decodeWhole(
  file: TableFile,
  { copy, given, access }: Decoding,
): Promise<{ encoding: string; reason: string }> {
  const decodeAs = (encoding: string): Promise<void> =>
    decodeFile(file, { encoding, copy, access }).catch((error: unknown) => {
      throw toUnreadable(error, { file: file.path, encoding });
    });
  if (given?.encoding !== undefined) {
    await decodeAs(given.encoding);
    return { encoding: given.encoding, reason: `${given.encoding}: chosen` };
  }
  const wide = await wideEncodingOf((await access.source.verified(file, access)).localPath);
  if (wide !== null) {
    await decodeAs(wide);
    return { encoding: wide, reason: 'UTF-16: it begins with a byte order mark' };
  }
  try {
    await decodeFile(file, { encoding: 'utf-8', copy, access });
    return { encoding: 'utf-8', reason: 'UTF-8: every byte fits' };
  } catch (error) {
    if (!isWrongEncoding(error)) throw toUnreadable(error, { file: file.path, encoding: 'utf-8' });
  }
  await decodeAs('windows-1252');
  return {
    encoding: 'windows-1252',
    reason: 'windows-1252, a guess: it is not UTF-8, and any bytes would fit',
  };
}

async function wideEncodingOf(path: string): Promise<'utf-16le' | 'utf-16be' | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const mark = bytesRead === 2 ? buffer.readUInt16BE(0) : 0;
    return mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : null;
  } finally {
    await handle.close();
  }
}

async function decodeFile(
  { path, isCompressed }: TableFile,
  { encoding, copy, access }: { encoding: string; copy: string; access: Access },
): Promise<void> {
  const { source, signal } = access;
  const isCopied = encoding !== 'utf-8' || isCompressed;
  const target = isCopied ? createWriteStream(copy, { mode: 0o600 }) : nowhere();
  const request = { file: path, isCompressed, encoding, budget: source.budget, onBytes: stopAt(signal) };
  await finished(openText(await source.open(path), request, target));
}

/** Takes what is decoded only to see whether it can be. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const stopAt = (signal: AbortSignal | undefined) => (): void => signal?.throwIfAborted();

const isWrongEncoding = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

async function loadBeginning(path: string): Promise<{ text: string; isWhole: boolean }> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(sampleBytes);
    const { bytesRead } = await handle.read(buffer, 0, sampleBytes, 0);
    const text = new TextDecoder('utf-8').decode(buffer.subarray(0, bytesRead));
    return { text, isWhole: bytesRead < sampleBytes };
  } finally {
    await handle.close();
  }
}
