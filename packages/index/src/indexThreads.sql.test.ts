import { beforeAll, describe, expect, it } from 'vitest';
import { buildKernel } from '../../../tools/buildKernel.mjs';
import { set, terms } from '../../engine/src/testing/definitions.ts';
import { findSubjects, planOf } from '../../engine/src/testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../engine/src/testing/openRelease.ts';
import { workedExample } from '../../engine/src/testing/workedExample.ts';
import { compileCohort } from './compile/compileCohort.ts';
import { loadKernelModule, sharedMemory } from './kernel/wasmKernel.ts';
import {
  type AnsweringIndex,
  openIndexThreads,
  type SharedIndex,
  scratchOfThread,
} from './run/indexThreads.ts';
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

const count = async (index: AnsweringIndex, definition: Parameters<typeof planOf>[1], signal?: AbortSignal) =>
  (await index.run({ job: 'count', step: stepOf(definition) }, signal)).map(([found]) => found);

describe.each([
  ['the kernel in WebAssembly', () => loadKernelModule()],
  ['the plain kernel', () => null],
])('with %s', (_, module) => {
  it.each([1, 2, 3])('the parts of %i threads are all subjects, each once', async (threads) => {
    const pool = openIndexThreads({ file: null, threads, module: module() });
    const index = pool.open(shared);
    const expected = (await findSubjects(open, septal)).split(' ').length;
    expect(await count(index, septal)).toEqual([expected]);
    expect(await count(index, [])).toEqual([shared.subjects]);
    index.close();
    await expect(count(index, [])).rejects.toThrow('is not open');
    await pool.close();
  });
});

it('a question whose signal is aborted rejects with its reason', async () => {
  const pool = openIndexThreads({ file: null, threads: 2, module: null });
  const index = pool.open(shared);
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(count(index, [], signal)).rejects.toThrow('gone');
  expect(await count(index, [])).toEqual([shared.subjects]);
  await pool.close();
});
