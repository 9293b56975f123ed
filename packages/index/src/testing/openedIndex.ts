import { type CohortPlan, toQuery } from '@atrium/engine';
import { sql } from 'kysely';
import type { OpenRelease } from '../../../engine/src/testing/openRelease.ts';
import { cohortStep } from '../evaluate/cohortProgram.ts';
import { emptySet } from '../evaluate/rowProgram.ts';
import { plainKernel } from '../kernel/plainKernel.ts';
import type { ReleaseIndex } from '../layout/releaseIndex.ts';
import { createScratch } from '../layout/scratch.ts';
import { indexOf } from './indexOf.ts';

interface Indexed {
  readonly index: ReleaseIndex;
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
  return { index: await indexOf(open), ids: lines.map((line) => String(line['id'])) };
}

const scratchBytes = 2_000_000;

/** The index of a release, made once, and what it answers as the member of this release sees it. */
export async function openedIndex(open: OpenRelease) {
  const found = indexes.get(open.run) ?? indexed(open);
  indexes.set(open.run, found);
  const { index, ids } = await found;
  const matcher = (pattern: string) => (text: string) => new RegExp(pattern).test(text);
  const workplace = () => ({
    index,
    kernel: plainKernel(index.memory),
    kept: createScratch(index.free, index.free + scratchBytes),
    scratch: createScratch(index.free + scratchBytes, index.free + 2 * scratchBytes),
    release: open.release,
    matcher,
  });
  return {
    /** The ids of the subjects of a cohort, in the order of the release. */
    subjectsOf: (plan: CohortPlan): readonly string[] => {
      const at = workplace();
      const all = { from: 0, count: index.subjects };
      const set = emptySet(all, at);
      cohortStep(plan, at).add(all, set);
      const words = new Uint32Array(index.memory);
      return ids.filter(
        (_, subject) => (((words[(set.bits >>> 2) + (subject >>> 5)] ?? 0) >>> (subject & 31)) & 1) === 1,
      );
    },
  };
}
