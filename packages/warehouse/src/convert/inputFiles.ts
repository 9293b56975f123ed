import { open as openFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { openCsvRows } from '../import/rows/csvRows.ts';
import { openText, toUnreadable } from '../import/rows/openText.ts';
import { PackageRefused, UnreadableFile } from '../package/packageErrors.ts';
import { defaultDialect } from '../package/packagePlan.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackBudget } from '../package/unpackBudget.ts';
import { bytesOf } from '../package/wholeFile.ts';
import { openZipEntries } from '../package/zipSource.ts';

/** A file of a source: alone, in a folder or in a zip. */
export interface InputFile {
  /** As it is shown in messages; with `/`. */
  readonly path: string;
  /** As it lies there, compressed or not. */
  readonly bytes: number;
  /** Where it lies on this machine; null in a zip. */
  readonly localPath: string | null;
  readonly isCompressed: boolean;
  readonly budget: UnpackBudget;
  /** Its bytes as they lie there. */
  open(): Promise<Readable>;
}

export interface Inputs {
  readonly files: readonly InputFile[];
  close(): Promise<void>;
}

/** The name without `.gz`, in lower case. */
export const plainNameOf = ({ path }: InputFile): string => basename(path).toLowerCase().replace(/\.gz$/, '');

const isHidden = (path: string): boolean =>
  path.split('/').some((step) => step.startsWith('.') || step === '__MACOSX');

/** The files that paths name: files, all files below folders, and those in zips; throws PackageRefused. */
export async function openInputs(paths: readonly string[], budget: UnpackBudget): Promise<Inputs> {
  const found: Inputs[] = [];
  const close = async (): Promise<void> => {
    for (const one of found) await one.close();
  };
  try {
    for (const path of paths) found.push(await openInput(path, budget));
  } catch (error) {
    await close();
    if (error instanceof UnreadableFile) throw new PackageRefused([error.message], { cause: error });
    throw error;
  }
  return { files: found.flatMap(({ files }) => files), close };
}

async function openInput(path: string, budget: UnpackBudget): Promise<Inputs> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new PackageRefused([`${path}: there is no such file or folder`]);
  if (stats.isDirectory()) return await filesIn(path, budget);
  // To open a pipe would wait for its writer.
  if (!stats.isFile()) throw new PackageRefused([`${path}: is neither a file nor a folder`]);
  if (await isZip(path)) return await entriesOf(path, budget);
  return { files: [await localFile(path, basename(path), budget)], close: async () => {} };
}

/** Of a zip with files, and of one without. */
const zipBegins: readonly string[] = ['PK\u0003\u0004', 'PK\u0005\u0006'];

async function isZip(path: string): Promise<boolean> {
  const handle = await openFile(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && zipBegins.includes(buffer.toString('latin1'));
  } finally {
    await handle.close();
  }
}

/** A file on this machine; one that is compressed unpacks within the budget. */
export async function localFile(
  localPath: string,
  path: string,
  budget: UnpackBudget = createUnpackBudget(defaultUnpackLimits),
): Promise<InputFile> {
  const state = await stat(localPath, { bigint: true });
  const seen = { file: path, localPath, state };
  return {
    path,
    bytes: Number(state.size),
    localPath,
    isCompressed: /\.gz$/i.test(path),
    budget,
    open: async () => Readable.from(bytesOf(seen), { objectMode: false }),
  };
}

async function filesIn(folder: string, budget: UnpackBudget): Promise<Inputs> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length)
        .replace(/^[/\\]+/, ''),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isHidden(path))
    .sort();
  const files: InputFile[] = [];
  for (const path of paths) files.push(await localFile(join(folder, path), path, budget));
  return { files, close: async () => {} };
}

async function entriesOf(zip: string, budget: UnpackBudget): Promise<Inputs> {
  const { entries, openEntry, close } = await openZipEntries(zip, budget);
  const files = [...entries.values()]
    .filter(({ fileName }) => !isHidden(fileName))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .map((entry) => ({
      path: entry.fileName,
      bytes: entry.uncompressedSize,
      localPath: null,
      isCompressed: /\.gz$/i.test(entry.fileName),
      budget,
      open: () => openEntry(entry),
    }));
  return { files, close: async () => close() };
}

async function openInputText({ path, isCompressed, budget, open }: InputFile): Promise<Readable> {
  const request = { file: path, isCompressed, encoding: 'utf-8', budget, onBytes: () => {} };
  return openText(await open(), request, new PassThrough({ encoding: 'utf8' }));
}

const maxLine = 64 * 1024 * 1024;

export interface TextLine {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** The text of a file in pieces, as they stream in; throws UnreadableFile where it is no text. */
export async function* textOf(file: InputFile): AsyncGenerator<string> {
  try {
    for await (const piece of await openInputText(file)) yield String(piece);
  } catch (error) {
    throw toUnreadable(error, { file: file.path, encoding: 'UTF-8' });
  }
}

/** The lines of a file, one after the other, without their ends. */
export async function* linesOf(file: InputFile): AsyncGenerator<TextLine> {
  // Parts of the line that has not ended: to join them for each piece would take the square of its length.
  let held: string[] = [];
  let length = 0;
  let number = 0;
  for await (const piece of textOf(file)) {
    const [first = '', ...further] = piece.split('\n');
    held.push(first);
    length += first.length;
    if (length > maxLine)
      throw new UnreadableFile(file.path, `line ${number + 1} is longer than ${maxLine / 1_048_576} MiB`);
    const last = further.pop();
    if (last === undefined) continue;
    for (const text of [held.join(''), ...further]) yield { text: text.replace(/\r$/, ''), number: ++number };
    held = [last];
    length = last.length;
  }
  const rest = held.join('');
  if (rest !== '') yield { text: rest.replace(/\r$/, ''), number: number + 1 };
}

export interface InputRow {
  readonly cells: readonly string[];
  /** Where the record begins, 1-based. */
  readonly line: number;
}

export interface InputTable {
  readonly columns: readonly string[];
  /** Closes the file at its end. */
  rows(): AsyncGenerator<InputRow>;
  /** Closes the file without reading its rows. */
  close(): Promise<void>;
}

const delimiters = [',', ';', '\t'] as const;

/** A CSV file with a header, between commas, semicolons or tabs: whichever divides the first line into most cells. */
export async function openInputCsv(
  file: InputFile,
  given?: { readonly delimiter: string; readonly quoteChar: string | null },
): Promise<InputTable> {
  const form = given ?? { delimiter: await delimiterOf(file), quoteChar: '"' };
  const { path, isCompressed, budget } = file;
  const source = await openCsvRows(await file.open(), {
    file: path,
    isCompressed,
    encoding: 'utf-8',
    budget,
    onBytes: () => {},
    dialect: { ...defaultDialect, ...form },
  });
  return {
    columns: (source.columns ?? []).map((name) => name.trim()),
    rows: async function* () {
      try {
        for await (const portion of source.rows())
          for (const { cells, line } of portion)
            yield { cells: cells.map((cell) => String(cell ?? '').trim()), line };
      } finally {
        await source.close();
      }
    },
    close: () => source.close(),
  };
}

/** The delimiter of a CSV file, by its first line. */
export async function delimiterOf(file: InputFile): Promise<string> {
  for await (const { text } of linesOf(file)) {
    const counts = delimiters.map((mark) => text.replaceAll(/"[^"]*"/g, '').split(mark).length);
    return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
  }
  return ',';
}
