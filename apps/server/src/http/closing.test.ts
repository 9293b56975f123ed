import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';

const local = { port: 0, host: '127.0.0.1' };
const askFor = (address: string, signal: AbortSignal | null = null) =>
  fetch(`${address}/api/v2/default/stream`, {
    method: 'POST',
    headers: { 'x-person': 'ada', 'accept-encoding': 'identity' },
    signal,
  });

/** A portal that has sent the first half of an answer, and sends the other when told to go on. */
async function halfAnswered() {
  const work = new EventEmitter();
  const started = once(work, 'started');
  const portal = await openPaperPortal({
    download: async function* halting() {
      yield 'first\r\n';
      work.emit('started');
      await once(work, 'go on');
      yield 'last\r\n';
    },
  });
  const address = await portal.listen(local);
  const reply = await askFor(address);
  await started;
  return { portal, address, reply, goOn: () => work.emit('go on') };
}

const portOf = (address: string): number => Number(new URL(address).port);

it('a closing portal does not wait for connections without a request', async () => {
  const portal = await openPaperPortal();
  const address = await portal.listen(local);
  const silent = connect(portOf(address), '127.0.0.1').on('error', () => {});
  await once(portal.server, 'connection');
  const gone = once(silent, 'close');
  await portal.close();
  await expect(gone).resolves.toBeDefined();
});

it('a closing portal finishes the answer it has begun', async () => {
  const { portal, reply, goOn } = await halfAnswered();
  const closed = portal.close();
  goOn();
  expect(await reply.text()).toBe('first\r\nlast\r\n');
  await closed;
});

it('one that drains says that it is not ready, and answers what comes, until it has answered all (rule 16.16)', async () => {
  const { portal, address, reply, goOn } = await halfAnswered();
  const events: string[] = [];
  const drained = portal.draining.run({ leastMs: 0 }).then(() => events.push('drained'));
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  const answer = await fetch(`${address}/healthz`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  events.push('answered');
  goOn();
  expect(await reply.text()).toBe('first\r\nlast\r\n');
  await drained;
  expect(events).toEqual(['answered', 'drained']);
  await portal.close();
});

it('a closing portal waits until what has left of a file is recorded (rule 8.12)', async () => {
  const events: string[] = [];
  const seen = new EventEmitter();
  const [sending, recording] = [once(seen, 'sending'), once(seen, 'recording')];
  const recorded = once(seen, 'recorded');
  const portal = await openPaperPortal({
    download: async function* endless(signal) {
      try {
        yield 'first\r\n';
        seen.emit('sending');
        await once(signal, 'abort');
      } finally {
        seen.emit('recording');
        await recorded;
        events.push('recorded');
      }
    },
  });
  const address = await portal.listen(local);
  const leaving = new AbortController();
  const reply = await askFor(address, leaving.signal);
  await sending;
  leaving.abort();
  await expect(reply.text()).rejects.toThrow();
  await recording;
  const closed = portal.close().then(() => events.push('closed'));
  await once(portal.server, 'close');
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(events).toEqual([]);
  seen.emit('recorded');
  await closed;
  expect(events).toEqual(['recorded', 'closed']);
});
