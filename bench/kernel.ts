import {
  createIndexWriter,
  loadKernelModule,
  openIndexThreads,
  type ReleaseIndex,
  type Step,
  scratchOfThread,
  sharedMemory,
} from '@atrium/index';
import { buildKernel } from '../tools/buildKernel.mjs';
import { createRandom } from './random.ts';

/**
 * How long one thread takes to count, on seeded events: for each kind of question the median and p95 of different ones,
 * and the median where each comes again. `npx tsx --conditions=source bench/kernel.ts [subjects] [events]`
 */
const subjects = Number(process.argv[2] ?? 1_000_000);
const events = Number(process.argv[3] ?? 10_000_000);
const questions = 40;
const terms = 4000;
const days = 20_000;

const random = createRandom(20_260_504);
const below = (count: number): number => Math.floor(random() * count);

/** A subject has up to twice as many events as the mean; the first terms are far more frequent than the last ones. */
function build(): ReleaseIndex & { readonly wasm: WebAssembly.Memory } {
  const offsets = new Uint32Array(subjects + 1);
  const [codes, starts] = [new Uint32Array(events), new Uint32Array(events)];
  const mean = events / subjects;
  let row = 0;
  for (let subject = 0; subject < subjects; subject += 1) {
    const isLast = subject === subjects - 1;
    const many = Math.min(events - row, isLast ? events : Math.round(random() * 2 * mean));
    const gap = Math.floor(days / (many + 1));
    let day = 1;
    for (const end = row + many; row < end; row += 1) {
      codes[row] = 1 + Math.floor(terms * random() ** 3);
      day = Math.min(days, day + below(2 * gap));
      starts[row] = day;
    }
    offsets[subject + 1] = row;
  }
  const writer = createIndexWriter(subjects);
  const one = Uint32Array.from({ length: subjects + 1 }, (_, index) => index);
  const numbers = (count: number) => ({
    kind: 'numbers' as const,
    numbers: Float64Array.from({ length: count }, (_, index) => index),
  });
  const single = { offsets: null, terms: null };
  writer.addCollection({ id: 'subject', offsets: one, start: null, end: null });
  const points = Int32Array.from({ length: days }, (_, index) => index);
  writer.addCollection({ id: 'event', offsets, start: { codes: starts, points }, end: null });
  writer.addConcept(1, { codes, values: numbers(terms), ...single });
  const ages = Uint32Array.from({ length: subjects }, () => 1 + below(100));
  writer.addConcept(2, { codes: ages, values: numbers(100), ...single });
  let wasm = sharedMemory(0);
  const index = writer.finish((bytes) => {
    wasm = sharedMemory(bytes);
    return wasm.buffer;
  }, scratchOfThread);
  return { ...index, wasm };
}

await buildKernel();
const index = build();
const part = <Part>(found: Part | null | undefined): Part => {
  if (found === null || found === undefined) throw new Error('A part of the index is missing.');
  return found;
};
const event = part(index.collections.get('event'));
const [term, age] = [1, 2].map((number) => part(part(index.concepts.get(number)).codes));

const codes = (low: number, high = low): Step => ({
  ...{ find: 'codes', codes: part(term), count: terms },
  ranges: [{ low, high }],
});
/** A term with hundreds of terms below it, which lie anywhere. */
const broad = (): Step => ({
  ...{ find: 'codes', codes: part(term), count: terms },
  ranges: Array.from({ length: 300 }, (_, number) => ({
    low: 1 + 13 * number,
    high: 1 + 13 * number + below(6),
  })),
});
const frequent = (): Step => codes(1 + below(40));
const rare = (): Step => codes(terms - below(2000));
const someTerm = (): Step => [frequent, rare, broad][below(3)]?.() ?? rare();
const withRows = (step: Step, min = 1): Step => ({
  ...{ find: 'withRows', offsets: event.offsets, step, min, max: 0x7fffffff },
});
const both = (...steps: readonly Step[]): Step => ({ find: 'and', steps });
const aged = (): Step => ({
  ...{ find: 'codes', codes: part(age), count: 100 },
  ranges: [{ low: 1 + below(20), high: 40 + below(60) }],
});
const start = { ...part(event.start), seen: { as: 'itself' }, inYears: false } as const;
/** Events with another one at most 30 days later. */
const then = (first: Step, next: Step): Step =>
  withRows(
    both(first, {
      find: 'paired',
      own: { offsets: event.offsets, edge: start },
      target: { offsets: event.offsets, step: next, from: start, to: start },
      ...{ isSame: true, isOrdered: true, fromDistance: -30, toDistance: 0 },
    }),
  );

const kinds: Readonly<Record<string, () => Step>> = {
  'a range of ages': aged,
  'a rare term': () => withRows(rare()),
  'a frequent term': () => withRows(frequent()),
  'a broad term': () => withRows(broad()),
  'at least 3 of a broad term': () => withRows(broad(), 3),
  'age, and one to four terms': () =>
    both(aged(), ...Array.from({ length: 1 + below(4) }, () => withRows(someTerm()))),
  'A then B within 30 days, two frequent terms': () => then(frequent(), frequent()),
  'A then B within 30 days, any terms': () => then(someTerm(), someTerm()),
  'A then B within 30 days, two broad terms': () => then(broad(), broad()),
};

const pool = openIndexThreads({ file: null, threads: 1, module: loadKernelModule() });
const answering = pool.open(index);
const at = (times: readonly number[], share: number): string =>
  ([...times].sort((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? 0).toFixed(2);

/** Milliseconds of one count. */
async function measure(step: Step): Promise<number> {
  const before = performance.now();
  await answering.count(step);
  return performance.now() - before;
}

console.log(`${subjects} subjects, ${events} events, one thread; ${(index.free / 1e6).toFixed(0)} MB\n`);
console.log('| Question | median ms | p95 ms | again, median ms |\n|---|---|---|---|');
for (let run = 0; run < 20; run += 1) for (const make of Object.values(kinds)) await answering.count(make());
for (const [name, make] of Object.entries(kinds)) {
  const steps = Array.from({ length: questions }, make);
  const [first, again]: [number[], number[]] = [[], []];
  for (const step of steps) {
    first.push(await measure(step));
    again.push(await measure(step));
  }
  console.log(`| ${name} | ${at(first, 0.5)} | ${at(first, 0.95)} | ${at(again, 0.5)} |`);
}
await pool.close();
