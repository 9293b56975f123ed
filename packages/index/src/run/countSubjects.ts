import type { Span } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';
import { prepare, type Runtime } from './prepare.ts';
import { blocksOf, emptySet } from './sets.ts';

/** How many subjects of a span a step finds. Stops between two blocks where `isStopped` says so, and gives null. */
export function countSubjects(
  step: Step,
  { subjects, isStopped }: { readonly subjects: Span; readonly isStopped: () => boolean },
  at: Runtime,
): number | null {
  const finder = prepare(step, at);
  let count = 0;
  for (const block of blocksOf(subjects)) {
    if (isStopped()) return null;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      count += at.kernel.count(set.bits, set.count);
    });
  }
  return count;
}
