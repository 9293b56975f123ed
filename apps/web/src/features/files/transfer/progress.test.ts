import { expect, it } from 'vitest';
import { followProgress, newProgress, type ProgressNews, secondsLeft } from './progress.ts';
import { createRateMeter } from './rateMeter.ts';

const start = newProgress({
  id: 'one',
  dataset: 'default',
  way: 'browser',
  where: 'downloads',
  files: 3,
  totalSize: 300,
});
const after = (...news: readonly ProgressNews[]) => news.reduce(followProgress, start);

it('a transfer is done when all of it is, and not where a file failed', () => {
  const [began, ended] = [{ kind: 'began' }, { kind: 'ended' }] as const;
  const good = { kind: 'fileDone', isVerified: true } as const;
  expect(after(began, good, { ...good, isVerified: false }, ended)).toMatchObject({
    state: 'done',
    filesDone: 2,
    unverified: 1,
  });
  const bad = { kind: 'fileFailed', name: 'x.cram', reason: 'Lost.' } as const;
  expect(after(began, good, bad, ended)).toMatchObject({ state: 'failed', failures: [{ name: 'x.cram' }] });
  expect(after(began, bad, ended, began)).toMatchObject({ state: 'running', failures: [] });
});

it('a transfer that has stopped has no rate and no expected end', () => {
  const moving = after({ kind: 'began' }, { kind: 'moved', bytes: 100, rate: 50 });
  expect(secondsLeft(moving)).toBe(4);
  const paused = followProgress(moving, { kind: 'paused' });
  expect([paused.state, paused.bytes, secondsLeft(paused)]).toEqual(['paused', 100, null]);
  expect(secondsLeft(followProgress(moving, { kind: 'moved', bytes: 100, rate: 0 }))).toBeNull();
});

it('the rate is that of the last five seconds, and never negative', () => {
  let now = 0;
  const meter = createRateMeter(() => now);
  expect(meter.add(0)).toBeNull();
  now = 1_000;
  expect(meter.add(1_000)).toBe(1_000);
  now = 6_000;
  expect(meter.add(11_000)).toBe(2_000);
  now = 7_000;
  expect(meter.add(0)).toBe(0);
});
