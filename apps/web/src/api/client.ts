import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { type Endpoint, pathOn } from '@atrium/contract/endpoints/endpoint';
import { errorReply } from '@atrium/contract/endpoints/shapes';
import { describeIssues, fieldOfIssues, issueWords } from '@atrium/contract/errors/issueWords';
import { z } from 'zod';
import { saveFile } from '../lib/saveFile.ts';
import { createSpool } from '../lib/spool.ts';
import { ApiError, maxPauseSeconds, Unreachable, unreadableReply } from './apiError.ts';
import { watched } from './callWatch.ts';
import { connection } from './connection.ts';
import { stopWork, tellSessionIsLost } from './endOfSession.ts';
import { withFieldWords } from './fieldWords.ts';
import { installation, portalAddress } from './installation.ts';
import { createReloads, leavingMilliseconds } from './reloads.ts';

// What a schema refuses is said in words, also by a form that judges before it sends (rule 16.9).
z.config({ customError: issueWords });

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Name]?: Value } : { readonly [K in Name]: Value };

/** What a call takes, in domain words; parts that may be empty may be left out. */
export type CallInput<E extends Endpoint> = Part<'params', z.output<E['params']>> &
  Part<'query', z.output<E['query']>> &
  Part<'body', z.output<E['body']>> & { readonly signal?: AbortSignal; readonly change?: Change };

/** The headers of a change of a definition (rules 3.23 and 9.16). A change that gets no answer is sent again. */
export interface Change {
  /** The snapshot that the screen shows; null before the first edit, absent where it shows none. */
  readonly base?: number | null | undefined;
  /** The name of an edit, under which the server makes it once. */
  readonly key?: string;
}

/** What a call answers, in domain words. */
export type CallReply<E extends Endpoint> = z.output<E['reply']>;

type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly change?: Change;
  /** What there is of a file already, and its tag. */
  readonly have?: { readonly bytes: number; readonly tag: string } | undefined;
}

interface Saving {
  /** The name of the file; the headers of the reply may have a part in it, such as a receipt. */
  readonly filename: string | ((headers: Headers) => string);
  /** Hears the bytes received so far, and those of the whole file if they are known. */
  readonly onProgress?: (bytes: number, size: number | undefined) => void;
}

const reloads = createReloads({
  storage: window.localStorage,
  history: window.history,
  reload: () => void stopWork().then(() => window.location.reload()),
  now: () => Date.now(),
  // biome-ignore lint/suspicious/noConsole: rule 11.2 asks for this line.
  tell: (line) => console.warn(line),
});

/** The page is being replaced, so calls that still wait must not show an error first; one that stays shows it. */
const pageIsLeaving = (error: unknown): Promise<never> =>
  new Promise((_, fail) => setTimeout(() => fail(error), leavingMilliseconds));

/** The seconds of `Retry-After`, which may also name a time. */
function secondsToWait({ headers }: Response): number | undefined {
  const given = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const read = errorReply.safeParse(body);
  const common = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsToWait(response),
  };
  return read.success
    ? new ApiError({
        ...common,
        detail: read.data.field === undefined ? read.data.detail : withFieldWords(read.data.detail),
        code: read.data.code,
        field: read.data.field,
      })
    : new ApiError({ ...common, detail: unreadableReply });
}

const headersOf = ({ base, key }: Change = {}) => ({
  ...(base === undefined ? {} : { 'if-match': `"${base ?? 0}"` }),
  ...(key === undefined ? {} : { 'idempotency-key': key }),
});

const rangeOf = (have: AnyInput['have']) =>
  have === undefined ? {} : { range: `bytes=${have.bytes}-`, 'if-range': have.tag };

/** How often a call is sent, if it may be sent again, before its failure is shown. */
const maxAttempts = 3;

/** An edit that is only checked. */
const onlyAsks = z.object({ transformation: z.object({ validateOnly: z.literal(true) }) });

/**
 * Whether a call may be sent again when nobody knows if it arrived: it is declared to change nothing, or the server
 * makes it only once (rules 9.16 and 11.2).
 */
const isRepeatable = (endpoint: Endpoint, { change, body }: AnyInput): boolean =>
  change !== undefined ||
  (endpoint.method === 'GET' && endpoint.changesState !== true) ||
  endpoint.streams !== undefined ||
  endpoint.onlyAsks === true ||
  onlyAsks.safeParse(body).success;

/**
 * Sends a call. One that the network loses is sent again once the portal can be reached, if it may be; so is a change
 * that the server cannot make for now.
 */
