import { beforeAll, describe, expect, it } from 'vitest';
import { buildKernel } from '../../../tools/buildKernel.mjs';
import { set, terms } from '../../engine/src/testing/definitions.ts';
import { findSubjects, planOf } from '../../engine/src/testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../engine/src/testing/openRelease.ts';
import { workedExample } from '../../engine/src/testing/workedExample.ts';
import { compileCohort } from './compile/compileCohort.ts';
import { loadKernelModule, sharedMemory } from './kernel/wasmKernel.ts';
import type { SharedIndex } from './layout/releaseIndex.ts';
import type { Step } from './layout/steps.ts';
import { type AnsweringIndex, IndexFault, openIndexThreads, scratchOfThread } from './run/indexThreads.ts';
import { indexWriterOf } from './testing/indexOf.ts';

/** Of three threads. */
const scratch = 3 * scratchOfThread;

let open: OpenRelease;
let shared: SharedIndex;
beforeAll(async () => {
  await buildKernel();
  open = await openRelease(workedExample);
  const writer = await indexWriterOf(open);
  let wasm = sharedMemory(0);
  const index = writer.finish((bytes) => {
    wasm = sharedMemory(bytes);
    return wasm.buffer;
  }, scratch);
  shared = { ...index, wasm };
});

const matcher = () => () => false;
const septal = [set('diagnosis', [terms('code', ['SEPTAL'])])];
const stepOf = (definition: Parameters<typeof planOf>[1]) =>
  compileCohort(planOf(open, definition), { index: shared, release: open.release, matcher });

const count = async (
  index: AnsweringIndex,
  step: Step,
  signal?: AbortSignal,
): Promise<number | undefined> => {
  const [counted] = await index.run({ job: 'count', step }, signal);
  return counted?.[0];
};

describe.each([
  ['the kernel in WebAssembly', () => loadKernelModule()],
  ['the plain kernel', () => null],
])('with %s', (_, module) => {
  it.each([1, 2, 3])('the parts of %i threads are all subjects, each once', async (threads) => {
    const pool = openIndexThreads({ file: null, threads, module: module() });
    const index = pool.open(shared);
    const expected = (await findSubjects(open, septal)).split(' ').length;
    expect(await count(index, stepOf(septal))).toBe(expected);
    expect(await count(index, stepOf([]))).toBe(shared.subjects);
    index.close();
    await expect(count(index, stepOf([]))).rejects.toThrow('is closed');
    await pool.close();
  });
});

/** A thread that gives all subjects of its part, and dies of the question for nobody. */
const mortal = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    const open = new Map();
    parentPort.on('message', ({ order, index, task, job, blocks }) => {
      if (order === 'open') open.set(index, blocks.own.reduce((sum, { count }) => sum + count, 0));
      if (order === 'close') open.delete(index);
      if (order !== 'run') return;
      if (job.step.find === 'none') process.exit(1);
      parentPort.postMessage(open.has(index) ? { task, figures: [Uint32Array.of(open.get(index))] } : { task, fault: 'not open' });
    });`)}`,
);

it('a thread that dies answers its questions with a fault, and another takes its place with the open indexes', async () => {
  const pool = openIndexThreads({ file: mortal, threads: 2, module: null, restartMs: 0 });
  const [index, closed] = [pool.open(shared), pool.open(shared)];
  expect(await count(index, { find: 'all' })).toBe(shared.subjects);
  const [dead, behind] = [count(index, { find: 'none' }), count(index, { find: 'all' })];
  await expect(dead).rejects.toThrow(IndexFault);
  await expect(behind).rejects.toThrow(IndexFault);
  closed.close();
  await expect.poll(() => count(index, { find: 'all' }).catch(() => null)).toBe(shared.subjects);
  await expect(count(closed, { find: 'all' })).rejects.toThrow('is closed');
  const last = count(index, { find: 'all' });
  await Promise.all([pool.close(), expect(last).rejects.toThrow(IndexFault)]);
});

it('what a small index answers at once is answered in the thread of the caller, all else by threads (rule 16.31)', async () => {
  const patient = { atOnce: true, patience: Number.POSITIVE_INFINITY };
  const pool = openIndexThreads({ file: mortal, threads: 2, module: loadKernelModule(), ...patient });
  const index = pool.open(shared);
  const expected = (await findSubjects(open, septal)).split(' ').length;
  expect(await count(index, stepOf(septal))).toBe(expected);
  // The threads of this test know one answer only, and die of this question.
  expect(await count(index, { find: 'none' })).toBe(0);
  const counts = (plans: number) =>
    index.run({
      job: 'counts',
      steps: Array.from({ length: plans }, () => ({ find: 'not', step: stepOf(septal) })),
      sets: Array.from({ length: plans }, (_, plan) => [plan]),
    });
  expect([...((await counts(2))[0] ?? [])]).toEqual(Array(2).fill(shared.subjects - expected));
  await expect(counts(64)).rejects.toThrow(IndexFault);
  const described = { rows: { find: 'none' }, offsets: 0, shared: null } as const;
  await expect(index.run({ job: 'tallies', described, values: [] })).rejects.toThrow(IndexFault);
  await pool.close();
});

it('questions that have begun are answered while their index is closed', async () => {
  const pool = openIndexThreads({ file: mortal, threads: 2, module: null });
  const index = pool.open(shared);
  const begun = count(index, { find: 'all' });
  index.close();
  expect(await begun).toBe(shared.subjects);
  await pool.close();
});

it('more questions than run at once wait for their turn, and may leave', async () => {
  const pool = openIndexThreads({ file: mortal, threads: 1, module: null });
  const index = pool.open(shared);
  const leaving = new AbortController();
  const first = Array.from({ length: 256 }, () => count(index, { find: 'all' }));
  const left = count(index, { find: 'all' }, leaving.signal);
  const patient = Array.from({ length: 300 }, () => count(index, { find: 'all' }));
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const answers = await Promise.all([...first, ...patient]);
  expect(new Set(answers)).toEqual(new Set([shared.subjects]));
  await pool.close();
});

it('a question whose signal is aborted rejects with its reason', async () => {
  const pool = openIndexThreads({ file: null, threads: 2, module: null });
  const index = pool.open(shared);
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(count(index, stepOf([]), signal)).rejects.toThrow('gone');
  expect(await count(index, stepOf([]))).toBe(shared.subjects);
  await pool.close();
});
