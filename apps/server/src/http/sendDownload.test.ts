import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPaperPortal, type PaperOptions } from '../testing/paperPortal.ts';
import { createTestClock } from '../testing/testClock.ts';
import { openFile } from './sendDownload.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const headers = { 'x-person': 'ada' };
const ask = { method: 'POST', url: '/api/v2/default/download/', headers } as const;
/** The same, sent while it is made. */
const askStream = { method: 'POST', url: '/api/v2/default/stream/', headers } as const;

describe('a download', () => {
  it('is made, and then sent with its length, as an attachment with a safe name', async () => {
    const reply = await (await openWith(() => lines(['a,b\r\n', '1,2\r\n']))).inject(ask);
    expect([reply.statusCode, reply.body]).toEqual([200, 'a,b\r\n1,2\r\n']);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="two_lines.csv"',
      'cache-control': 'no-store',
      'content-length': '10',
      'accept-ranges': 'bytes',
    });
    expect(reply.headers['content-encoding']).toBeUndefined();
  });

  it('of nothing is an empty file', async () => {
    const reply = await (await openWith(() => lines([]))).inject(ask);
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });

  it.each(['identity', 'gzip'])(
    'that fails while it is made is a JSON error, sent as %s',
    async (encoding) => {
      const refusal = new PortalError('cohort_not_exportable', 'The cohort has errors.');
      for (const [cause, code] of [
        [refusal, 'cohort_not_exportable'],
        [new Error('disk gone'), 'fault'],
      ] as const) {
        const portal = await openWith(() => lines(['a,b\r\n', cause]));
        const reply = await portal.inject({
          ...ask,
          headers: { ...ask.headers, 'accept-encoding': encoding },
        });
        expect(reply.json().code).toBe(code);
        expect(reply.headers['content-disposition']).toBeUndefined();
      }
    },
  );
});

describe('a stream', () => {
  it('that fails later is seen as incomplete by the client', async () => {
    const portal = await openWith(() => lines(['a,b\r\n', new Error('disk gone')]));
    const address = await portal.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(address + askStream.url, { method: 'POST', headers: ask.headers });
    await expect(reply.text()).rejects.toThrow();
  });

  it.each(['identity', 'gzip'])('that fails later never has its last chunk, sent as %s', async (encoding) => {
    for (const fails of [true, false]) {
      const reply = await rawReply('HTTP/1.1', { fails, encoding });
      expect(reply).toMatchObject({ isOk: true, isChunked: true });
      expect(reply.text.endsWith('\r\n0\r\n\r\n')).toBe(!fails);
    }
  });

  it('that fails later is a reset connection where the end of the connection is that of the file', async () => {
    for (const fails of [true, false]) {
      const reply = await rawReply('HTTP/1.0', { fails, encoding: 'identity' });
      expect(reply).toMatchObject({ isOk: true, isChunked: false, fault: fails ? 'ECONNRESET' : null });
      expect(reply.text.endsWith('last line')).toBe(!fails);
    }
  });
});

describe('a client that disconnects', () => {
  it('aborts the signal and closes the source', async () => {
    const seen = new EventEmitter();
    const ends = Promise.all([once(seen, 'aborted'), once(seen, 'closed')]);
    const portal = await openWith(async function* endless(signal) {
      signal.addEventListener('abort', () => seen.emit('aborted'));
      try {
        for (;;) {
          yield 'line\r\n'.repeat(10_000);
          await new Promise(setImmediate);
        }
      } finally {
        seen.emit('closed');
      }
    });
    const address = await portal.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const reply = await fetch(address + askStream.url, {
      method: 'POST',
      headers: ask.headers,
      signal: leaving.signal,
    });
    await reply.body?.getReader().read();
    leaving.abort();
    await expect(ends).resolves.toHaveLength(2);
  });

  it('before the first line stops the work too', async () => {
    const seen = new EventEmitter();
    const [started, closed] = [once(seen, 'started'), once(seen, 'closed')];
    const portal = await openWith(async function* slow(signal) {
      try {
        seen.emit('started');
        await once(signal, 'abort');
        yield 'too late\r\n';
      } finally {
        seen.emit('closed');
      }
    });
    const address = await portal.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const reply = fetch(address + askStream.url, {
      method: 'POST',
      headers: ask.headers,
      signal: leaving.signal,
    });
    await started;
    leaving.abort();
    await expect(reply).rejects.toThrow();
    await expect(closed).resolves.toEqual([]);
  });

  it('does not abort the signal of an answer that was complete', async () => {
    let seen: AbortSignal | undefined;
    const portal = await openWith((signal) => {
      seen = signal;
      return lines(['all\r\n']);
    });
    const address = await portal.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(address + askStream.url, { method: 'POST', headers: ask.headers });
    expect(await reply.text()).toBe('all\r\n');
    await portal.close();
    expect(seen?.aborted).toBe(false);
  });
});

