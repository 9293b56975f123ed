import { type CodeAt, codesIn } from '../kernel/codesIn.ts';
import type { BitSpan, Kernel, Span } from '../kernel/kernel.ts';
import type { Scratch } from '../layout/scratch.ts';
import type { CodeRange, Step } from '../layout/steps.ts';
import { blocksOf, emptySet, forBits } from './sets.ts';

interface Adding {
  readonly cost: number;
  readonly add: (subjects: Span, out: BitSpan) => void;
}

interface Room {
  readonly memory: ArrayBufferLike;
  readonly kernel: Kernel;
  readonly scratch: Scratch;
}

/** To look at relatives costs more than at values: all subjects are looked at, once for a question. */
const kinCost = 50;

/** Subjects with a relative among those whom the finder finds; they are looked for when first wanted. */
export function prepareKin(step: Extract<Step, { find: 'kin' }>, finder: Adding, at: Room): Adding {
  const families = codesIn(at.memory, step.families.codes);
  const roles = codesIn(at.memory, step.roles);
  const isOwn = hasRole(roles, step.own);
  let found: Found | null = null;
  return {
    cost: kinCost + finder.cost,
    add: ({ from, count }, out) => {
      found ??= findKin({ step, finder, families, roles }, at);
      const words = new Uint32Array(at.memory);
      for (let bit = 0; bit < count; bit += 1) {
        const family = families(from + bit);
        if (family === 0 || !isOwn(from + bit)) continue;
        const others = (found.inFamily[family] ?? 0) - (found.themselves?.[from + bit] ?? 0);
        const word = (out.bits >>> 2) + (bit >>> 5);
        if (others > 0) words[word] = (words[word] ?? 0) | (1 << (bit & 31));
      }
    },
  };
}

interface Found {
  /** Of each family how many relatives are found: none, one, or more, which is 2. */
  readonly inFamily: Uint8Array;
  /** 1 for each subject who is found; null where it does not matter. */
  readonly themselves: Uint8Array | null;
}

interface Looking {
  readonly step: Extract<Step, { find: 'kin' }>;
  readonly finder: Adding;
  readonly families: CodeAt;
  readonly roles: CodeAt;
}

function findKin({ step, finder, families, roles }: Looking, at: Room): Found {
  const inFamily = new Uint8Array(step.families.count + 1);
  const themselves = step.areOthers ? new Uint8Array(step.subjects) : null;
  const isKin = hasRole(roles, step.kin);
  for (const block of blocksOf({ from: 0, count: step.subjects }))
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      forBits(new Uint32Array(at.memory), set, (index) => {
        const subject = block.from + index;
        const family = families(subject);
        if (index >= block.count || family === 0 || !isKin(subject)) return;
        inFamily[family] = Math.min(2, (inFamily[family] ?? 0) + 1);
        if (themselves !== null) themselves[subject] = 1;
      });
    });
  return { inFamily, themselves };
}

const hasRole =
  (roles: CodeAt, wanted: readonly CodeRange[] | null) =>
  (subject: number): boolean => {
    const role = roles(subject);
    return wanted === null || wanted.some(({ low, high }) => role >= low && role <= high);
  };