async function reach(endpoint: Endpoint, input: AnyInput, ask: () => Promise<Response>): Promise<Response> {
  const attempts = isRepeatable(endpoint, input) ? maxAttempts : 1;
  for (let left = attempts - 1; ; left -= 1) {
    const response = await ask().catch((cause: unknown) => {
      if (cause instanceof TypeError) return cause;
      throw cause;
    });
    if (response instanceof TypeError) {
      await connection.untilBack(input.signal);
      if (attempts === 1)
        throw new ApiError(
          { status: 0, detail: 'The connection was lost. See whether the change was made, then try again.' },
          { cause: response },
        );
      if (left <= 0) throw new Unreachable('The portal cannot be reached. Check your connection.', response);
      continue;
    }
    const seconds = secondsToWait(response) ?? 1;
    const isOver = input.change === undefined || left <= 0 || seconds > maxPauseSeconds;
    if (response.status !== 503 || isOver) return response;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

async function send(endpoint: Endpoint, input: AnyInput, contentType: string): Promise<Response> {
  const body =
    endpoint.method === 'GET' || input.body === undefined
      ? undefined
      : JSON.stringify(spelled(endpoint.body, input.body));
  const url = endpointUrl(endpoint, input);
  return reach(endpoint, input, () =>
    watched(url, {
      method: endpoint.method,
      mode: 'cors',
      credentials: 'include',
      headers: { 'content-type': contentType, ...headersOf(input.change), ...rangeOf(input.have) },
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
    }),
  );
}

/**
 * Loads the page anew after a call that somebody waits for was lost for good, though the portal answers (rule 11.2);
 * true means that the page is about to go.
 */
export const reloadAfter = (error: unknown): boolean =>
  error instanceof Unreachable && reloads.afterNetworkFailure();

const isSignedOut = ({ status, code }: ApiError): boolean => status === 401 && code !== 'bad_credentials';

const hasExpired = ({ detail }: ApiError): boolean => detail.toLowerCase().includes('signature has expired');

/** A refusal for want of a session that may not load the page anew has the portal ask who is signed in (rule 11.47). */
async function raise(
  response: Response,
  { path }: Endpoint,
  isOver: (error: ApiError) => boolean = isSignedOut,
): Promise<never> {
  const error = await refusal(response);
  if (isOver(error) && reloads.afterSignedOut()) return pageIsLeaving(error);
  if (error.code === 'not_signed_in' && path !== accessEndpoints.currentUser.path) tellSessionIsLost();
  throw error;
}

/** Calls the server and decodes its reply; throws ApiError (behaviour: rules 11.2 and 11.3). */
export function request<const E extends Endpoint>(
  endpoint: E,
  ...given: Given<CallInput<E>>
): Promise<CallReply<E>>;
export async function request(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
  const response = await send(endpoint, input, 'application/json');
  if (response.status === 401 && endpoint.path === catalogueEndpoints.datasets.path) return { datasets: [] };
  if (!response.ok) return raise(response, endpoint);
  const body: unknown = await response.json().catch(() => undefined);
  const read = endpoint.reply.safeParse(body);
  if (read.success) return read.data;
  throw new ApiError({ status: response.status, detail: unreadableReply }, { cause: read.error });
}

/** The next bytes of a file, which are sent as they are. */
interface Bytes {
  readonly bytes: Blob;
  readonly signal?: AbortSignal;
}

/** Sends a part of a file and decodes the reply; throws ApiError, and a TypeError where the connection is lost. */
export async function sendBytes<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Bytes,
): Promise<CallReply<E>>;
export async function sendBytes(endpoint: Endpoint, input: AnyInput & Bytes): Promise<unknown> {
  const response = await watched(endpointUrl(endpoint, input), {
    method: endpoint.method,
    mode: 'cors',
    credentials: 'include',
    headers: { 'content-type': 'application/octet-stream' },
    body: input.bytes,
    ...(input.signal && { signal: input.signal }),
  });
  if (!response.ok) return raise(response, endpoint);
  const read = endpoint.reply.safeParse(await response.json().catch(() => undefined));
  if (read.success) return read.data;
  throw new ApiError({ status: response.status, detail: unreadableReply }, { cause: read.error });
}

/** Saves a reply as a file, and returns its name; `onProgress` hears the bytes received so far. */
export function download<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Saving,
): Promise<string>;
export async function download(endpoint: Endpoint, input: AnyInput & Saving): Promise<string> {
  const ask = (by: Endpoint, given: AnyInput): Promise<Response> =>
    send(by, given, endpoint.streams ?? 'application/json').catch((error: unknown) => {
      if (reloadAfter(error)) return pageIsLeaving(error);
      throw error;
    });
  const response = await ask(endpoint, input);
  if (!response.ok) return raise(response, endpoint, (error) => isSignedOut(error) || hasExpired(error));
  // Only a GET has ranges; every file that is made can be had by one.
  const goOn = (have: AnyInput['have']) => ask({ ...endpoint, method: 'GET' }, { ...input, have });
  const content = await collect(response, {
    goOn: endpoint.streams === undefined ? null : goOn,
    onProgress: input.onProgress,
  });
  const name = typeof input.filename === 'string' ? input.filename : input.filename(response.headers);
  saveFile(content, name);
  return name;
}

