import { PortalError } from '@atrium/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Member, Meter, Volumes } from '../../access/index.ts';
import { record as recordLine } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';
import { attachment, type Delivery } from '../../http/index.ts';
import type { FileRecord } from '../fileRecord.ts';
import { type ByteRange, requestedRange } from './byteRange.ts';
import { entityTag } from './contentTag.ts';
import { readPieces } from './readPieces.ts';
import type { LocalFile, Storage } from './storage.ts';
import type { TakePermit } from './streams.ts';

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
  const { range, 'if-range': ifRange } = request.headers;
  const given = { range, ifRange: typeof ifRange === 'string' ? ifRange : undefined };
  const part = requestedRange(given, { size: record.size, entityTag: tag });
  if (part === 'none') {
    reply.header('content-range', `bytes */${record.size}`);
    throw new PortalError('no_such_range', `range: the file has ${record.size} bytes`, { field: 'range' });
  }
  const headers = { ...headersOf(record, tag), ...rangeHeaders(record, part) };
  const status = part === 'whole' ? 200 : 206;
  if (request.method === 'HEAD') return { status, headers, body: null };
  const meter = await deps.volumes.open(member);
  const stored = await withPermit(deps, { member, signal: wanted.signal }, () =>
    deps.storage.open(record, member),
  );
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
  return { status, headers, body: readPart(sent, stored), check };
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

/** Acts when an answer is at its end, also where its client was gone before. */
function atEnd({ raw }: FastifyReply, act: () => void): void {
  if (raw.destroyed) act();
  else raw.once('close', act);
}

interface Sent {
  readonly deps: HandOverDeps;
  readonly member: Member;
  readonly wanted: FileRequest;
  readonly meter: Meter;
  readonly part: ByteRange | 'whole';
}

const lengthOf = ({ size }: FileRecord, part: ByteRange | 'whole'): number =>
  part === 'whole' ? size : part.end - part.start + 1;

function headersOf({ name, checksum }: FileRecord, tag: string): Delivery['headers'] {
  const digest =
    checksum?.kind === 'sha256'
      ? { 'repr-digest': `sha-256=:${Buffer.from(checksum.value, 'hex').toString('base64')}:` }
      : {};
  return {
    'accept-ranges': 'bytes',
    etag: tag,
    'content-type': 'application/octet-stream',
    'content-disposition': attachment(name),
    ...digest,
  };
}

const rangeHeaders = (record: FileRecord, part: ByteRange | 'whole'): Readonly<Record<string, string>> => ({
  'content-length': String(lengthOf(record, part)),
  ...(part === 'whole' ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${record.size}` }),
});

/**
 * Redirects to another server that has the file. The portal does not see what that server sends, so the whole requested
 * range counts.
 */
async function lead(sent: Sent, url: string): Promise<Delivery> {
  const bytes = lengthOf(sent.wanted.record, sent.part);
  if (sent.meter.isCounting) await sent.meter.add({ rows: 0, bytes });
  await recordSent(sent, { bytes, isComplete: true, isElsewhere: true });
  return { status: 307, headers: { location: url }, body: null };
}

const countedAtOnce = 8_388_608;

/** The bytes of a part, each counted before it leaves; what has left is recorded at the end, however it came (rule 13.38). */
async function* readPart(sent: Sent, { handle }: LocalFile): AsyncGenerator<Uint8Array> {
  const { wanted, deps, member, meter, part } = sent;
  const length = lengthOf(wanted.record, part);
  const start = part === 'whole' ? 0 : part.start;
  const takeRead = () => deps.takeRead(String(member.account.id), wanted.signal);
  let bytes = 0;
  let counted = 0;
  try {
    if (length > 0)
      for await (const chunk of readPieces(handle, { start, length }, takeRead)) {
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
      from: part === 'whole' ? 0 : part.start,
      bytes,
      isComplete,
      ...(isElsewhere ? { isElsewhere } : {}),
    },
  });
}
