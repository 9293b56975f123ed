import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOnPage } from './answer/linesOnPage.ts';
import { plainKernel } from './kernel/plainKernel.ts';
import { createIndexWriter } from './layout/indexWriter.ts';
import { type KeyedColumn, type KeyedFigure, noRank, type StackedLines } from './layout/lines.ts';
import { createScratch } from './layout/scratch.ts';
import { placeFirst } from './run/firstLines.ts';
import { joinFigures, runJob } from './run/jobs.ts';

/** Of each subject its own code, and for each of its rows a code and a list of codes. */
interface Subject {
  readonly own: number;
  readonly rows: readonly { readonly code: number; readonly list: readonly number[] }[];
}

const code = fc.integer({ min: 0, max: 4 });
const subject: fc.Arbitrary<Subject> = fc.record({
  own: code,
  rows: fc.array(fc.record({ code, list: fc.uniqueArray(fc.integer({ min: 1, max: 4 })) }), {
    maxLength: 40,
  }),
});

const upTo = (lengths: readonly number[]): Uint32Array => {
  const offsets = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) offsets[index + 1] = (offsets[index] ?? 0) + length;
  return offsets;
};
const texts = { kind: 'texts', texts: ['a', 'b', 'c', 'd'] } as const;
const scratchBytes = 64_000;

/** An index of the subjects, and columns of their codes: each adds its code times a number to a key. */
function laidOut(subjects: readonly Subject[]) {
  const writer = createIndexWriter(subjects.length);
  const rows = subjects.flatMap((one) => one.rows);
  const offsets = upTo(subjects.map((one) => one.rows.length));
  writer.addCollection({ id: 'row', offsets, start: null, end: null, shared: null });
  const common = { values: texts, terms: null, ontology: null };
  writer.addConcept(1, { codes: Uint8Array.from(subjects, ({ own }) => own), offsets: null, ...common });
  writer.addConcept(2, { codes: Uint8Array.from(rows, (row) => row.code), offsets: null, ...common });
  const codes = Uint8Array.from(rows.flatMap(({ list }) => list));
  writer.addConcept(3, { codes, offsets: upTo(rows.map(({ list }) => list.length)), ...common });
  const index = writer.finish((bytes) => new ArrayBuffer(bytes), scratchBytes);
  const column = (number: number, stride: number): KeyedColumn => {
    const concept = index.concepts.get(number);
    const held = concept?.codes ?? concept?.lists?.codes;
    if (held === undefined) throw new Error('There is no such concept.');
    const part = { by: 'step', none: 0, first: stride, step: stride, last: 4 } as const;
    return { codes: held, lists: concept?.lists?.offsets ?? null, part };
  };
  return { index, column, rows: { offsets: index.collections.get('row')?.offsets ?? 0, step: null } };
}

/** The distinct keys of the lines of a subject: own code, then that of a row, then one of its list. */
function keysOf({ own, rows }: Subject): readonly number[] {
  const each = rows.length === 0 ? [{ code: 0, list: [] }] : rows;
  const keys = each.flatMap((row) =>
    (row.list.length === 0 ? [0] : row.list).map((listed) => own * 25 + row.code * 5 + listed),
  );
  return [...new Set(keys)].sort((a, b) => a - b);
}

type Job = Parameters<typeof runJob>[0];

/** In two parts, as threads do it. */
function runInTwoParts(job: Job, { index }: ReturnType<typeof laidOut>) {
  const half = Math.floor(index.subjects / 2);
  const parts = [
    { from: 0, count: half },
    { from: half, count: index.subjects - half },
  ].map((subjects) => {
    const middle = index.free + scratchBytes / 2;
    const at = {
      memory: index.memory,
      kernel: plainKernel(index.memory),
      known: null,
      kept: createScratch(index.free, middle),
      scratch: createScratch(middle, index.free + scratchBytes),
    };
    return runJob(job, { blocks: [subjects], isStopped: () => false }, at) ?? [];
  });
  return joinFigures(job, parts);
}

const inTwoParts = (job: Job, laid: ReturnType<typeof laidOut>) =>
  runInTwoParts(job, laid).map((list) => [...list]);

const both = [125, 2 ** 40].map((size) => ({ size }));

