import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { AuditDetail } from '@atrium/contract/wire/audit';
import { fairSemaphores } from '@atrium/warehouse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Member, Volumes } from '../../access/index.ts';
import { type RecordedLine, record as recordLine } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';
import {
  atEnd,
  attachment,
  type Delivery,
  disclosed,
  headOf,
  type OpenMeter,
  requestedPart,
  type StoredPart,
  sendPart,
  showsNothing,
  type TakePermit,
  TooManyRequests,
} from '../../http/index.ts';
import type { FileRecord } from '../fileRecord.ts';
import type { Addresses } from './addresses.ts';
import { entityTag } from './contentTag.ts';
import { handOut } from './handOut.ts';
import type { LocalFile, Storage } from './storage.ts';

const maxWaitMs = 30_000;

interface StreamLimits {
  readonly perPortal: number;
  readonly perAccount: number;
}

/** Counts the files that the portal and each account are sent at a time, in this process (rule 13.37). */
export function createStreams({ perPortal, perAccount }: StreamLimits): TakePermit {
  const busy = () =>
    new TooManyRequests(
      5,
      `The portal sends an account ${formatQuantity(perAccount, 'file')} at a time, and everyone ${perPortal} together. Please wait for one to end.`,
    );
  const semaphore = fairSemaphores.create({
    atOnce: perPortal,
    each: perAccount,
    maxWaiting: 500,
    maxWaitMs,
    busy,
  });
  return async (asker, signal) => (await semaphore.take({ asker, signal })).end;
}

export interface HandOverDeps {
  readonly db: Kysely<Schema>;
  readonly storage: Storage;
  readonly volumes: Volumes;
  readonly takeStream: TakePermit;
  readonly takeRead: TakePermit;
  readonly addresses: Addresses;
}

interface FileRequest {
  readonly record: FileRecord;
  /** The transfer that it is part of; null for a file that is asked for alone. */
  readonly transferId: number | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  /** Called every second while the file is sent; throws where the rest may not be sent. */
  readonly check: () => Promise<unknown>;
}

/**
 * Hands a file to a member, or the range of it that the request asks for: from a disk of the portal, or by an address at
 * which another server has it. The caller has made sure that the member may read it.
 */
export async function handOver(deps: HandOverDeps, member: Member, wanted: FileRequest) {
  const { record, request, reply, check } = wanted;
  const tag = entityTag(record);
  const part = requestedPart(reply, { size: record.size, entityTag: tag });
  const head = headOf(part, tag);
  const { status } = head;
  const headers = { ...head.headers, ...headersOf(record) };
  const answer = (body: Delivery['body']): Delivery => ({ status, headers, body, check });
  if (request.method === 'HEAD') return showsNothing(answer(null));
  const held = deps.addresses.find(addressKey(member, record));
  if (held !== undefined) return leadAgain(deps, member, { ...wanted, url: held });
  const meter = await deps.volumes.open(member);
  const stored = await withPermit(deps, { member, signal: wanted.signal }, () =>
    deps.storage.open(record, member),
  );
  if (stored.kind === 'remote') return leadOnce(deps, member, { ...wanted, url: stored.url });
  const { transferId, signal } = wanted;
  const sent = { deps, member, record, transferId, signal, meter, part };
  const end = await deps
    .takeStream(String(member.account.id), wanted.signal)
    .catch(async (error: unknown) => {
      await stored.handle.close();
      throw error;
    });
  atEnd(reply, () => {
    end();
    void stored.handle.close();
  });
  // A portal that is killed leaves a line too.
  const line = await recordPart(sent, 'file_begin', { bytes: part.length });
  return disclosed(answer(loadPart(sent, stored)), [line]);
}

/** Opening takes several disk accesses, and a receiver of many ranges opens its file for each of them. */
async function withPermit<Opened>(
  { takeRead }: HandOverDeps,
  { member, signal }: { readonly member: Member; readonly signal: AbortSignal },
  open: () => Promise<Opened>,
): Promise<Opened> {
  const endPermit = await takeRead(String(member.account.id), signal);
  try {
    return await open();
  } finally {
    endPermit();
  }
}

/** A file, or a part of it, on its way to a member. */
interface Sent extends Pick<FileRequest, 'record' | 'transferId' | 'signal'> {
  readonly deps: Pick<HandOverDeps, 'db' | 'takeRead'>;
  readonly member: Member;
  readonly meter: OpenMeter;
  readonly part: StoredPart;
  readonly isInZip?: boolean;
}

