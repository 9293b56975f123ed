import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dataset, writtenDataset } from './dataset.ts';
import { type Engine, toAnswer } from './engine.ts';
import { figuresOf } from './figures.ts';
import { measure } from './measure.ts';
import { drawQuestions, type Question } from './question.ts';
import { tinySize } from './size.ts';
import { openOnDuckDb } from './warehouses.ts';

let folder: string;
let dataset: Dataset;
let engines: readonly Engine[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  dataset = await writtenDataset(tinySize, folder);
  engines = await openOnDuckDb(dataset, folder, { withIndex: true });
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Without those that are 21 counts each. */
const draw = (seed: number, each: number): readonly Question[] =>
  drawQuestions({ tree: dataset.tree, subjects: tinySize.subjects, seed, each }).filter(
    ({ wanted }) => wanted !== 'effects',
  );

/** Processor time of this process, in which both engines work: what else the machine does changes it little. */
async function cpuMsOf(engine: Engine, questions: readonly Question[]): Promise<number> {
  const before = process.cpuUsage();
  for (const question of questions) await engine.run(question);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The least of several rounds: a collection of garbage or a compilation of code that falls into one round
 * does not count.
 */
async function leastCpuMsOf(engine: Engine, questions: readonly Question[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) least = Math.min(least, await cpuMsOf(engine, questions));
  return least;
}

/** The time of statements by that of the index: at most a fifth of what is measured even on such small data. */
const bars: readonly (readonly [kind: string, bar: number])[] = [
  ['a broad term', 5],
  ['one term, then another within 30 days', 5],
];
const longBars: typeof bars = [
  ['a broad term, three times', 8],
  ['two terms and an age', 5],
];

it('the index gives the answers of statements', async () => {
  await measure(engines, draw(4, 1));
});

const costsMore = '%s costs statements more than %i times as much as the index';

async function expectRatio(kind: string, bar: number): Promise<void> {
  const [index, statements] = engines;
  if (index === undefined || statements === undefined) throw new Error('Two engines must be open.');
  const questions = draw(5, 5).filter((question) => question.kind === kind);
  const ratio = (await leastCpuMsOf(statements, questions)) / (await leastCpuMsOf(index, questions));
  expect(ratio).toBeGreaterThan(bar);
}

it.each(bars)(costsMore, expectRatio);
it.each(longBars)(costsMore, { tags: 'long' }, expectRatio);

it('a question without an answer counts as one that took for ever', () => {
  const measured = [3, null, 1].map((ms) => ({ kind: 'a broad term', engine: 'one', ms }));
  expect(figuresOf(measured, 'a broad term', 'one')).toEqual({ median: 3, p95: Number.POSITIVE_INFINITY });
});

it('a run ends where two engines give different answers', async () => {
  const [engine] = engines;
  const wrong: Engine = { name: 'wrong', run: async () => toAnswer([[-1]]), close: async () => {} };
  if (engine === undefined) throw new Error('No engine is open.');
  await expect(measure([engine, wrong], draw(6, 1))).rejects.toThrow('Answers differ');
});
