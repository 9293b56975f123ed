import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dataset, writtenDataset } from './dataset.ts';
import { type Engine, toAnswer } from './engine.ts';
import { figuresOf } from './figures.ts';
import { measure } from './measure.ts';
import { drawQuestions, kindNames } from './question.ts';
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

const draw = (seed: number, each: number) =>
  drawQuestions({ tree: dataset.tree, subjects: tinySize.subjects, seed, each });

/** Far below what is measured, since the data are small and the machine may be busy: the ratio of the medians. */
const bars: Readonly<Record<string, number>> = {
  'filters of subjects': 4,
  'a term of medium frequency': 4,
  'a broad term': 4,
  'a broad term, three times': 4,
  'two terms and an age': 4,
  'one term, then another within 30 days': 4,
};

it('the index gives the answers of statements, and many times as fast', async () => {
  await measure(engines, draw(4, 1));
  const { measured } = await measure(engines, draw(5, 7));
  const median = (kind: string, { name }: Engine): number => figuresOf(measured, kind, name).median;
  const ratios = kindNames.map((kind) => {
    const [index = Number.NaN, statements = Number.NaN] = engines.map((engine) => median(kind, engine));
    return { kind, ratio: statements / index };
  });
  const tooSlow = ratios.filter(({ kind, ratio }) => !(ratio >= (bars[kind] ?? 0)));
  expect(tooSlow).toEqual([]);
});

it('a run ends where two engines give different answers', async () => {
  const [engine] = engines;
  const wrong: Engine = { name: 'wrong', run: async () => toAnswer([[-1]]), close: async () => {} };
  if (engine === undefined) throw new Error('No engine is open.');
  await expect(measure([engine, wrong], draw(6, 1))).rejects.toThrow('Answers differ');
});
