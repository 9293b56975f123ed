import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ManifestFormat } from '@atrium/contract/wire/transfer';
import {
  joined,
  jsonText,
  type ManifestCell,
  manifestCell,
  type OneLine,
  oneLine,
  type SafePath,
  type Token,
  token,
  type Written,
  written,
} from '../../http/index.ts';
import type { DescribedFile } from './describeFiles.ts';
import { type ListedFile, type Listing, nothing } from './listFiles.ts';

/** A manifest as text, made while it is sent. */
type Write<File> = (files: AsyncIterable<File>, listing: Listing) => AsyncGenerator<Written>;

/** A format with columns or comments says whose each file is; `fetch.txt` has no place for it. */
type Manifest = {
  readonly type: string;
  readonly fileName: string;
} & (
  | { readonly namesSubjects: true; readonly write: Write<DescribedFile> }
  | { readonly namesSubjects: false; readonly write: Write<ListedFile> }
);

/** The manifests that are one text; a bag is a zip of several (`bag.ts`). */
export const manifests: Readonly<Record<Exclude<ManifestFormat, 'bag'>, Manifest>> = {
  tsv: { type: 'text/tab-separated-values', fileName: 'manifest.tsv', namesSubjects: true, write: writeTsv },
  gdc: {
    type: 'text/tab-separated-values',
    fileName: 'gdc_manifest.tsv',
    namesSubjects: true,
    write: writeGdc,
  },
  gen3: { type: 'application/json', fileName: 'gen3_manifest.json', namesSubjects: true, write: writeGen3 },
  fetch: { type: 'text/plain', fileName: 'fetch.txt', namesSubjects: false, write: writeFetch },
  aria2: { type: 'text/plain', fileName: 'aria2.txt', namesSubjects: true, write: writeAria2 },
  curl: { type: 'text/plain', fileName: 'curl.txt', namesSubjects: true, write: writeCurl },
};

export const md5Of = ({ checksum, record }: Pick<DescribedFile, 'checksum' | 'record'>) =>
  checksum?.kind === 'md5' ? checksum.value : token(record?.md5 ?? '');
const sha256Of = ({ checksum }: ListedFile) => (checksum?.kind === 'sha256' ? checksum.value : nothing);
export const checksumOf = ({ checksum }: Pick<ListedFile, 'checksum'>) =>
  checksum === null ? nothing : token(`${checksum.kind}:${checksum.value}`);

/** A line of cells; a path is one, so that no spreadsheet runs it either. */
export const line = (...cells: readonly (ManifestCell | OneLine | Token | number)[]): Written =>
  written`${joined(
    cells.map((one) => written`${one}`),
    '\t',
  )}\n`;

const subjectColumns = ['participant', 'family', 'role'] as const;

/** Each name of the subjects of a file, in one order with `|` between them; empty where no subject has the name. */
const namesOf = ({ subjects }: Pick<DescribedFile, 'subjects'>) => {
  const all = (column: (typeof subjectColumns)[number]): string =>
    subjects.some((subject) => subject[column] !== null)
      ? subjects.map((subject) => subject[column] ?? '').join('|')
      : '';
  return { participant: all('participant'), family: all('family'), role: all('role') };
};

const nameCells = (file: Pick<DescribedFile, 'subjects'>): readonly ManifestCell[] => {
  const names = namesOf(file);
  return subjectColumns.map((column) => manifestCell(names[column]));
};

/** Whose a file is, as a comment of a line of its own; nothing where no subject has a name. */
const nameComment = (file: Pick<DescribedFile, 'subjects'>): Written => {
  const names = namesOf(file);
  const known = subjectColumns.filter((column) => names[column] !== '');
  if (known.length === 0) return joined([]);
  const listed = known.map((column) => written`${token(column)} ${manifestCell(names[column])}`);
  return written`# ${joined(listed, ', ')}\n`;
};

export const contentHeader = written`path\tsize\tchecksum\tfile_id\tmd5\tparticipant\tfamily\trole\n`;

/** A file as the manifest of a zip has it. */
export const contentLine = (file: DescribedFile): Written =>
  line(
    manifestCell(file.path),
    file.size,
    checksumOf(file),
    manifestCell(file.fileId),
    md5Of(file),
    ...nameCells(file),
  );

