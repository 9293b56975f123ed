import { codesIn } from '../kernel/codesIn.ts';
import type { FilesIndex } from '../layout/releaseIndex.ts';
import type { Step } from '../layout/steps.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { prepare, type Runtime } from './prepare.ts';
import { emptySet, forBits } from './sets.ts';

export interface FilesJob {
  readonly cohort: Step;
  /** The subjects whom the member sees; null: all. A file with another one is not counted. */
  readonly visible: Step | null;
  readonly files: Omit<FilesIndex, 'kinds'>;
  /** For each code of a kind the group in which its files count, from 1 on; 0: in none. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

interface Subjects {
  readonly step: Step;
  readonly part: PartOfSubjects;
  readonly at: Runtime;
}

/** Does some work for each subject that the step finds; false where it was stopped. */
function forSubjects({ step, part, at }: Subjects, work: (subject: number) => void): boolean {
  const finder = prepare(step, at);
  const words = new Uint32Array(at.memory);
  for (const block of part.blocks) {
    if (part.isStopped()) return false;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      forBits(words, set, (index) => work(block.from + index));
    });
  }
  return true;
}

/**
 * For each group how many files of subjects of the cohort it has, how many of these subjects, and the bytes of the files;
 * null where it was stopped. One part must do it all: subjects share files.
 */
export function tallyFiles(
  { cohort, visible, files, groupOf, groups }: FilesJob,
  part: PartOfSubjects,
  at: Runtime,
): readonly (Uint32Array | Float64Array)[] | null {
  const offsets = new Uint32Array(at.memory, files.offsets);
  const numbers = new Uint32Array(at.memory, files.numbers);
  const kinds = codesIn(at.memory, files.codes);
  const sizes = new Float64Array(at.memory, files.sizes, files.last + 1);
  /** Counted, or never to be. */
  const done = new Uint8Array(files.last + 1);
  const isHidden = 1;
  const isCounted = 2;
  const hide = (subject: number): void => {
    const end = offsets[subject + 1] ?? 0;
    for (let index = offsets[subject] ?? 0; index < end; index += 1) done[numbers[index] ?? 0] = isHidden;
  };
  if (visible !== null && !forSubjects({ step: { find: 'not', step: visible }, part, at }, hide)) return null;
  const counts = new Uint32Array(groups + 1);
  const individuals = new Uint32Array(groups + 1);
  const bytes = new Float64Array(groups + 1);
  const lastOf = new Int32Array(groups + 1).fill(-1);
  const count = (file: number, group: number): void => {
    if (done[file] === isCounted) return;
    done[file] = isCounted;
    counts[group] = (counts[group] ?? 0) + 1;
    bytes[group] = (bytes[group] ?? 0) + (sizes[file] ?? 0);
  };
  const isWhole = forSubjects({ step: cohort, part, at }, (subject) => {
    const end = offsets[subject + 1] ?? 0;
    for (let index = offsets[subject] ?? 0; index < end; index += 1) {
      const file = numbers[index] ?? 0;
      const group = groupOf[kinds(file)] ?? 0;
      if (group === 0 || done[file] === isHidden) continue;
      if (lastOf[group] !== subject) individuals[group] = (individuals[group] ?? 0) + 1;
      lastOf[group] = subject;
      count(file, group);
    }
  });
  return isWhole ? [counts, individuals, bytes] : null;
}