describe('a reader who stops', () => {
  it('gets no more after a minute, and the source is closed', async () => {
    const seen = new EventEmitter();
    const closed = once(seen, 'closed');
    const clock = createTestClock();
    const portal = await openPaperPortal({
      // Each look at the clock is a minute later: the file ends at one of the looks after the reader's last piece.
      clock: () => {
        clock.advance(1);
        return clock.now();
      },
      download: async function* endless() {
        try {
          for (;;) yield 'line\r\n'.repeat(200_000);
        } finally {
          seen.emit('closed');
        }
      },
    });
    open.push(portal);
    await portal.listen({ port: 0, host: '127.0.0.1' });
    const { port } = z.object({ port: z.int() }).parse(portal.server.address());
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const headers = [`host: 127.0.0.1:${port}`, 'x-person: ada', 'accept-encoding: identity'];
    socket.write(`${[`POST ${askStream.url} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`);
    await closed;
    socket.destroy();
  });

  it('for less than a minute each time gets the whole file, and one who stops for a minute does not', {
    tags: 'long',
  }, async () => {
    const looks = new EventEmitter();
    const clock = createTestClock();
    const reasons: Error[] = [];
    const check = async (): Promise<void> => {
      looks.emit('look');
    };
    const file = openFile(lines(Array.from({ length: 5 }, () => 'x'.repeat(65_536))), {
      permission: { check, clock: clock.now },
      abort: (reason) => reasons.push(reason),
    });
    const reader = file[Symbol.asyncIterator]();
    for (let piece = 0; piece < 3; piece += 1) {
      expect((await reader.next()).done).toBe(false);
      clock.advance(0.99);
      // The first may be the check before a piece.
      await once(looks, 'look');
      await once(looks, 'look');
    }
    expect(reasons).toEqual([]);
    file.on('error', () => {});
    clock.advance(1);
    await new Promise((resolve) => file.once('close', resolve));
    expect(reasons.map(({ message }) => message)).toEqual(['The client has stopped reading.']);
  });
});

describe('an answer that is written', () => {
  /** How long the connection may stand still when an answer is handed to it. */
  async function pauseAtEnd(url: string, method: string) {
    const portal = await openPaperPortal();
    open.push(portal);
    let pause: number | undefined;
    portal.server.on('request', (request, response) => {
      response.prependOnceListener('finish', () => {
        pause = request.socket.timeout;
      });
    });
    const address = await portal.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(address + url, { method, headers: { ...ask.headers, origin: address } });
    expect(reply.status).toBe(200);
    await reply.text();
    return pause;
  }

  it.each([
    ['a reply', '/api/v2/open', 'GET'],
    ['a download', ask.url, 'POST'],
    ['a stream', askStream.url, 'POST'],
  ])('waits a minute at most for its reader to take more: %s', async (_what, url, method) => {
    expect(await pauseAtEnd(url, method)).toBe(60_000);
  });
});

describe('a slow file', () => {
  it('is sent to its end, however long its reader waits for the next part', async () => {
    const seen = new EventEmitter();
    const clock = createTestClock();
    const now = (): Date => {
      seen.emit('looked');
      return clock.now();
    };
    const arrived = once(seen, 'arrived');
    const portal = await openPaperPortal({
      clock: now,
      download: async function* slow() {
        yield 'first\r\n';
        await arrived;
        clock.advance(600);
        await once(seen, 'looked');
        await once(seen, 'looked');
        yield 'last\r\n';
      },
    });
    open.push(portal);
    const address = await portal.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(address + askStream.url, {
      method: 'POST',
      headers: { ...ask.headers, 'accept-encoding': 'identity' },
    });
    let text = '';
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      seen.emit('arrived');
    }
    expect(text).toBe('first\r\nlast\r\n');
  });

  it('of large parts arrives whole, in whatever pieces it is sent', async () => {
    const parts = ['\u00e9'.repeat(300_000), '\u{1F600}'.repeat(100_001), 'x'];
    const reply = await (await openWith(() => lines(parts))).inject(askStream);
    expect(reply.body).toBe(parts.join(''));
  });
});

async function openWith(download: NonNullable<PaperOptions['download']>) {
  const portal = await openPaperPortal({ download });
  open.push(portal);
  return portal;
}

async function* lines(texts: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

/**
 * The bytes that arrive until the connection ends, and the code of the error with which it ends. The file fails, if at
 * all, when the client has a part of it.
 */
async function rawReply(version: string, { fails, encoding }: { fails: boolean; encoding: string }) {
  const part = Array.from({ length: 50_000 }, (_, row) => `${row},${(row * 7919) % 104_729}\r\n`).join('');
  const client = new EventEmitter();
  const arrived = once(client, 'data');
  const portal = await openWith(async function* () {
    yield part;
    await arrived;
    if (fails) throw new Error('disk gone');
    yield 'last line';
  });
  await portal.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.object({ port: z.int() }).parse(portal.server.address());
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let fault: string | null = null;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    client.emit('data');
  });
  socket.on('error', (error) => {
    fault = 'code' in error ? String(error.code) : error.message;
  });
  const headers = [`host: 127.0.0.1:${port}`, 'x-person: ada', `accept-encoding: ${encoding}`];
  socket.write(
    `${[`POST ${askStream.url} ${version}`, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('close', resolve));
  const text = Buffer.concat(chunks).toString('latin1');
  return {
    isOk: text.includes('200 OK'),
    isChunked: /^transfer-encoding: chunked/im.test(text),
    text,
    fault,
  };
}
