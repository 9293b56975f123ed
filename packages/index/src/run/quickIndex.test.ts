import { expect, it } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import { postingsOf } from '../build/postings.ts';
import { loadKernelModule, sharedMemory } from '../kernel/wasmKernel.ts';
import { createIndexWriter } from '../layout/indexWriter.ts';
import type { Step } from '../layout/steps.ts';
import { createQuickIndex, scratchOfCaller } from './quickIndex.ts';

/** More than a small index has: each of these subjects has one row. */
const subjects = 2 ** 18;

it('of a large index the thread of the caller counts what lists and sets tell, and leaves the rest (rule 16.32)', async () => {
  await buildKernel();
  const writer = createIndexWriter(subjects);
  const offsets = Uint32Array.from({ length: subjects + 1 }, (_, index) => index);
  writer.addCollection({ id: 'event', offsets, start: null, end: null, shared: null });
  const codes = Uint16Array.from({ length: subjects }, (_, row) => (row % 4096 === 9 ? 2 : 1));
  const postings = postingsOf({ codes, offsets: null, max: 2 }, { minRows: 0, share: 1 / 64 });
  const values = { kind: 'texts', texts: ['frequent', 'rare'] } as const;
  writer.addConcept(1, { codes, values, terms: null, offsets: null, postings });
  let wasm = sharedMemory(0);
  const index = writer.finish((bytes) => {
    wasm = sharedMemory(bytes);
    return wasm.buffer;
  }, scratchOfCaller);
  const concept = index.concepts.get(1);
  const event = index.collections.get('event');
  if (!concept?.codes || !concept.postings || !event) throw new Error('The index lacks a part.');
  const options = { module: loadKernelModule(), at: index.free, patience: Number.POSITIVE_INFINITY };
  const answer = createQuickIndex({ ...index, wasm }, options);
  const within = { codes: concept.codes, ranges: [{ low: 2, high: 2 }], count: 2 };
  const having = (step: Step): Step => ({
    ...{ find: 'withRows', offsets: event.offsets, step, min: 1, max: 0x7fffffff },
  });
  const count = (step: Step) => answer({ job: 'count', step });
  const looked = Array.from({ length: 4 }, () => ({ find: 'codes', ...within }) as const);
  const steps = Array.from({ length: 8 }, () => having({ find: 'or', steps: looked }));
  const { postings: lists } = concept;
  expect(count(having({ find: 'codes', ...within, postings: lists }))).toEqual([Uint32Array.of(64)]);
  expect(count({ find: 'inSets', sets: [] })).toEqual([Uint32Array.of(0)]);
  expect(count({ find: 'and', steps })).toBeNull();
  const rows = { rows: having({ find: 'codes', ...within }), offsets: event.offsets, shared: null };
  expect(answer({ job: 'tally', described: rows, values: { ...within }, bySubject: false })).toBeNull();
});
