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
export function prepareKin(step: KinStep, finder: Adding, at: Room): Adding {
  const families = codesIn(at.memory, step.families.codes);
  const roles = codesIn(at.memory, step.roles);
  const looking: Looking = { step, finder, families, roles };
  let isWanted: ((subject: number) => boolean) | null = null;
  return {
    cost: kinCost + finder.cost,
    add: ({ from, count }, out) => {
      isWanted ??= step.want === 'none before' ? whoIsFirst(looking, at) : whoHasRelatives(looking, at);
      const words = new Uint32Array(at.memory);
      for (let bit = 0; bit < count; bit += 1) {
        if (!isWanted(from + bit)) continue;
        const word = (out.bits >>> 2) + (bit >>> 5);
        words[word] = (words[word] ?? 0) | (1 << (bit & 31));
      }
    },
  };
}

type KinStep = Extract<Step, { find: 'kin' }>;

interface Looking {
  readonly step: KinStep;
  readonly finder: Adding;
  readonly families: CodeAt;
  readonly roles: CodeAt;
}

function whoHasRelatives(looking: Looking, at: Room): (subject: number) => boolean {
  const { step, families, roles } = looking;
  const { want } = step;
  const isKin = hasRole(roles, step.kin);
  const isOwn = hasRole(roles, step.own);
  const inFamily = new Uint32Array(step.families.count + 1);
  const themselves = want === 'another' ? new Uint8Array(step.subjects) : null;
  forFound(looking, at, (subject, family) => {
    if (!isKin(subject)) return;
    inFamily[family] = (inFamily[family] ?? 0) + 1;
    if (themselves !== null) themselves[subject] = 1;
  });
  const least = typeof want === 'object' ? want.least : 1;
  return (subject) => {
    const family = families(subject);
    if (family === 0 || !isOwn(subject)) return false;
    return (inFamily[family] ?? 0) - (themselves?.[subject] ?? 0) >= least;
  };
}

/** Those with an own role come before all others, and else who has the lower number. */
function whoIsFirst(looking: Looking, at: Room): (subject: number) => boolean {
  const { step, families, roles } = looking;
  const isOwn = hasRole(roles, step.own);
  const rankOf = (subject: number): number => (isOwn(subject) ? subject : step.subjects + subject);
  const first = new Float64Array(step.families.count + 1).fill(Number.POSITIVE_INFINITY);
  forFound(looking, at, (subject, family) => {
    first[family] = Math.min(first[family] ?? Number.POSITIVE_INFINITY, rankOf(subject));
  });
  return (subject) => {
    const family = families(subject);
    return family === 0 || rankOf(subject) <= (first[family] ?? Number.POSITIVE_INFINITY);
  };
}

/** Each subject of a family whom the finder finds. */
function forFound(
  { step, finder, families }: Looking,
  at: Room,
  take: (subject: number, family: number) => void,
): void {
  for (const block of blocksOf({ from: 0, count: step.subjects }))
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      forBits(new Uint32Array(at.memory), set, (index) => {
        const subject = block.from + index;
        const family = families(subject);
        if (index < block.count && family !== 0) take(subject, family);
      });
    });
}

const hasRole =
  (roles: CodeAt, wanted: readonly CodeRange[] | null) =>
  (subject: number): boolean => {
    const role = roles(subject);
    return wanted === null || wanted.some(({ low, high }) => role >= low && role <= high);
  };
