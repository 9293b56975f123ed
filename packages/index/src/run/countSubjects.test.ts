import { beforeAll, expect, it } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import { postingsOf } from '../build/postings.ts';
import { subjectSetsOf } from '../build/subjectSets.ts';
import { plainKernel } from '../kernel/plainKernel.ts';
import { loadKernelModule, sharedMemory, wasmKernel } from '../kernel/wasmKernel.ts';
import { createIndexWriter } from '../layout/indexWriter.ts';
import { createScratch } from '../layout/scratch.ts';
import type { CodeRange, Step } from '../layout/steps.ts';
import { countEach, countSubjects } from './countEach.ts';
import { createKnownSets } from './knownSets.ts';
import type { Runtime } from './prepare.ts';
import { blocksOf } from './sets.ts';

/** Three blocks, of which the last one is short. */
const subjects = 2 * 16_384 + 500;
const scratchBytes = 1_000_000;

const random = (() => {
  let state = 20_260_504;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
})();

/** Codes 1 to 40 are frequent, later ones rare; the subjects of the second block have no event of code 1. */
const events = Array.from({ length: subjects }, (_, subject) => {
  const isSecond = subject >= 16_384 && subject < 2 * 16_384;
  let day = 1;
  return Array.from({ length: random(6) }, () => {
    day = Math.min(200, day + random(60));
    const code = random(8) === 0 ? 41 + random(260) : 1 + random(40);
    return { code: isSecond && code === 1 ? 2 : code, day };
  });
});
const ages = events.map(() => 1 + random(100));
/** The members of a family lie in different blocks, and some subjects have none. */
const families = events.map((_, subject) => (random(10) === 0 ? 0 : 1 + (subject % 9000)));
const roles = events.map(() => random(5));
const members = new Map<number, number[]>();
for (const [subject, family] of families.entries())
  members.set(family, [...(members.get(family) ?? []), subject]);

const broadRanges = Array.from({ length: 12 }, (_, n) => ({ low: 1 + 20 * n, high: 7 + 20 * n }));
const broadCodes = broadRanges.flatMap(({ low }) => Array.from({ length: 7 }, (_, n) => low + n));

function build() {
  const writer = createIndexWriter(subjects);
  const rows = events.flat();
  let end = 0;
  const offsets = Uint32Array.from([0, ...events.map((own) => (end += own.length))]);
  const points = Int32Array.from({ length: 200 }, (_, index) => index);
  const start = { codes: Uint32Array.from(rows.map(({ day }) => day)), points };
  writer.addCollection({ id: 'event', offsets, start, end: null, shared: null });
  const numbers = (length: number) => ({ kind: 'numbers' as const, numbers: new Float64Array(length) });
  const single = { offsets: null, terms: null };
  const codes = Uint32Array.from(rows.map(({ code }) => code));
  const postings = postingsOf({ codes, offsets: null, max: 300 }, { minRows: 0, share: 1 / 100 });
  if (postings === null) throw new Error('There are no lists.');
  const terms = {
    labels: [],
    within: new Map([['broad', broadCodes]]),
    alternatives: new Map(),
    unknown: [],
  };
  const sets = subjectSetsOf({ terms, codes, postings, offsets });
  writer.addConcept(1, { codes, values: numbers(300), ...single, postings, subjects: sets });
  writer.addConcept(2, { codes: Uint32Array.from(ages), values: numbers(100), ...single });
  writer.addConcept(3, { codes: Uint32Array.from(families), values: numbers(9000), ...single });
  writer.addConcept(4, { codes: Uint32Array.from(roles), values: numbers(4), ...single });
  let wasm = sharedMemory(0);
  const makeMemory = (bytes: number): ArrayBufferLike => {
    wasm = sharedMemory(bytes);
    return wasm.buffer;
  };
  const index = writer.finish(makeMemory, 3 * scratchBytes);
  return { index, wasm };
}

const { index, wasm } = build();
const event = index.collections.get('event');
const [term, age, family, role] = [1, 2, 3, 4].map((number) => index.concepts.get(number)?.codes);
const { postings, subjects: sets } = index.concepts.get(1) ?? { postings: null, subjects: null };
if (!event?.start || !term || !age || !family || !role || !postings || !sets)
  throw new Error('The index lacks a part.');
const start = { ...event.start, seen: { as: 'itself' }, inYears: false } as const;

