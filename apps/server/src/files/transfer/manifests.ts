import { type ManifestFormat, PortalError } from '@atrium/contract';
import type { ListedFile, Listing } from './listFiles.ts';

/** A manifest as text, made while it is sent. */
type Write = (files: AsyncIterable<ListedFile>, listing: Listing) => AsyncGenerator<string>;

interface Manifest {
  readonly type: string;
  readonly fileName: string;
  readonly write: Write;
}

/** The manifests that are one text; a bag is a zip of several (`bag.ts`). */
export const manifests: Readonly<Record<Exclude<ManifestFormat, 'bag'>, Manifest>> = {
  tsv: { type: 'text/tab-separated-values', fileName: 'manifest.tsv', write: writeTsv },
  gdc: { type: 'text/tab-separated-values', fileName: 'gdc_manifest.tsv', write: writeGdc },
  gen3: { type: 'application/json', fileName: 'gen3_manifest.json', write: writeGen3 },
  fetch: { type: 'text/plain', fileName: 'fetch.txt', write: writeFetch },
  aria2: { type: 'text/plain', fileName: 'aria2.txt', write: writeAria2 },
  curl: { type: 'text/plain', fileName: 'curl.txt', write: writeCurl },
};

/** Paths and names hold no control characters (`receiverPath.ts`); ids and names of the catalogue may. */
const cell = (text: string): string => text.replace(/[\t\r\n]/g, ' ');
const md5Of = ({ checksum }: ListedFile): string => (checksum?.kind === 'md5' ? checksum.value : '');
const sha256Of = ({ checksum }: ListedFile): string => (checksum?.kind === 'sha256' ? checksum.value : '');
const checksumOf = ({ checksum }: ListedFile): string =>
  checksum === null ? '' : `${checksum.kind}:${checksum.value}`;

async function* writeTsv(files: AsyncIterable<ListedFile>): AsyncGenerator<string> {
  yield 'path\tsize\tchecksum\turl\tfile_id\tdrs_uri\tproblem\n';
  for await (const file of files) {
    const { path, size, url, fileId, drsUri, problem } = file;
    const cells = [
      path,
      String(size),
      checksumOf(file),
      url ?? '',
      cell(fileId),
      drsUri ?? '',
      problem ?? '',
    ];
    yield `${cells.join('\t')}\n`;
  }
}

/** The columns that the client of the Genomic Data Commons reads, and two of ours behind them. */
async function* writeGdc(files: AsyncIterable<ListedFile>): AsyncGenerator<string> {
  yield 'id\tfilename\tmd5\tsize\tstate\tsha256\turl\n';
  for await (const file of files) {
    const state = file.url === null ? 'missing' : 'released';
    const cells = [
      cell(file.fileId),
      file.path,
      md5Of(file),
      String(file.size),
      state,
      sha256Of(file),
      file.url ?? '',
    ];
    yield `${cells.join('\t')}\n`;
  }
}

/** As the client of Gen3 reads it: the object id is the `drs://` address, where there is one. */
async function* writeGen3(files: AsyncIterable<ListedFile>, { origin }: Listing): AsyncGenerator<string> {
  let before = '[\n';
  for await (const file of files) {
    const entry = {
      object_id: file.drsUri ?? file.fileId,
      file_name: file.path,
      file_size: file.size,
      md5sum: md5Of(file),
      sha256: sha256Of(file),
      commons_url: new URL(origin).host,
      url: file.url,
    };
    yield `${before}  ${JSON.stringify(entry)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** The name of a payload file in a bag, where a line break or % would end the line or be decoded (RFC 8493, 2.1.3). */
export const bagName = (path: string): string =>
  `data/${path}`.replace(
    /[%\r\n]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

async function* writeFetch(files: AsyncIterable<ListedFile>): AsyncGenerator<string> {
  for await (const file of files) yield fetchLine(file);
}

/** A bag is complete or wrong: a file that the caller may not have now is refused with its name. */
export function fetchLine({ url, size, path, problem }: ListedFile): string {
  if (url === null) throw new PortalError('conflict', `${path}: ${problem ?? 'There is no link.'}`);
  return `${url} ${size} ${bagName(path)}\n`;
}

async function* writeAria2(files: AsyncIterable<ListedFile>): AsyncGenerator<string> {
  for await (const file of files) {
    const { url, path, checksum, problem } = file;
    if (url === null) yield `# ${path}: ${problem}\n`;
    else {
      const hash = checksum === null ? '' : `  checksum=${hashNames[checksum.kind]}=${checksum.value}\n`;
      yield `${url}\n  out=${path}\n${hash}  continue=true\n`;
    }
  }
}

const hashNames = { sha256: 'sha-256', md5: 'md5' } as const;

/** Settings that curl applies to one file only, so they are written for each. */
const curlRules = 'create-dirs\nfail\nlocation\ncontinue-at = "-"\n';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

async function* writeCurl(files: AsyncIterable<ListedFile>): AsyncGenerator<string> {
  yield `# curl --parallel --config FILE\n${curlRules}`;
  let before = '';
  for await (const { url, path, problem } of files) {
    if (url === null) yield `# ${path}: ${problem}\n`;
    else {
      yield `${before}url = ${quoted(url)}\noutput = ${quoted(path)}\n`;
      before = `next\n${curlRules}`;
    }
  }
}
