import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Member, Meter, Volumes } from '../../access/index.ts';
import { record as recordLine } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';
import {
  atEnd,
  type Delivery,
  headOf,
  requestedPart,
  type StoredPart,
  sendPart,
  type TakePermit,
} from '../../http/index.ts';
import type { FileRecord } from '../fileRecord.ts';
import { entityTag } from './contentTag.ts';
import type { Storage } from './storage.ts';

export interface HandOverDeps {
  readonly db: Kysely<Schema>;
  readonly storage: Storage;
  readonly volumes: Volumes;
  readonly takeStream: TakePermit;
  readonly takeRead: TakePermit;
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
export async function handOver(deps: HandOverDeps, member: Member, wanted: FileRequest): Promise<Delivery> {
  const { record, request, reply, check } = wanted;
  const tag = entityTag(record);
  const part = requestedPart(reply, { size: record.size, entityTag: tag });
  const head = headOf(part, tag);
  const { status } = head;
  const headers = { ...head.headers, ...headersOf(record) };
  if (request.method === 'HEAD') return { status, headers, body: null };
  const meter = await deps.volumes.open(member);
  const stored = await withPermit(deps, { member, signal: wanted.signal }, () => deps.storage.open(record));
  const sent = { deps, member, wanted, meter, part };
  if (stored.kind === 'remote') return lead(sent, stored.url);
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
  const body = sendPart(stored.handle, part, {
    takeRead: () => deps.takeRead(String(member.account.id), wanted.signal),
    count: meter.isCounting ? (from, to) => meter.add({ rows: 0, bytes: to - from }) : undefined,
    countedAtOnce,
    end: (outcome) => recordSent(sent, outcome),
  });
  return { status, headers, body, check };
}

const countedAtOnce = 8_388_608;

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

interface Sent {
  readonly deps: HandOverDeps;
  readonly member: Member;
  readonly wanted: FileRequest;
  readonly meter: Meter;
  readonly part: StoredPart;
}

/** The header of a file to be saved under its name (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\w.+ -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

function headersOf({ name, checksum }: FileRecord): Readonly<Record<string, string>> {
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

/**
 * Redirects to another server that has the file. The portal does not see what that server sends, so the whole requested
 * range counts.
 */
async function lead(sent: Sent, url: string): Promise<Delivery> {
  const bytes = sent.part.length;
  if (sent.meter.isCounting) await sent.meter.add({ rows: 0, bytes });
  await recordSent(sent, { bytes, isComplete: true, isElsewhere: true });
  return { status: 307, headers: { location: url }, body: null };
}

interface Outcome {
  readonly bytes: number;
  readonly isComplete: boolean;
  /** Whether another server sends it. */
  readonly isElsewhere?: boolean;
}

async function recordSent(
  { deps, member, wanted, part }: Sent,
  { bytes, isComplete, isElsewhere = false }: Outcome,
): Promise<void> {
  await recordLine(deps.db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action: 'file_sent',
    detail: {
      file: wanted.record.fileId,
      transfer: wanted.transferId,
      size: wanted.record.size,
      from: part.start,
      bytes,
      isComplete,
      ...(isElsewhere ? { isElsewhere } : {}),
    },
  });
}