type Event = (typeof events)[number][number];
/** A step, and the same in plain words. */
interface Question {
  readonly step: Step;
  readonly meets: (subject: number) => boolean;
}
interface RowQuestion {
  readonly step: Step;
  readonly meets: (event: Event, own: readonly Event[]) => boolean;
}

const ofTerm = (...ranges: readonly CodeRange[]): RowQuestion => ({
  step: { find: 'codes', codes: term, ranges, count: 300 },
  meets: ({ code }) => ranges.some(({ low, high }) => code >= low && code <= high),
});
const one = (code: number): RowQuestion => ofTerm({ low: code, high: code });
const broad = ofTerm(...broadRanges);
/** Rare codes, whose rows lists tell. */
const listed = (...ranges: readonly CodeRange[]): RowQuestion => {
  const { step, meets } = ofTerm(...ranges);
  return { step: step.find === 'codes' ? { ...step, postings } : step, meets };
};
/** As `broad` more ranges than are compared one by one. */
const spread = ofTerm(...Array.from({ length: 6 }, (_, n) => ({ low: 3 + 45 * n, high: 9 + 45 * n })));
const aged = (low: number, high: number): Question => ({
  step: { find: 'codes', codes: age, ranges: [{ low, high }], count: 100 },
  meets: (subject) => (ages[subject] ?? 0) >= low && (ages[subject] ?? 0) <= high,
});
const withRows = ({ step, meets }: RowQuestion, min = 1, max = 99): Question => ({
  step: { find: 'withRows', offsets: event.offsets, step, min, max },
  meets: (subject) => {
    const own = events[subject] ?? [];
    const found = own.filter((row) => meets(row, own)).length;
    return found >= min && found <= max;
  },
});
const then = (first: RowQuestion, next: RowQuestion, [from, to]: readonly [number, number]): RowQuestion => ({
  step: {
    find: 'and',
    steps: [
      {
        find: 'paired',
        own: { offsets: event.offsets, edge: start },
        target: { offsets: event.offsets, step: next.step, from: start, to: start },
        ...{ isSame: true, isOrdered: true, fromDistance: from, toDistance: to },
      },
      first.step,
    ],
  },
  meets: (row, own) =>
    first.meets(row, own) &&
    own.some(
      (other) =>
        other !== row && next.meets(other, own) && row.day - other.day >= from && row.day - other.day <= to,
    ),
});
const both = (...parts: readonly Question[]): Question => ({
  step: { find: 'and', steps: parts.map(({ step }) => step) },
  meets: (subject) => parts.every(({ meets }) => meets(subject)),
});
const either = (...parts: readonly Question[]): Question => ({
  step: { find: 'or', steps: parts.map(({ step }) => step) },
  meets: (subject) => parts.some(({ meets }) => meets(subject)),
});
const no = ({ step, meets }: Question): Question => ({
  step: { find: 'not', step },
  meets: (subject) => !meets(subject),
});

/** Whether nobody of the family who meets the question comes before: those with the role do, then the lower number. */
function isFirst(subject: number, own: number | null, meets: Question['meets']): boolean {
  const rank = (one: number) => (roles[one] === own ? one : one + subjects);
  const family = families[subject] ?? 0;
  return (
    family === 0 ||
    (members.get(family) ?? []).every((other) => !meets(other) || rank(other) >= rank(subject))
  );
}

/** Who has such a role, and in the family somebody who has such a role and meets a question. */
const withKin = (
  { step, meets }: Question,
  [own, kin]: readonly [number | null, number | null],
  want: Extract<Step, { find: 'kin' }>['want'] = { least: 1 },
): Question => {
  const ranges = (code: number | null) => (code === null ? null : [{ low: code, high: code }]);
  const isOf = (subject: number, code: number | null) => code === null || roles[subject] === code;
  return {
    step: {
      find: 'kin',
      families: { codes: family, count: 9000 },
      roles: role,
      own: ranges(own),
      kin: ranges(kin),
      ...{ want, step, subjects },
    },
    meets: (subject) => {
      if (want === 'none before') return isFirst(subject, own, meets);
      const others = (members.get(families[subject] ?? 0) ?? []).filter(
        (other) => isOf(other, kin) && meets(other) && !(want === 'another' && other === subject),
      );
      const least = want === 'another' ? 1 : want.least;
      return families[subject] !== 0 && isOf(subject, own) && others.length >= least;
    },
  };
};

