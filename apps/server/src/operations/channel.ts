import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { PackageRefused } from '@atrium/warehouse';
import { z } from 'zod';
import type { ControlAddress } from '../home/index.ts';
import { createImportQueue, type ImportQueue } from './importQueue.ts';
import { type Operation, request as requestForm, type Watcher } from './operation.ts';

/** One line of the reply to an operation; the last one is not `progress`. */
const channelEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), step: z.string(), detail: z.string().nullable() }),
  z.object({ kind: z.literal('output'), text: z.string() }),
  z.object({ kind: z.literal('done'), lines: z.array(z.string()) }),
  z.object({ kind: z.literal('refused'), reasons: z.array(z.string()) }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
type ChannelEvent = z.infer<typeof channelEvent>;

export interface Channel {
  readonly address: ControlAddress;
  /** Aborts what is running and waits for its end. */
  close(): Promise<void>;
}

export interface ChannelOptions {
  readonly perform: (operation: Operation, watcher: Watcher) => Promise<readonly string[]>;
  /** Gets the error for the log; the caller gets its message only. */
  readonly onFault: (error: unknown) => void;
  /** Where imports wait for each other; default: a queue of its own. */
  readonly imports?: ImportQueue;
}

/**
 * Takes commands for a running portal on a free port of this machine, from callers who can read the secret in the data
 * directory. Imports run one after another, in the order in which they came.
 */
export async function openChannel(options: ChannelOptions): Promise<Channel> {
  const { perform, onFault, imports = createImportQueue() } = options;
  const secret = randomBytes(32).toString('base64url');
  const ending = new AbortController();
  const running = new Set<Promise<void>>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!holdsSecret(request, secret)) return void response.writeHead(401).end();
    const parsed = requestForm.safeParse(await json(request).catch(() => undefined));
    if (!parsed.success) return void response.writeHead(400).end();
    const { operation, operator } = parsed.data;
    const signal = AbortSignal.any([ending.signal, signalOf(response)]);
    const send = (event: ChannelEvent): void => void response.write(`${JSON.stringify(event)}\n`);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const onProgress: Watcher['onProgress'] = (progress) => send({ kind: 'progress', ...progress });
    const onOutput = async (text: string): Promise<void> => {
      const event: ChannelEvent = { kind: 'output', text };
      if (!response.write(`${JSON.stringify(event)}\n`)) await once(response, 'drain', { signal });
    };
    const watcher = { onProgress, onOutput, signal, ...(operator === undefined ? {} : { operator }) };
    const act = () => attempt(() => perform(operation, watcher), signal, onFault);
    send(await (operation.kind === 'import' ? imports.inTurn(act) : act()));
    response.end();
  };
  const server = createServer((request, response) => {
    const answering = answer(request, response).catch(onFault);
    running.add(answering);
    void answering.finally(() => running.delete(answering));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    address: { url: `http://127.0.0.1:${port}/`, secret },
    close: async () => {
      ending.abort('The portal is stopping.');
      await imports.close();
      server.close();
      await Promise.all(running);
      server.closeAllConnections();
    },
  };
}

function holdsSecret({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A signal that aborts when the caller disconnects before the answer is complete. */
function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort('The caller has disconnected.');
  });
  return gone.signal;
}

async function attempt(
  act: () => Promise<readonly string[]>,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<ChannelEvent> {
  try {
    return { kind: 'done', lines: [...(await act())] };
  } catch (error) {
    const reasons = reasonsOf(error);
    if (reasons !== null) return { kind: 'refused', reasons: [...reasons] };
    if (signal.aborted) return { kind: 'refused', reasons: [String(signal.reason)] };
    onFault(error);
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

export type CallEnd =
  | Exclude<ChannelEvent, { kind: 'progress' | 'output' }>
  | { readonly kind: 'unreachable' | 'lost' };

/**
 * Has a running portal perform an operation; `unreachable` where it got no request, `lost` where it ended before it
 * answered, so that nobody knows what it did (rule 15.52).
 */
export async function callPortal(
  { url, secret }: ControlAddress,
  operation: Operation,
  watcher: Watcher,
): Promise<CallEnd> {
  const { onProgress, onOutput, signal, operator } = watcher;
  try {
    for await (const event of exchange({ url, secret, body: { operator, operation }, signal })) {
      if (event.kind === 'progress') onProgress({ step: event.step, detail: event.detail });
      else if (event.kind === 'output') await onOutput?.(event.text);
      else return event;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) === 'ECONNREFUSED') return { kind: 'unreachable' };
    if (!lostConnection.includes(codeOf(error))) throw error;
  }
  return { kind: 'lost' };
}

async function* exchange(call: ControlAddress & { body: unknown; signal: AbortSignal }) {
  const outgoing = request(call.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${call.secret}`, 'content-type': 'application/json' },
    signal: call.signal,
  });
  const answered = once(outgoing, 'response');
  outgoing.end(JSON.stringify(call.body));
  const [response] = await answered;
  if (response.statusCode !== 200) throw new Error(`The portal answered ${response.statusCode}.`);
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield channelEvent.parse(JSON.parse(line));
  }
}

const lostConnection: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** A refusal by a running portal, in its words. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/** The reasons of a refusal, one a line; null where the error is a fault. */
export function reasonsOf(error: unknown): readonly string[] | null {
  if (error instanceof Refused) return error.reasons;
  if (error instanceof PackageRefused)
    return ['The data package was refused:', ...error.problems.map((problem) => `- ${problem}`)];
  if (error instanceof PortalError && error.code !== 'fault') return [error.message];
  return null;
}
