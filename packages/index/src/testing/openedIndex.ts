import { type CohortPlan, type ReleaseQuestion, toQuery } from '@atrium/engine';
import { sql } from 'kysely';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import type { OpenRelease } from '../../../engine/src/testing/openRelease.ts';
import { answerQuestion } from '../answer/answerQuestion.ts';
import type { AnswerRow } from '../answer/answerRow.ts';
import { compileCohort } from '../compile/compileCohort.ts';
import { linearMatcher } from '../compile/linearMatcher.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { plainKernel } from '../kernel/plainKernel.ts';
import { loadKernelModule, sharedMemory, wasmKernel } from '../kernel/wasmKernel.ts';
import type { ReleaseIndex } from '../layout/releaseIndex.ts';
import { createScratch } from '../layout/scratch.ts';
import { type AnsweringIndex, openIndexThreads, scratchOfThread } from '../run/indexThreads.ts';
import { emptySet, prepare } from '../run/prepare.ts';
import { indexWriterOf } from './indexOf.ts';

interface Indexed {
  readonly index: ReleaseIndex;
  readonly kernels: readonly Kernel[];
  /** In two parts, by the kernel in WebAssembly. */
  readonly answering: AnsweringIndex;
  /** The ids of subjects, in their order. */
  readonly ids: readonly string[];
}

/** By the run of a release, which stays the same for every visibility. */
const indexes = new WeakMap<OpenRelease['run'], Promise<Indexed>>();

async function indexed(open: OpenRelease): Promise<Indexed> {
  const { release } = open;
  const id = sql.id(release.lookup.dictionary.subjectIdConceptId ?? '');
  const lines = await open.run(
    toQuery(
      sql`SELECT ${id} AS id FROM ${sql.id(release.release, release.lookup.root.id)} ORDER BY _subject`,
    ),
  );
  const ids = lines.map((line) => String(line['id']));
  await buildKernel();
  const module = loadKernelModule();
  if (module === null) throw new Error('There is no kernel.');
  let wasm = sharedMemory(0);
  const makeMemory = (bytes: number): ArrayBufferLike => {
    wasm = sharedMemory(bytes);
    return wasm.buffer;
  };
  const index = (await indexWriterOf(open)).finish(makeMemory, parts * scratchOfThread);
  const answering = openIndexThreads({ file: null, threads: parts, module }).open({ ...index, wasm });
  return { index, ids, kernels: [plainKernel(index.memory), wasmKernel(module, wasm)], answering };
}

const parts = 2;
const scratchBytes = (parts * scratchOfThread) / 2;

/** The index of a release, made once, and what it answers as the member of this release sees it. */
export async function openedIndex(open: OpenRelease) {
  const found = indexes.get(open.run) ?? indexed(open);
  indexes.set(open.run, found);
  const { index, ids, kernels, answering } = await found;
  const runtime = (kernel: Kernel) => ({
    memory: index.memory,
    kernel,
    kept: createScratch(index.free, index.free + scratchBytes),
    scratch: createScratch(index.free + scratchBytes, index.free + 2 * scratchBytes),
  });
  return {
    /** The answer to a question; throws where the index cannot say. */
    ask: async (question: ReleaseQuestion): Promise<readonly AnswerRow[]> => {
      const rows = await answerQuestion(question, { release: open.release, index: answering });
      if (rows === null) throw new Error(`The index does not answer this ${question.kind}.`);
      return rows;
    },
    /** The ids of the subjects of a cohort, in the order of the release, as each kernel finds them. */
    subjectsOf: (plan: CohortPlan): readonly (readonly string[])[] => {
      const step = compileCohort(plan, { index, release: open.release, matcher: linearMatcher });
      return kernels.map((kernel) => {
        const at = runtime(kernel);
        const all = { from: 0, count: index.subjects };
        const set = emptySet(all, at);
        prepare(step, at).add(all, set);
        const words = new Uint32Array(index.memory);
        const has = (subject: number): boolean =>
          (((words[(set.bits >>> 2) + (subject >>> 5)] ?? 0) >>> (subject & 31)) & 1) === 1;
        return ids.filter((_, subject) => has(subject));
      });
    },
  };
}