async function* writeTsv(files: AsyncIterable<DescribedFile>): AsyncGenerator<Written> {
  yield written`path\tsize\tchecksum\turl\tfile_id\tdrs_uri\tproblem\tmd5\tparticipant\tfamily\trole\n`;
  for await (const file of files) {
    const { path, size, url, fileId, drsUri, problem } = file;
    yield line(
      manifestCell(path),
      size,
      checksumOf(file),
      url ?? nothing,
      manifestCell(fileId),
      drsUri ?? nothing,
      problem ?? nothing,
      md5Of(file),
      ...nameCells(file),
    );
  }
}

/** The columns that the client of the Genomic Data Commons reads, and those of ours behind them. */
async function* writeGdc(files: AsyncIterable<DescribedFile>): AsyncGenerator<Written> {
  yield written`id\tfilename\tmd5\tsize\tstate\tsha256\turl\tparticipant\tfamily\trole\n`;
  for await (const file of files) {
    const state = token(file.url === null ? 'missing' : 'released');
    yield line(
      manifestCell(file.fileId),
      manifestCell(file.path),
      md5Of(file),
      file.size,
      state,
      sha256Of(file),
      file.url ?? nothing,
      ...nameCells(file),
    );
  }
}

/** As the client of Gen3 reads it: the object id is the `drs://` address, where there is one. */
async function* writeGen3(files: AsyncIterable<DescribedFile>, { origin }: Listing): AsyncGenerator<Written> {
  let isFirst = true;
  for await (const file of files) {
    const entry = {
      object_id: file.drsUri ?? file.fileId,
      file_name: file.path,
      file_size: file.size,
      md5sum: md5Of(file),
      sha256: sha256Of(file),
      commons_url: new URL(origin).host,
      url: file.url,
      ...namesOf(file),
    };
    yield written`${isFirst ? written`[\n` : written`,\n`}  ${jsonText(entry)}`;
    isFirst = false;
  }
  yield isFirst ? written`[]\n` : written`\n]\n`;
}

/** The name of a payload file in a bag, where % would be decoded (RFC 8493, 2.1.3). */
export const bagName = (path: SafePath): Written =>
  written`data/${joined(path.split('%').map(oneLine), '%25')}`;

async function* writeFetch(files: AsyncIterable<ListedFile>): AsyncGenerator<Written> {
  for await (const file of files) yield fetchLine(file);
}

/** A bag is complete or wrong: a file that the caller may not have now is refused with its name. */
export function fetchLine({ url, size, path, problem }: ListedFile): Written {
  if (url === null) throw new PortalError('conflict', `${path}: ${problem ?? 'There is no link.'}`);
  return written`${url} ${size} ${bagName(path)}\n`;
}

async function* writeAria2(files: AsyncIterable<DescribedFile>): AsyncGenerator<Written> {
  for await (const file of files) {
    const { url, path, checksum, problem } = file;
    if (url === null) yield written`# ${path}: ${problem ?? nothing}\n`;
    else {
      const hash =
        checksum === null
          ? nothing
          : written`  checksum=${token(hashNames[checksum.kind])}=${checksum.value}\n  check-integrity=true\n`;
      yield written`${nameComment(file)}${url}\n  out=${path}\n${hash}  continue=true\n`;
    }
  }
}

const hashNames = { sha256: 'sha-256', md5: 'md5' } as const;

/** Settings that curl applies to one file only, so they are written for each. */
const curlRules = written`create-dirs\nfail\nlocation\ncontinue-at = "-"\n`;

async function* writeCurl(files: AsyncIterable<DescribedFile>): AsyncGenerator<Written> {
  yield written`# curl --parallel --config FILE\n${curlRules}`;
  let before: Written = joined([]);
  for await (const file of files) {
    const { url, path, problem } = file;
    if (url === null) yield written`# ${path}: ${problem ?? nothing}\n`;
    else {
      // Neither holds a quote or a backslash.
      yield written`${before}${nameComment(file)}url = "${url}"\noutput = "${path}"\n`;
      before = written`next\n${curlRules}`;
    }
  }
}
