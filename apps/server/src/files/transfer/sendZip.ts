import { setTimeout as delay } from 'node:timers/promises';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyReply } from 'fastify';
import { type RecordedLine, record } from '../../audit/index.ts';
import { disclosed, type OpenMeter, oneLine, safePath, TooManyRequests, written } from '../../http/index.ts';
import { contentTag } from './contentTag.ts';
import { describeAll, requireRoomForSubjects } from './describeFiles.ts';
import { countSent, loadPart } from './handOver.ts';
import { type ListedFile, type Listing, listAll } from './listFiles.ts';
import { contentHeader, contentLine } from './manifests.ts';
import { asOfNow } from './readers.ts';
import { sampleSheet, sampleSheetName } from './sampleSheet.ts';
import { asFile } from './sendLists.ts';
import { requireSmall } from './startTransfer.ts';
import type { TransferParts } from './transferParts.ts';
import { type ZipEntry, zipOf } from './zip.ts';

interface ZipCall {
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
}

/** A zip on its way. */
interface OpenZip extends Listing {
  readonly meter: OpenMeter;
  readonly signal: AbortSignal;
}

/**
 * A small transfer as one zip. A file that the caller may not have now is refused with its name, before anything is
 * sent. Its files are counted, recorded and limited as if each was asked for alone (rule 13.78).
 */
export async function sendZip(parts: TransferParts, listing: Listing, { reply, signal }: ZipCall) {
  const { member, transfer } = listing;
  requireSmall(parts.settings, { count: transfer.files, bytes: transfer.bytes });
  const files: ListedFile[] = [];
  for await (const file of listAll(parts, listing)) {
    if (file.problem !== null) throw new PortalError('conflict', `${file.path}: ${file.problem}`);
    files.push(file);
  }
  const meter = await parts.volumes.open(member);
  meter.requireRoom(0, transfer.bytes);
  await requireRoomForSubjects(parts, listing, meter);
  const end = await parts.takeStream(String(member.account.id), signal);
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  const zip = { ...listing, meter, signal };
  const body = recorded(zipOf(zipEntries(parts, zip, files)), (sent) => recordZip(parts, listing, sent));
  const file = asFile(body, { name: `${member.uniqueId}_${transfer.id}.zip`, type: 'application/zip' });
  const { id, files: count, bytes } = transfer;
  // A portal that is killed leaves a line too.
  return disclosed(file, [
    { action: 'transfer_list', detail: { transfer: id, form: 'zip', files: count, bytes } },
  ]);
}

async function* zipEntries(
  parts: TransferParts,
  zip: OpenZip,
  files: readonly ListedFile[],
): AsyncGenerator<ZipEntry> {
  const { member, transfer } = zip;
  const about = `${formatQuantity(transfer.files, 'file')}, ${formatQuantity(transfer.bytes, 'byte')}, dataset ${member.uniqueId}, ${transfer.release}`;
  const manifest = async function* () {
    yield written`# ${oneLine(about)}\n${contentHeader}`;
    for await (const file of describeAll(parts, zip, zip.meter)) yield contentLine(file);
  };
  yield { path: safePath('manifest.tsv'), open: manifest };
  // The same subjects, which were counted with the manifest.
  yield { path: safePath(sampleSheetName), open: () => sampleSheet(describeAll(parts, zip, null)) };
  for (const [index, file] of files.entries()) {
    // The request itself counted as the first file.
    if (index > 0) await waitForTurn(parts, zip);
    yield { path: safePath(`files/${file.path}`), size: file.size, open: () => bytesOf(parts, zip, file) };
  }
}

/** Waits where the account has been sent as many files in this minute as it may: a zip that broke off would be of no use. */
async function waitForTurn({ takeFile }: TransferParts, { member, signal }: OpenZip): Promise<void> {
  for (;;) {
    try {
      return takeFile(String(member.account.id));
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      await delay(error.retryAfter * 1000, undefined, { signal });
    }
  }
}

/** The bytes of a file, which the member must be able to read when it is read. */
async function* bytesOf(
  parts: TransferParts,
  { holder, member, transfer, meter, signal }: OpenZip,
  { fileId, tag, path }: ListedFile,
): AsyncGenerator<Uint8Array> {
  const found = await parts.findFile(await asOfNow(parts, holder.account), member.uniqueId, fileId);
  if (found === null || contentTag(found) !== tag)
    throw new PortalError('conflict', `${path}: This file is no longer there for you.`);
  const { size } = found;
  const part = { start: 0, length: size, size, isWhole: true };
  const whole = { record: found, transferId: transfer.id, part, isInZip: true };
  const sent = { deps: parts, member, meter, signal, ...whole };
  const stored = await parts.storage.open(found, member);
  if (stored.kind === 'local') {
    try {
      yield* loadPart(sent, stored);
    } finally {
      await stored.handle.close();
    }
    return;
  }
  const answer = await fetch(stored.url, { signal });
  if (!answer.ok || answer.body === null) throw new Error(`The storage answered ${answer.status}.`);
  yield* countSent(sent, answer.body);
}

interface SentZip {
  readonly bytes: number;
  readonly isComplete: boolean;
}

async function* recorded(
  body: AsyncIterable<Uint8Array>,
  end: (sent: SentZip) => Promise<unknown>,
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
  { db }: TransferParts,
  { member, transfer }: Listing,
  { bytes, isComplete }: SentZip,
): Promise<RecordedLine> =>
  record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'zip_sent',
    detail: { transfer: transfer.id, files: transfer.files, bytes, isComplete },
  });