it.each(both)('lines of keys below $size are counted once for each subject', ({ size }) => {
  fc.assert(
    fc.property(
      fc.array(subject, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      (subjects, max) => {
        const laid = laidOut(subjects);
        const { column, rows } = laid;
        const ownGroup = { rows: null, columns: [column(1, 25)] };
        const lines: StackedLines = {
          cohort: { find: 'all' },
          groups: [ownGroup, { rows, columns: [column(2, 5), column(3, 1)] }],
          figures: [],
          size,
        };
        const all = subjects.flatMap(keysOf);
        const keys = [...new Set(all)].sort((a, b) => a - b).slice(0, max);
        const counts = keys.map((key) => all.filter((one) => one === key).length);
        expect(inTwoParts({ job: 'tallyLines', lines, max }, laid)).toEqual([keys, counts]);
        const ofCodes = { ...lines, groups: [ownGroup, { rows, columns: [column(2, 5)] }] };
        const without = subjects.map((one) =>
          keysOf({ ...one, rows: one.rows.map((row) => ({ ...row, list: [] })) }),
        );
        const found = inTwoParts({ job: 'tallyLines', lines: ofCodes, max: 1000 }, laid);
        const different = [...new Set(without.flat())].sort((a, b) => a - b);
        expect(found).toEqual([
          different,
          different.map((key) => without.flat().filter((one) => one === key).length),
        ]);
      },
    ),
    { numRuns: 60 },
  );
});

it('the first lines are found in their order, with how many there are', () => {
  const make = fc.constantFrom('count', 'countDistinct', 'lowest', 'highest', null);
  // Of the four codes: several may have one rank, and some none.
  const ofCodes = fc.option(fc.array(fc.constantFrom(0, 1, 2, noRank), { minLength: 4, maxLength: 4 }));
  fc.assert(
    fc.property(
      fc.array(subject, { minLength: 1, maxLength: 30 }),
      make,
      ofCodes,
      fc.nat(20),
      (subjects, method, ranks, max) => {
        const laid = laidOut(subjects);
        const { column, rows } = laid;
        const figure: KeyedFigure[] = [];
        if (method !== null)
          figure.push({
            ...{ ...column(2, 100_000), rows, method: { make: method } },
            ranks: ranks && Uint32Array.from(ranks),
          });
        const lines: StackedLines = {
          cohort: { find: 'all' },
          groups: [{ rows, columns: [column(2, 5)] }],
          figures: figure,
          size: 2 ** 40,
        };
        const figureOf = ({ rows: held }: Subject): number => {
          const codes = held.map((row) => row.code).filter((one) => one > 0);
          const found = codes.map((one) => (ranks === null ? one - 1 : (ranks[one - 1] ?? noRank)));
          const ranked = found.filter((rank) => rank !== noRank);
          if (method === 'count') return ranked.length + 1;
          if (method === 'countDistinct') return new Set(ranked).size + 1;
          if (ranked.length === 0) return 0;
          return 1 + (method === 'lowest' ? Math.min(...ranked) : Math.max(...ranked));
        };
        const expected = subjects.flatMap((one) => {
          const codes = one.rows.length === 0 ? [0] : [...new Set(one.rows.map((row) => row.code))];
          return codes.map((held) => (method === null ? 0 : figureOf(one) * 100_000) + held * 5);
        });
        const [keys, count] = inTwoParts({ job: 'firstLines', lines, max }, laid);
        expect(keys).toEqual(expected.toSorted((a, b) => a - b).slice(0, max));
        expect(count).toEqual([expected.length]);
      },
    ),
    { numRuns: 60 },
  );
});

it('a page of lines of subjects is found by counting them in ranges of keys', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(code, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(1, 1000, 2 ** 38),
      fc.record({ offset: fc.nat(50), limit: fc.integer({ min: 1, max: 20 }) }),
      fc.constantFrom(0, 3, 4000),
      async (codes, stride, { offset, limit }, around) => {
        const laid = laidOut(codes.map((own) => ({ own, rows: [] })));
        const columns = [laid.column(1, stride)];
        const groups = [{ rows: null, columns }];
        const lines = { cohort: { find: 'all' }, groups, figures: [], size: 5 * stride } as const;
        const run = async (job: Job) => runInTwoParts(job, laid);
        const found = (await linesOnPage(lines, { offset, limit }, { run, around })) ?? [];
        const keys = codes.map((own) => own * stride);
        expect(found.map(({ key }) => key)).toEqual(
          keys.toSorted((a, b) => a - b).slice(offset, offset + limit),
        );
        expect(found.map(({ subject }) => keys[subject])).toEqual(found.map(({ key }) => key));
        expect(new Set(found.map(({ subject }) => subject)).size).toBe(found.length);
      },
    ),
    { numRuns: 60 },
  );
});

it('the first of many numbers are brought to the front', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(10_000), { minLength: 2, maxLength: 300 }),
      fc.nat(298),
      (given, wanted) => {
        const many = Math.min(wanted, given.length - 1);
        const numbers = Float64Array.from(given);
        const sorted = given.toSorted((a, b) => a - b);
        expect(placeFirst(numbers, many)).toBe(sorted[many]);
        expect([...numbers.subarray(0, many)].sort((a, b) => a - b)).toEqual(sorted.slice(0, many));
      },
    ),
  );
});
