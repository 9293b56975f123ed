import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { ControlAddress } from '../../home/index.ts';
import type { Operation, Watcher } from '../operation.ts';
import { type ChannelEvent, channelEvent } from './channelEvent.ts';

export type CallEnd =
  | Exclude<ChannelEvent, { kind: 'progress' | 'output' }>
  | { readonly kind: 'unreachable' };

/** Has a running portal perform an operation; `unreachable` when it stopped answering before the end. */
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
    if (!isLostConnection(error)) throw error;
  }
  return { kind: 'unreachable' };
}

async function* exchange(call: ControlAddress & { body: unknown; signal: AbortSignal }) {
  const asking = request(call.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${call.secret}`, 'content-type': 'application/json' },
    signal: call.signal,
  });
  const answered = once(asking, 'response');
  asking.end(JSON.stringify(call.body));
  const [response] = await answered;
  if (response.statusCode !== 200) throw new Error(`The portal answered ${response.statusCode}.`);
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield channelEvent.parse(JSON.parse(line));
  }
}

const lostConnection: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && lostConnection.includes(error.code);
