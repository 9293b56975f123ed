import { createHash } from 'node:crypto';
import { formatQuantity, type ManifestFormat, PortalError, utcDayOf } from '@atrium/contract';
import type { Volumes } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import type { TransferSettings } from '../../config/transferSettings.ts';
import {
  attachment,
  type Delivery,
  joined,
  oneLine,
  type SafePath,
  safePath,
  type Token,
  token,
  type Written,
  written,
} from '../../http/index.ts';
import { contentTag } from './contentTag.ts';
import { type ListDeps, type ListedFile, type Listing, listAll } from './listFiles.ts';
import { bagName, contentLine, fetchLine, manifests } from './manifests.ts';
import { powerShellScript } from './powerShellScript.ts';
import { asOfNow } from './readers.ts';
import { readPieces } from './readPieces.ts';
import { shellScript } from './shellScript.ts';
import { requireSmall } from './startTransfer.ts';
import type { Storage } from './storage.ts';
import type { TakePermit } from './streams.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export interface SendDeps extends ListDeps {
  readonly settings: TransferSettings;
  readonly storage: Storage;
  readonly volumes: Volumes;
  readonly takeRead: TakePermit;
}

/** A text or zip that is made while it is sent, to be saved under a name. */
export const asFile = (
  body: AsyncIterable<Written | Uint8Array>,
  { name, type }: { readonly name: string; readonly type: string },
): Delivery => ({
  status: 200,
  headers: { 'content-type': type, 'content-disposition': attachment(name) },
  body,
});

/** Records that links were handed out, before the first one is sent. */
export async function recordList(
  { db }: Pick<ListDeps, 'db'>,
  { member, transfer }: Listing,
  form: string,
): Promise<void> {
  await record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'transfer_list',
    detail: { transfer: transfer.id, form, files: transfer.files, bytes: transfer.bytes },
  });
}

const scripts = {
  sh: { write: shellScript, type: 'text/x-shellscript; charset=utf-8' },
  ps1: { write: powerShellScript, type: 'text/plain; charset=utf-8' },
} as const;

/** The script for HTTPS. */
export async function sendScript(
  deps: SendDeps,
  listing: Listing,
  kind: keyof typeof scripts,
): Promise<Delivery> {
  await recordList(deps, listing, `script ${kind}`);
  const { write, type } = scripts[kind];
  return asFile(write(listAll(deps, listing), listing), { name: scriptName(listing, kind), type });
}

export const scriptName = ({ member, transfer }: Listing, kind: string): string =>
  `download_${member.uniqueId}_${transfer.id}.${kind}`;

export async function sendManifest(
  deps: SendDeps,
  listing: Listing,
  format: ManifestFormat,
): Promise<Delivery> {
  if (format === 'bag') return sendBag(deps, listing);
  await recordList(deps, listing, `manifest ${format}`);
  const { write, type, fileName } = manifests[format];
  return asFile(write(listAll(deps, listing), listing), { name: fileName, type: `${type}; charset=utf-8` });
}

/** A bag whose payload is fetched by its receiver (RFC 8493, and BDBag). A file without a checksum cannot be in one. */
async function sendBag(deps: SendDeps, listing: Listing): Promise<Delivery> {
  for await (const file of listAll(deps, listing)) {
    if (file.checksum === null)
      throw new PortalError('conflict', `A bag needs a checksum of each file, and ${file.path} has none.`);
    fetchLine(file);
  }
  await recordList(deps, listing, 'manifest bag');
  const name = `bag_${listing.member.uniqueId}_${listing.transfer.id}`;
  return asFile(zipOf(bagEntries(deps, listing, name)), { name: `${name}.zip`, type: 'application/zip' });
}

async function* bagEntries(deps: SendDeps, listing: Listing, name: string): AsyncGenerator<ZipEntry> {
  const hashes: (readonly [SafePath, Token])[] = [];
  const tag = (path: string, body: AsyncIterable<Written>): ZipEntry => ({
    path: safePath(`${name}/${path}`),
    open: () => hashed(body, (hash) => hashes.push([safePath(path), hash])),
  });
  const { transfer } = listing;
  yield tag('bagit.txt', texts(written`BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n`));
  yield tag(
    'bag-info.txt',
    texts(
      written`Bagging-Date: ${oneLine(utcDayOf(transfer.startedAt))}\n`,
      written`External-Identifier: ${oneLine(`${listing.member.uniqueId} ${transfer.release}`)} transfer ${transfer.id}\n`,
      written`Payload-Oxum: ${transfer.bytes}.${transfer.files}\n`,
    ),
  );
  const kinds = new Set<'sha256' | 'md5'>();
  const linesOfFetch = async function* () {
    for await (const file of listAll(deps, listing)) {
      if (file.checksum !== null) kinds.add(file.checksum.kind);
      yield fetchLine(file);
    }
  };
  yield tag('fetch.txt', linesOfFetch());
  for (const kind of kinds) yield tag(`manifest-${kind}.txt`, manifestOf(listAll(deps, listing), kind));
  const last = joined(hashes.map(([path, hash]) => written`${hash}  ${path}\n`));
  yield { path: safePath(`${name}/tagmanifest-sha256.txt`), open: () => texts(last) };
}