function headersOf({ name, checksum }: FileRecord): Delivery['headers'] {
  const digest =
    checksum?.kind === 'sha256'
      ? { 'repr-digest': `sha-256=:${Buffer.from(checksum.value, 'hex').toString('base64')}:` }
      : {};
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': attachment(name),
    ...digest,
  };
}

const leadTo = (location: string): Delivery => ({ status: 307, headers: { location }, body: null });

const addressKey = ({ account, datasetId }: Member, record: FileRecord): string =>
  JSON.stringify([account.id, datasetId, record.fileId, entityTag(record)]);

/**
 * Redirects to another server that has the file. Whoever has the address gets all of it there, whatever range was asked
 * for, so the whole file counts; the same address is given again for as long as it opens anything.
 */
async function lead(
  deps: HandOverDeps,
  member: Member,
  { record, transferId, check, url }: FileRequest & { readonly url: string },
) {
  const { fileId: file, size } = record;
  const sent = {
    file,
    transfer: transferId,
    size,
    from: 0,
    bytes: size,
    isComplete: true,
    isElsewhere: true,
  };
  const handed = await handOut(deps, member, {
    bytes: size,
    make: async () => url,
    check,
    lineOf: () => ({ action: 'file_sent', detail: { ...sent, way: record.location.kind } }),
  });
  await deps.addresses.keep(addressKey(member, record), { url });
  return handed.with(leadTo);
}

/** Another portal may have counted the file a moment ago. */
async function leadOnce(deps: HandOverDeps, member: Member, wanted: FileRequest & { readonly url: string }) {
  const key = addressKey(member, wanted.record);
  const until = await deps.addresses.countedUntil(key);
  if (until === null) return lead(deps, member, wanted);
  await wanted.check();
  await deps.addresses.keep(key, { url: wanted.url, until });
  return leadAgain(deps, member, wanted);
}

/** Gives an address that was counted when it was given first. */
async function leadAgain(
  { db }: HandOverDeps,
  member: Member,
  { record, transferId, url }: FileRequest & { readonly url: string },
) {
  const line = await recordLine(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'file_begin',
    detail: {
      file: record.fileId,
      transfer: transferId,
      size: record.size,
      isElsewhere: true,
      isAgain: true,
    },
  });
  return disclosed(leadTo(url), [line]);
}

const countedAtOnce = 8_388_608;

export function loadPart(sent: Sent, { handle }: LocalFile): AsyncGenerator<Uint8Array> {
  const { deps, member, meter, part, signal } = sent;
  return sendPart(handle, part, {
    takeRead: () => deps.takeRead(String(member.account.id), signal),
    count: meter.isCounting ? (from, to) => meter.add({ rows: 0, bytes: to - from }) : undefined,
    countedAtOnce,
    end: (outcome) => recordSent(sent, outcome),
  });
}

/** Bytes of another server in a zip, each counted before it leaves; what has left is recorded at the end (rule 13.38). */
export async function* countSent(sent: Sent, body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  const { meter } = sent;
  const { length } = sent.part;
  let bytes = 0;
  let counted = 0;
  try {
    if (length > 0)
      for await (const chunk of body) {
        if (!(chunk instanceof Uint8Array)) continue;
        if (meter.isCounting && bytes + chunk.length > counted) {
          const next = Math.min(countedAtOnce, length - counted);
          await meter.add({ rows: 0, bytes: next });
          counted += next;
        }
        bytes += chunk.length;
        yield chunk;
      }
    if (bytes !== length) throw new Error(`Of ${length} bytes of a stored file ${bytes} could be read.`);
  } finally {
    if (bytes > 0 || length === 0) await recordSent(sent, { bytes, isComplete: bytes === length });
  }
}

interface Outcome {
  readonly bytes: number;
  readonly isComplete: boolean;
}

const recordSent = (sent: Sent, { bytes, isComplete }: Outcome): Promise<RecordedLine> =>
  recordPart(sent, 'file_sent', { bytes, isComplete });

const recordPart = (
  { deps, member, record, transferId, part, isInZip = false }: Sent,
  action: 'file_begin' | 'file_sent',
  detail: AuditDetail,
): Promise<RecordedLine> =>
  recordLine(deps.db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action,
    detail: {
      file: record.fileId,
      transfer: transferId,
      size: record.size,
      from: part.start,
      ...detail,
      ...(isInZip ? { isInZip } : {}),
    },
  });
