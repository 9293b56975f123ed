import { type CohortPlan, compileQuestion, type ReleaseQuestion, toQuery } from '@atrium/engine';
import { sql } from 'kysely';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import type { OpenRelease, TestRow } from '../../../engine/src/testing/openRelease.ts';
import { answerQuestion } from '../answer/answerQuestion.ts';
import { compileCohort } from '../compile/compileCohort.ts';
import { linearMatcher } from '../compile/linearMatcher.ts';
import { plainKernel } from '../kernel/plainKernel.ts';
import { loadKernelModule, sharedMemory, wasmKernel } from '../kernel/wasmKernel.ts';
import type { ReleaseIndex } from '../layout/releaseIndex.ts';
import { createScratch } from '../layout/scratch.ts';
import { type AnsweringIndex, openIndexThreads, scratchOfThread } from '../run/indexThreads.ts';
import { createKnownSets } from '../run/knownSets.ts';
import { prepare, type Runtime } from '../run/prepare.ts';
import { emptySet } from '../run/sets.ts';
import { indexWriterOf } from './indexOf.ts';

interface Indexed {
  readonly index: ReleaseIndex;
  /** In two parts, by the kernel in WebAssembly. */
  readonly answering: AnsweringIndex;
  readonly engines: readonly Pick<Runtime, 'kernel' | 'known'>[];
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
  const index = (await indexWriterOf(open, bothForms)).finish(
    makeMemory,
    parts * scratchOfThread + 3 * scratchBytes + 16,
  );
  const answering = openIndexThreads({ file: null, threads: parts, module }).open({ ...index, wasm });
  const known = createKnownSets(ownOf(index) + 2 * scratchBytes, ownOf(index) + 3 * scratchBytes);
  const [plain, fast] = [plainKernel(index.memory), wasmKernel(module, wasm)];
  // The last one finds what the one before has found.
  const engines = [
    { kernel: plain, known: null },
    { kernel: fast, known },
    { kernel: fast, known },
  ];
  return { index, ids, engines, answering };
}

/** Small data have lists of rows for some codes, and sets of subjects for terms of others. */
const bothForms = { minRows: 0, share: 1 / 5 };
const parts = 2;
const scratchBytes = 2_000_000;

/** Behind the working memory of the threads. */
const ownOf = ({ free }: ReleaseIndex): number => Math.ceil(free / 16) * 16 + parts * scratchOfThread;

/** The index of a release, made once, and what it answers as the member of this release sees it. */
export async function openedIndex(open: OpenRelease) {
  const found = indexes.get(open.run) ?? indexed(open);
  indexes.set(open.run, found);
  const { index, ids, engines, answering } = await found;
  const runtime = (engine: Pick<Runtime, 'kernel' | 'known'>): Runtime => ({
    ...engine,
    memory: index.memory,
    kept: createScratch(ownOf(index), ownOf(index) + scratchBytes),
    scratch: createScratch(ownOf(index) + scratchBytes, ownOf(index) + 2 * scratchBytes),
  });
  const answerOf = (question: ReleaseQuestion) =>
    answerQuestion(question, { release: open.release, index: answering });
  return {
    answerOf,
    answering,
    /** The rows of an answer; null where the index cannot say. */
    ask: async (question: ReleaseQuestion): Promise<readonly TestRow[] | null> => {
      const answer = await answerOf(question);
      if (answer?.kind !== 'narrowed') return answer?.rows ?? null;
      return await open.run(compileQuestion(answer.question, open.release));
    },
    /** The ids of the subjects of a cohort, in the order of the release, as each engine finds them. */
    subjectsOf: (plan: CohortPlan): readonly (readonly string[])[] => {
      const step = compileCohort(plan, { index, release: open.release, matcher: linearMatcher });
      const all = { from: 0, count: index.subjects };
      const ofAll = [all];
      return engines.map((engine) => {
        const at = runtime(engine);
        at.known?.begin(ofAll);
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