const frequent = withRows(one(1));
const rare = withRows(one(200));
const rareOnes = listed({ low: 41, high: 60 }, { low: 200, high: 203 });
const inSet: Question = { step: { find: 'inSets', sets: [sets.at] }, meets: withRows(broad).meets };
const questions: readonly (readonly [string, Question])[] = [
  ['rare terms in lists', withRows(rareOnes)],
  ['few subjects, then at least two rare terms in lists', both(aged(5, 60), withRows(rareOnes, 2))],
  ['near pairs of rare terms in lists', withRows(then(rareOnes, listed({ low: 41, high: 90 }), [-60, 0]))],
  ['a set of a broad term, and not a rare one', both(aged(5, 60), inSet, no(withRows(rareOnes)))],
  ['a frequent term', frequent],
  ['a rare term', rare],
  ['few subjects, then a broad term', both(aged(5, 6), withRows(broad), frequent)],
  ['most subjects, then at least two of a broad term', both(aged(5, 95), withRows(broad, 2))],
  ['none of a term', both(aged(1, 9), withRows(one(3), 0, 0), frequent)],
  ['a term or another, but not a third one', both(either(frequent, rare), no(withRows(one(2))))],
  ['the same term twice', both(frequent, frequent, no(rare))],
  ['near pairs', withRows(then(one(1), one(2), [-30, 0]))],
  ['near pairs of few subjects', both(aged(7, 7), withRows(then(broad, broad, [-30, -1]), 1, 1))],
  ['a relative in another block', both(aged(5, 60), withKin(frequent, [1, 2]))],
  ['no relative who lacks a term', both(frequent, no(withKin(no(frequent), [null, null])))],
  ['a relative other than themselves', withKin(both(aged(5, 60), withRows(broad)), [3, 3], 'another')],
  ['two of a family', withKin(aged(5, 60), [null, null], { least: 2 })],
  ['one of each family', both(aged(5, 60), withKin(aged(5, 60), [1, null], 'none before'))],
  ['distant pairs', both(frequent, withRows(then(broad, one(3), [20, 90])))],
];

let runtimes: readonly (() => Runtime)[];
beforeAll(async () => {
  await buildKernel();
  const module = loadKernelModule();
  if (module === null) throw new Error('There is no kernel.');
  const [first, second, third] = [0, 1, 2].map((part) => index.free + part * scratchBytes);
  const sets = createKnownSets(third ?? 0, (third ?? 0) + scratchBytes);
  const [plain, fast] = [plainKernel(index.memory), wasmKernel(module, wasm)];
  const runtime = (kernel: typeof plain, known: Runtime['known']) => (): Runtime => {
    known?.begin(blocks);
    return {
      ...{ memory: index.memory, kernel, known },
      kept: createScratch(first ?? 0, second ?? 0),
      scratch: createScratch(second ?? 0, third ?? 0),
    };
  };
  runtimes = [
    runtime(plain, null),
    runtime(fast, null),
    runtime(fast, sets),
    runtime(fast, sets),
    runtime(fast, sets),
  ];
});

const blocks = [...blocksOf({ from: 0, count: subjects })];

it('several sets that share steps have the subjects of each, also where some are known', () => {
  const parts = [frequent, withRows(spread), withRows(broad, 2), withRows(spread, 0, 0), aged(5, 60)];
  const sets = [[0], [0, 1], [2, 3, 4], [], [0, 2, 4], [1, 3]];
  const expected = sets.map(
    (set) => ages.filter((_, subject) => set.every((part) => parts[part]?.meets(subject))).length,
  );
  const counted = (runtime: () => Runtime, indexes: readonly number[]) => {
    const steps = indexes.map((index) => parts[index]?.step ?? frequent.step);
    const held = sets.filter((set) => set.every((part) => indexes.includes(part)));
    const shared = { steps, sets: held.map((set) => set.map((part) => indexes.indexOf(part))) };
    const counts = countEach(shared, { blocks, isStopped: () => false }, runtime());
    return held.map((set, index) => [sets.indexOf(set), counts?.[index]]);
  };
  for (const indexes of [
    [0, 2],
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
  ])
    for (const runtime of runtimes)
      for (const [set, count] of counted(runtime, indexes)) expect(count).toBe(expected[set ?? 0]);
});

it.each(questions)(
  'blocks together have the subjects of %s, also where sets are known',
  (_, { step, meets }) => {
    const expected = ages.filter((_, subject) => meets(subject)).length;
    const found = runtimes.map((runtime) =>
      countSubjects(step, { blocks, isStopped: () => false }, runtime()),
    );
    expect(found).toEqual(runtimes.map(() => expected));
    expect(expected).toBeGreaterThan(0);
  },
);