async function* texts(...parts: readonly Written[]): AsyncGenerator<Written> {
  yield* parts;
}

async function* manifestOf(
  files: AsyncIterable<ListedFile>,
  kind: 'sha256' | 'md5',
): AsyncGenerator<Written> {
  for await (const { checksum, path } of files)
    if (checksum?.kind === kind) yield written`${checksum.value}  ${bagName(path)}\n`;
}

async function* hashed(body: AsyncIterable<Written>, onEnd: (hash: Token) => void): AsyncGenerator<Written> {
  const hash = createHash('sha256');
  for await (const text of body) {
    hash.update(text);
    yield text;
  }
  onEnd(token(hash.digest('hex')));
}

/** A small transfer as one zip. A file that the caller may not have now is refused with its name, before anything is sent. */
export async function sendZip(deps: SendDeps, listing: Listing): Promise<Delivery> {
  const { member, transfer } = listing;
  requireSmall(deps.settings, { count: transfer.files, bytes: transfer.bytes });
  const files: ListedFile[] = [];
  for await (const file of listAll(deps, listing)) {
    if (file.problem !== null) throw new PortalError('conflict', `${file.path}: ${file.problem}`);
    files.push(file);
  }
  const meter = await deps.volumes.open(member);
  if (meter.isCounting) await meter.add({ rows: 0, bytes: transfer.bytes });
  const body = recorded(zipOf(zipEntries(deps, listing, files)), (sent) => recordZip(deps, listing, sent));
  return asFile(body, { name: `${member.uniqueId}_${transfer.id}.zip`, type: 'application/zip' });
}

async function* zipEntries(
  deps: SendDeps,
  listing: Listing,
  files: readonly ListedFile[],
): AsyncGenerator<ZipEntry> {
  const { member, transfer } = listing;
  const about = `${formatQuantity(transfer.files, 'file')}, ${formatQuantity(transfer.bytes, 'byte')}, dataset ${member.uniqueId}, ${transfer.release}`;
  const head = written`# ${oneLine(about)}\npath\tsize\tchecksum\tfile_id\n`;
  yield { path: safePath('manifest.tsv'), open: () => texts(head, ...files.map(contentLine)) };
  for (const file of files)
    yield { path: safePath(`files/${file.path}`), size: file.size, open: () => bytesOf(deps, listing, file) };
}

const never = new AbortController().signal;

/** The bytes of a file, which the member must be able to read when it is read. */
async function* bytesOf(
  deps: SendDeps,
  { holder, member }: Listing,
  { fileId, tag, path }: ListedFile,
): AsyncGenerator<Uint8Array> {
  const { findFile, storage, takeRead } = deps;
  const found = await findFile(await asOfNow(deps, holder.account), member.uniqueId, fileId);
  if (found === null || contentTag(found) !== tag)
    throw new PortalError('conflict', `${path}: This file is no longer there for you.`);
  const stored = await storage.open(found, member);
  if (stored.kind === 'local') {
    const takePermit = () => takeRead(String(member.account.id), never);
    try {
      yield* readPieces(stored.handle, { start: 0, length: found.size }, takePermit);
    } finally {
      await stored.handle.close();
    }
    return;
  }
  const answer = await fetch(stored.url);
  if (!answer.ok || answer.body === null) throw new Error(`The storage answered ${answer.status}.`);
  for await (const chunk of answer.body) if (chunk instanceof Uint8Array) yield chunk;
}

interface SentZip {
  readonly bytes: number;
  readonly isComplete: boolean;
}

async function* recorded(
  body: AsyncIterable<Uint8Array>,
  end: (sent: SentZip) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let isComplete = false;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      yield chunk;
    }
    isComplete = true;
  } finally {
    if (bytes > 0) await end({ bytes, isComplete });
  }
}

const recordZip = (
  { db }: SendDeps,
  { member, transfer }: Listing,
  { bytes, isComplete }: SentZip,
): Promise<void> =>
  record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'zip_sent',
    detail: { transfer: transfer.id, files: transfer.files, bytes, isComplete },
  });
