import { describe, expect, it } from 'vitest';
import { createExportPlaces } from './exportPlaces.ts';

const never = new AbortController().signal;
const long = 60_000;

describe('the places for downloads', () => {
  it('are refused with a sentence and the seconds to wait when none becomes free in time', async () => {
    const places = createExportPlaces({ count: 1, waitMs: 0 });
    await places.take(never);
    await expect(places.take(never)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'All places for downloads are taken. Please try again in a moment.',
      retryAfter: 30,
    });
  });

  it('go to those who wait, in the order in which they came', async () => {
    const places = createExportPlaces({ count: 1, waitMs: long });
    const release = await places.take(never);
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      const end = await places.take(never);
      order.push(name);
      return end;
    });
    release();
    const [first, second] = waiting;
    (await first)?.();
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('are given back once, however often the end is told', async () => {
    const places = createExportPlaces({ count: 1, waitMs: 0 });
    const release = await places.take(never);
    release();
    release();
    await places.take(never);
    await expect(places.take(never)).rejects.toThrow('All places');
  });

  it('are not lost to somebody who leaves while waiting, or who was refused', async () => {
    const places = createExportPlaces({ count: 1, waitMs: long });
    const release = await places.take(never);
    const leaving = new AbortController();
    const gone = places.take(leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    const next = places.take(never);
    release();
    expect(await next).toBeTypeOf('function');
  });
});
