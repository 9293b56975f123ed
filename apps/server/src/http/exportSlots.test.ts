import { describe, expect, it } from 'vitest';
import { createExportSlots } from './exportSlots.ts';

const never = new AbortController().signal;
const long = 60_000;

describe('the slots for downloads', () => {
  it('are refused with a sentence and the seconds to wait when none becomes free in time', async () => {
    const slots = createExportSlots({ count: 1, waitMs: 0 });
    await slots.take(never);
    await expect(slots.take(never)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'The portal is sending as many files as it can. Please try again in a moment.',
      retryAfter: 30,
    });
  });

  it('go to those who wait, in the order in which they came', async () => {
    const slots = createExportSlots({ count: 1, waitMs: long });
    const release = await slots.take(never);
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      const end = await slots.take(never);
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
    const slots = createExportSlots({ count: 1, waitMs: 0 });
    const release = await slots.take(never);
    release();
    release();
    await slots.take(never);
    await expect(slots.take(never)).rejects.toThrow('as many files as it can');
  });

  it('are not lost to somebody who leaves while waiting, or who was refused', async () => {
    const slots = createExportSlots({ count: 1, waitMs: long });
    const release = await slots.take(never);
    const leaving = new AbortController();
    const gone = slots.take(leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    const next = slots.take(never);
    release();
    expect(await next).toBeTypeOf('function');
  });
});
