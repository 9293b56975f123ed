import { createHash } from 'node:crypto';
import { utcDayOf } from '@atrium/contract/calendar/days';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ManifestFormat } from '@atrium/contract/wire/transfer';
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
import {
  type DescribeDeps,
  type DescribedFile,
  describeAll,
  requireRoomForSubjects,
} from './describeFiles.ts';
import { checkRights, handOut } from './handOut.ts';
import { type ListedFile, type Listing, listAll } from './listFiles.ts';
import { bagName, fetchLine, manifests } from './manifests.ts';
import { powerShellScript } from './powerShellScript.ts';
import { sampleSheet, sampleSheetName } from './sampleSheet.ts';
import { shellScript } from './shellScript.ts';
import type { TransferParts } from './transferParts.ts';
import { type ZipEntry, zipOf } from './zip.ts';

type SendDeps = DescribeDeps & Pick<TransferParts, 'volumes' | 'findHolder' | 'gate'>;

/** A text or zip that is made while it is sent, to be saved under a name. */
export const asFile = (
  body: AsyncIterable<Written | Uint8Array>,
  { name, type }: { readonly name: string; readonly type: string },
): Delivery => ({
  status: 200,
  headers: { 'content-type': type, 'content-disposition': attachment(name) },
  body: inPieces(body),
});

const piece = 65_536;

/** The same bytes in fewer pieces: each one that is sent costs as much as some hundred lines. */
async function* inPieces(body: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let text = '';
  for await (const part of body) {
    if (typeof part === 'string') text += part;
    else {
      if (text !== '') yield text;
      text = '';
      yield part;
    }
    if (text.length < piece) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** How links are handed out, and which of the transfer: all of them, or some behind one. */
interface GivenLinks {
  readonly form: string;
  readonly after?: number;
  readonly files?: number;
}

/** Hands out links of a transfer; call it before the first one is sent. Their bytes come through the portal. */
export async function handOutLinks(
  deps: SendDeps,
  { member, holder: { account }, transfer }: Listing,
  { form, after = 0, files = transfer.files }: GivenLinks,
) {
  const part = after === 0 ? {} : { after };
  const detail = {
    transfer: transfer.id,
    form,
    files: after === 0 ? transfer.files : files,
    bytes: transfer.bytes,
    ...part,
  };
  return handOut(deps, member, {
    bytes: 0,
    make: async () => null,
    check: checkRights(deps, { account, member }),
    lineOf: () => ({ action: 'transfer_list', detail }),
  });
}

const scripts = {
  sh: { write: shellScript, type: 'text/x-shellscript; charset=utf-8' },
  ps1: { write: powerShellScript, type: 'text/plain; charset=utf-8' },
} as const;

/** The script for HTTPS. */
export async function sendScript(deps: SendDeps, listing: Listing, kind: keyof typeof scripts) {
  const handed = await handOutLinks(deps, listing, { form: `script ${kind}` });
  const { write, type } = scripts[kind];
  const file = { name: scriptName(listing, kind), type };
  return handed.with(() => asFile(write(listAll(deps, listing), listing), file));
}

export const scriptName = ({ member, transfer }: Listing, kind: string): string =>
  `download_${member.uniqueId}_${transfer.id}.${kind}`;

export async function sendManifest(deps: SendDeps, listing: Listing, format: ManifestFormat) {
  if (format === 'bag') return sendBag(deps, listing);
  const manifest = manifests[format];
  const file = { name: manifest.fileName, type: `${manifest.type}; charset=utf-8` };
  const form = { form: `manifest ${format}` };
  if (manifest.namesSubjects) {
    const described = await openSubjects(deps, listing);
    const handed = await handOutLinks(deps, listing, form);
    return handed.with(() => asFile(manifest.write(described(), listing), file));
  }
  const handed = await handOutLinks(deps, listing, form);
  return handed.with(() => asFile(manifest.write(listAll(deps, listing), listing), file));
}

/** The files of a transfer with their subjects, which are counted as rows while they leave (rule 13.89). */
async function openSubjects(deps: SendDeps, listing: Listing): Promise<() => AsyncGenerator<DescribedFile>> {
  const meter = await deps.volumes.open(listing.member);
  await requireRoomForSubjects(deps, listing, meter);
  return () => describeAll(deps, listing, meter);
}

/** Whose the files of a transfer are, as a table. It opens no file. */
export async function sendSampleSheet(deps: SendDeps, listing: Listing) {
  const described = await openSubjects(deps, listing);
  const handed = await handOutLinks(deps, listing, { form: 'sample sheet' });
  const file = { name: sampleSheetName, type: 'text/tab-separated-values; charset=utf-8' };
  return handed.with(() => asFile(sampleSheet(described()), file));
}

/** A bag whose payload is fetched by its receiver (RFC 8493, and BDBag). A file without a checksum cannot be in one. */
async function sendBag(deps: SendDeps, listing: Listing) {
  for await (const file of listAll(deps, listing)) {
    if (file.checksum === null)
      throw new PortalError('conflict', `A bag needs a checksum of each file, and ${file.path} has none.`);
    fetchLine(file);
  }
  const described = await openSubjects(deps, listing);
  const handed = await handOutLinks(deps, listing, { form: 'manifest bag' });
  const name = `bag_${listing.member.uniqueId}_${listing.transfer.id}`;
  const file = { name: `${name}.zip`, type: 'application/zip' };
  return handed.with(() => asFile(zipOf(bagEntries(deps, listing, { name, described })), file));
}

interface Bag {
  readonly name: string;
  readonly described: () => AsyncIterable<DescribedFile>;
}

async function* bagEntries(
  deps: SendDeps,
  listing: Listing,
  { name, described }: Bag,
): AsyncGenerator<ZipEntry> {
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
  yield tag(sampleSheetName, sampleSheet(described()));
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
