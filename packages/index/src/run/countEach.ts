import type { Step } from '../layout/steps.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { prepare, type Runtime } from './prepare.ts';
import { prepareEach } from './prepareEach.ts';
import { emptySet } from './sets.ts';

/** Several sets of subjects, each of which meets some of the steps: a step that several sets share is run once. */
export interface SharedSteps {
  readonly steps: readonly Step[];
  /** For each set the indexes of its steps. */
  readonly sets: readonly (readonly number[])[];
}

/** How many subjects of a part each of the sets has; null where it was stopped. */
export function countEach(
  { steps, sets }: SharedSteps,
  { blocks, isStopped }: PartOfSubjects,
  at: Runtime,
): Uint32Array | null {
  const { kernel, scratch } = at;
  const addEach = prepareEach(steps, at);
  const counts = new Uint32Array(sets.length);
  for (const block of blocks) {
    if (isStopped()) return null;
    scratch.within(() => {
      const found = steps.map(() => emptySet(block, at));
      addEach(block, found);
      const joined = emptySet(block, at);
      sets.forEach((indexes, set) => {
        kernel.all(joined);
        for (const index of indexes) kernel.and(joined.bits, found[index]?.bits ?? joined.bits, block.count);
        counts[set] = (counts[set] ?? 0) + kernel.count(joined.bits, block.count);
      });
    });
  }
  return counts;
}

/** How many subjects of a span a step finds. Stops between two blocks where `isStopped` says so, and gives null. */
export function countSubjects(step: Step, { blocks, isStopped }: PartOfSubjects, at: Runtime): number | null {
  const finder = prepare(step, at);
  let count = 0;
  for (const block of blocks) {
    if (isStopped()) return null;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      count += at.kernel.count(set.bits, set.count);
    });
  }
  return count;
}
