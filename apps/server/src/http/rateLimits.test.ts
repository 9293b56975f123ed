import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openPaperPortal } from '../testing/paperPortal.ts';
import { createBuckets, createRateLimiter, defaultRateLimits } from './rateLimits.ts';
import { TooManyRequests } from './tooManyRequests.ts';

const clock = () => {
  let ms = 0;
  const wait = (seconds: number): void => {
    ms += seconds * 1000;
  };
  return { now: () => ms, wait };
};

const waitOf = (act: () => void): number => {
  try {
    act();
    return 0;
  } catch (error) {
    if (error instanceof TooManyRequests) return error.retryAfter;
    throw error;
  }
};

describe('a bucket', () => {
  it('gives all that it holds at once, then returns the seconds to wait, and refills steadily', () => {
    const { now, wait } = clock();
    const buckets = createBuckets({ perMinute: 6, now });
    expect(Array.from({ length: 8 }, () => buckets.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10, 10]);
    wait(9);
    expect(buckets.take('a')).toBe(1);
    wait(1);
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 10]);
    expect(buckets.take('b')).toBe(0);
    wait(3600);
    expect(Array.from({ length: 7 }, () => buckets.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });

  it('of one of several portals gives its part, and the whole when it is alone again', () => {
    const { now, wait } = clock();
    let portals = 3;
    const buckets = createBuckets({ perMinute: 6, now, portals: () => portals });
    expect(Array.from({ length: 3 }, () => buckets.take('a'))).toEqual([0, 0, 30]);
    portals = 1;
    wait(60);
    expect(Array.from({ length: 7 }, () => buckets.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });

  it('of the least recent key is forgotten when there are too many keys', () => {
    const { now } = clock();
    const buckets = createBuckets({ perMinute: 1, now });
    buckets.take('first');
    expect(buckets.take('first')).toBe(60);
    for (let key = 0; key < 20_000; key += 1) buckets.take(`other ${key}`);
    expect(buckets.take('first')).toBe(0);
  });
});

describe('a limiter', () => {
  it('counts each rate class, account and address separately', () => {
    const { now } = clock();
    const limiter = createRateLimiter({ ...defaultRateLimits, query: 1, export: 1, signIn: 1 }, { now });
    limiter.takeFromAccount('ada', 'query');
    expect(waitOf(() => limiter.takeFromAccount('ada', 'query'))).toBe(60);
    limiter.takeFromAccount('ada', 'export');
    limiter.takeFromAccount('bo', 'query');
    for (let one = 0; one < 5; one += 1) limiter.takeFromAddress('10.0.0.1', 'query');
    expect(waitOf(() => limiter.takeFromAddress('10.0.0.1', 'query'))).toBe(12);
    limiter.takeFromAddress('10.0.0.1', 'signIn');
    expect(waitOf(() => limiter.takeFromAddress('10.0.0.1', 'signIn'))).toBe(60);
  });

  it('allows an account the given number of downloads, and another when one has ended', () => {
    const limiter = createRateLimiter({ ...defaultRateLimits, concurrentExports: 2 });
    const end = limiter.beginExport('ada');
    limiter.beginExport('ada');
    expect(waitOf(() => limiter.beginExport('ada'))).toBe(10);
    limiter.beginExport('bo');
    end();
    end();
    limiter.beginExport('ada');
    expect(waitOf(() => limiter.beginExport('ada'))).toBe(10);
  });

  it('answers two questions of an account at a time, and another account does not wait for them', async () => {
    const limiter = createRateLimiter(defaultRateLimits);
    const { signal } = new AbortController();
    const begun: string[] = [];
    const ask = async (account: string, name: string) => {
      const end = await limiter.beginWork('heavy', account, signal);
      begun.push(name);
      return end;
    };
    const [first, , third] = ['a1', 'a2', 'a3'].map((name) => ask('ada', name));
    await ask('bo', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    (await first)?.();
    await third;
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });
});

describe('over HTTP', () => {
  const ada = { 'x-person': 'ada' };
  const file = { method: 'POST', url: '/api/v2/default/download', headers: ada } as const;

  it('too many requests are answered with 429, the seconds to wait, a sentence, a code and the request id', async () => {
    const portal = await openPaperPortal({ rateLimits: { ...defaultRateLimits, export: 2 } });
    const replies = [await portal.inject(file), await portal.inject(file), await portal.inject(file)];
    const cheap = await portal.inject({ url: '/api/v2/open', headers: ada });
    await portal.close();
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(replies[2]?.headers['retry-after']).toBe('30');
    expect(replies[2]?.json()).toEqual({
      detail: 'Too many requests. Please wait 30 seconds.',
      code: 'too_many_requests',
      requestId: replies[2]?.headers['x-request-id'],
    });
    expect(cheap.statusCode).toBe(200);
  });

  it('an address is limited before the caller is known, on every path of the API, and pages are not limited', async () => {
    const portal = await openPaperPortal({ rateLimits: { ...defaultRateLimits, cheap: 1 } });
    const statuses = [];
    for (let one = 0; one < 6; one += 1)
      statuses.push((await portal.inject({ url: '/api/v2/no-such-call' })).statusCode);
    const respelt = await portal.inject({ url: '/%61pi/v2/open' });
    const health = await portal.inject({ url: '/healthz' });
    await portal.close();
    expect(respelt.statusCode).toBe(429);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    expect(health.statusCode).toBe(200);
  });

  it('one download too many at a time is refused, and accepted when one has ended', async () => {
    let open = (): void => {};
    const gateOpens = new Promise<void>((resolve) => {
      open = resolve;
    });
    async function* slow(): AsyncGenerator<string> {
      await gateOpens;
      yield 'late\r\n';
    }
    const portal = await openPaperPortal({
      rateLimits: { ...defaultRateLimits, concurrentExports: 1 },
      download: slow,
    });
    const first = portal.inject(file).then((reply) => reply);
    const second = await portal.inject(file);
    open();
    const [ended, third] = [await first, await portal.inject(file)];
    await portal.close();
    expect([ended.statusCode, second.statusCode, third.statusCode]).toEqual([200, 429, 200]);
    expect(second.json().detail).toBe('You have 1 download being made. Please wait for one to end.');
  });

  it('one account cannot take all slots, and who finds none is refused with a sentence', async () => {
    let open = (): void => {};
    const gateOpens = new Promise<void>((resolve) => {
      open = resolve;
    });
    const seen = new EventEmitter();
    async function* slow(): AsyncGenerator<string> {
      seen.emit('begun');
      await gateOpens;
      yield 'late\r\n';
    }
    const portal = await openPaperPortal({
      rateLimits: { ...defaultRateLimits, exportWait: 0 },
      download: slow,
    });
    const of = (person: string) => portal.inject({ ...file, headers: { 'x-person': person } });
    const begin = async (person: string) => {
      const begun = once(seen, 'begun');
      const reply = of(person).then((ended) => ended);
      await begun;
      return { reply };
    };
    const running = [await begin('ada'), await begin('bo')];
    const [again, third] = [await of('ada'), await of('cy')];
    open();
    const ended = await Promise.all(running.map(({ reply }) => reply));
    const later = await of('cy');
    await portal.close();
    expect(ended.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([again.statusCode, again.json().detail]).toEqual([
      429,
      'You have 1 download being made. Please wait for one to end.',
    ]);
    expect([third.statusCode, third.headers['retry-after'], third.json().detail]).toEqual([
      429,
      '30',
      'The portal is making as many files as it can. Please try again in a moment.',
    ]);
    expect(later.statusCode).toBe(200);
  });
});