interface Collecting {
  /** Asks for the rest of a file whose connection broke; null where that is not possible. */
  readonly goOn: ((have: AnyInput['have']) => Promise<Response>) | null;
  readonly onProgress: Saving['onProgress'];
}

/** So often a file goes on after its connection broke without any byte in between. */
const maxResumes = 3;

/** The whole reply, of which little is held in memory meanwhile. It goes on where its connection broke (rule 8.24). */
async function collect(first: Response, { goOn, onProgress }: Collecting): Promise<Blob> {
  const type = first.headers.get('content-type') ?? 'text/csv';
  if (!first.body) return first.blob();
  const tag = first.headers.get('etag');
  const size = first.headers.has('content-encoding')
    ? undefined
    : Number(first.headers.get('content-length')) || undefined;
  const spool = createSpool({ type });
  let bytes = 0;
  const take = async (chunk: Uint8Array<ArrayBuffer>): Promise<void> => {
    await spool.write(chunk);
    bytes += chunk.byteLength;
    onProgress?.(bytes, size);
  };
  try {
    let response = first;
    for (let left = maxResumes; ; left -= 1) {
      const before = bytes;
      const broken = await pour(response, take);
      if (broken === null) return await spool.finish();
      if (bytes > before) left = maxResumes;
      if (goOn === null || tag === null || bytes === 0 || left === 0) throw broken;
      response = await goOn({ bytes, tag });
      // The file has another content by now.
      if (response.status !== 206) throw broken;
    }
  } catch (cause) {
    await spool.discard();
    throw interruption(cause);
  }
}

/** Takes what a reply holds; returns why its connection broke, or null where it did not. */
async function pour(
  { body }: Response,
  take: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<TypeError | null> {
  const reader = body?.getReader();
  if (reader === undefined) return null;
  try {
    for (;;) {
      const step = await reader.read().catch((cause: unknown) => {
        if (cause instanceof TypeError) return cause;
        throw cause;
      });
      if (step instanceof TypeError) return step;
      if (step.done) return null;
      await take(step.value);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Why a file did not become complete, in a sentence where the browser has none for people. */
function interruption(cause: unknown): unknown {
  if (cause instanceof TypeError) {
    return new ApiError(
      { status: 0, detail: 'The connection ended before the file was complete.' },
      { cause },
    );
  }
  if (cause instanceof DOMException && cause.name === 'QuotaExceededError') {
    return new ApiError({ status: 0, detail: 'There is no room for the file on this device.' }, { cause });
  }
  return cause;
}

/** In the spelling of the wire; what nobody would take is refused here in the words of the server (rule 16.9). */
function spelled(schema: z.ZodType, given: unknown): unknown {
  const written = z.safeEncode(schema, given, { error: issueWords });
  if (written.success) return written.data;
  const { issues } = written.error;
  const detail = withFieldWords(describeIssues(issues));
  const field = fieldOfIssues(issues);
  throw new ApiError({ status: 400, detail, code: 'bad_request', field }, { cause: written.error });
}

/** An id that nothing can have is not found (rule 9.20). */
function paramsOf({ params }: Endpoint, given: unknown): unknown {
  const written = z.safeEncode(params, given);
  if (written.success) return written.data;
  throw new ApiError({ status: 404, detail: 'There is nothing at this address.', code: 'not_found' });
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The address of one call on the portal; absent query values are left out. */
export function endpointUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(fieldsOf(paramsOf(endpoint, input.params ?? {})));
  const path = pathOn(installation().appSegment, endpoint.path).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of fieldsOf(spelled(endpoint.query, input.query ?? {}))) {
    query.set(name, String(value));
  }
  return portalAddress(query.size === 0 ? path : `${path}?${query}`);
}
