import type { FastifyReply } from 'fastify';
import { sendDelivery } from '../sendDelivery.ts';
import { type FileRules, namingHeaders, parseDownload, type SendingOfRows } from '../sendDownload.ts';
import { atEnd, headOf, requestedPart, type Sending, type StoredPart, sendPart } from '../sendStored.ts';
import type { HeldFile, Wanted } from './spool.ts';
import type { SpoolFile } from './spoolFile.ts';

interface SpooledRules extends FileRules {
  /** The media type. */
  readonly type: string;
  /** The account that it is for. */
  readonly owner: string;
  /** What the account may see, as a text that changes when that changes. */
  readonly standing: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Stores the lines of the file in the audit; called before the first byte leaves (rule 8.28). */
  readonly begin: () => Promise<void>;
}

type Parsed = ReturnType<typeof parseDownload>;

/**
 * Makes a file, or finds it in the spool, and then sends it at the pace of its reader, with its length and in ranges
 * (rule 8.24). An error before the file is whole is a JSON error. Whether the caller may have it is asked while it is
 * made, before it is sent, and every second while it is sent.
 */
export async function sendSpooled(
  reply: FastifyReply,
  answer: unknown,
  rules: SpooledRules,
): Promise<FastifyReply> {
  const given = parseDownload(answer);
  const { request, server } = reply;
  const naming = namingHeaders(given, rules.type);
  // Nothing is made for the headers alone.
  if (request.method === 'HEAD')
    return sendDelivery(reply, { status: 200, headers: naming, body: null }, rules);
  if (request.headers.range === undefined) await requireRoom(given, rules.signal);
  const held = await server.spool.take(wantedOf(reply, given, rules));
  atEnd(reply, held.end);
  atEnd(reply, server.limiter.beginReading(rules.owner));
  await rules.permission.check();
  const { file } = held;
  const entityTag = `"${file.sha256}"`;
  const part = mayBePart(reply, given, held)
    ? requestedPart(reply, { size: file.size, entityTag })
    : { start: 0, length: file.size, size: file.size, isWhole: true };
  const rows = rowsOf(file, part);
  given.sending?.requireRoom?.(rows(part.start + part.length));
  const head = headOf(part, entityTag);
  const body = sendPart(file.handle, part, {
    takeRead: () => server.takeRead(rules.owner, rules.signal),
    countedAtOnce,
    begin: rules.begin,
    ...sendingOf(part, rows, given.sending),
  });
  const headers = { ...head.headers, ...naming, 'repr-digest': `sha-256=:${file.sha256}:` };
  const check = async (): Promise<void> => held.requireKept();
  return sendDelivery(reply, { status: head.status, headers, body, check }, rules);
}

/** A whole file that is larger than what is left of the day is not made (rule 8.21). */
async function requireRoom({ sending, rows }: Parsed, signal: AbortSignal): Promise<void> {
  if (sending?.requireRoom !== undefined) sending.requireRoom((await rows?.(signal)) ?? 0);
}

function wantedOf(
  { server: { limiter } }: FastifyReply,
  { body, key, rows }: Parsed,
  { owner, standing, signal, permission }: SpooledRules,
): Wanted {
  return {
    owner,
    key: key === undefined ? null : JSON.stringify([standing, key]),
    rows,
    make: (making) => (typeof body === 'function' ? body(making) : body),
    begin: async (making) => {
      const endCount = limiter.beginExport(owner);
      // Who has given up one file may have another at once; the slot is free when the work has ended.
      making.addEventListener('abort', endCount, { once: true });
      try {
        const endSlot = await limiter.takeSlot(making);
        return () => {
          endSlot();
          endCount();
        };
      } catch (error) {
        endCount();
        throw error;
      }
    },
    check: permission.check,
    signal,
  };
}

/** A file that is made for this request alone may have other bytes than the last one, unless the request names its tag. */
const mayBePart = ({ request }: FastifyReply, { key }: Parsed, { isFound }: HeldFile): boolean =>
  isFound || key !== undefined || request.headers['if-range'] !== undefined;

/** A row counts whole as soon as any of it leaves, so that no row leaves uncounted in two parts (rule 8.24). */
const rowsOf =
  (file: SpoolFile, { start }: StoredPart) =>
  (end: number): number =>
    end === start ? 0 : Math.ceil(file.rowsBefore(end)) - Math.floor(file.rowsBefore(start));

/** So many bytes are counted at a time, before they are sent. */
const countedAtOnce = 1_048_576;

function sendingOf(
  { start, size, isWhole }: StoredPart,
  rows: (end: number) => number,
  sending: SendingOfRows | undefined,
): Pick<Sending, 'count' | 'end'> {
  if (sending === undefined) return { end: async () => {} };
  const { count, end } = sending;
  return {
    count: count && ((from, to) => count({ rows: rows(to) - rows(from), bytes: to - from })),
    end: ({ bytes, isComplete }) =>
      end({ rows: rows(start + bytes), bytes, isComplete, ...(isWhole ? {} : { from: start, size }) }),
  };
}
