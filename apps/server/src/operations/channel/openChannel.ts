import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { ControlAddress } from '../../home/index.ts';
import { type Operation, request as requestForm, type Watcher } from '../operation.ts';
import { reasonsOf } from '../refusal.ts';
import type { ChannelEvent } from './channelEvent.ts';

export interface Channel {
  readonly address: ControlAddress;
  /** Aborts what is running and waits for its end. */
  close(): Promise<void>;
}

export interface ChannelOptions {
  readonly perform: (operation: Operation, watcher: Watcher) => Promise<readonly string[]>;
  /** For the log; the caller is told without the details. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Takes commands for a running portal on a free port of this machine, from whoever can read the secret in the home.
 * Imports run one after another, in the order in which they came.
 */
export async function openChannel({ perform, onFault }: ChannelOptions): Promise<Channel> {
  const secret = randomBytes(32).toString('base64url');
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();

  const inTurn = (act: () => Promise<ChannelEvent>): Promise<ChannelEvent> => {
    const turn = last.then(act);
    last = turn.then(() => {});
    return turn;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!holdsSecret(request, secret)) return void response.writeHead(401).end();
    const asked = requestForm.safeParse(await json(request).catch(() => undefined));
    if (!asked.success) return void response.writeHead(400).end();
    const { operation, operator } = asked.data;
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
    send(await (operation.kind === 'import' ? inTurn(act) : act()));
    response.end();
  };
  const server = createServer((request, response) => void answer(request, response).catch(onFault));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    address: { url: `http://127.0.0.1:${port}/`, secret },
    close: async () => {
      ending.abort('The portal is stopping.');
      await last;
      server.close();
      server.closeAllConnections();
    },
  };
}

function holdsSecret({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A caller who goes away withdraws the request. */
function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort('The caller has gone.');
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
