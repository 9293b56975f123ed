import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../testing/effort.ts';
import { type CellCode, type CountTables, cellCoder, countIn, type HiddenFigures } from './countTables.ts';
import { hideFigures } from './hideFigures.ts';
import { properSubsets } from './nesting.ts';

const threshold = 11;
/** The first two concepts may have several values, of which the last stands for none; the third has one. */
const domains = [4, 3, 3] as const;
const [topic, visit, site] = [0, 1, 2] as const;

/** For each concept the values of a subject. */
type Subject = readonly (readonly number[])[];

const severalOf = (values: number, weight: number): fc.Arbitrary<readonly number[]> =>
  fc
    .array(fc.integer({ min: 0, max: 99 }), { minLength: values - 1, maxLength: values - 1 })
    .map((draws) => draws.flatMap((draw, value) => (draw < weight ? [value] : [])))
    .map((some) => (some.length === 0 ? [values - 1] : some));

const anySubjects: fc.Arbitrary<readonly Subject[]> = fc
  .record({ often: fc.integer({ min: 3, max: 97 }), seldom: fc.integer({ min: 3, max: 97 }) })
  .chain(({ often, seldom }) =>
    fc.array(
      fc.tuple(
        severalOf(domains[topic], often),
        severalOf(domains[visit], seldom),
        fc.integer({ min: 0, max: domains[site] - 1 }).map((value) => [value]),
      ),
      { minLength: 40, maxLength: 200, size: 'max' },
    ),
  );

const coder = cellCoder(domains);
const requestedTables = [...properSubsets([topic, visit, site]), [topic, visit, site]];

const cellsOf = (subject: Subject, table: readonly number[]): readonly CellCode[] =>
  table.reduce<readonly CellCode[]>(
    (codes, index) =>
      codes.flatMap((code) => (subject[index] ?? []).map((value) => code + coder.step(index, value))),
    [0],
  );

function count(subjects: readonly Subject[]): CountTables {
  const counts = new Map<CellCode, number>();
  for (const subject of subjects)
    for (const table of requestedTables)
      for (const code of cellsOf(subject, table)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return {
    domains,
    determines: domains.map(() => []),
    overlapping: [topic, visit].map((index) => ({ index, missing: domains[index] - 1 })),
    telling: new Set(),
    counts,
    subjects: subjects.length,
  };
}

const holds = (rule: (tables: CountTables, figures: HiddenFigures) => void): void =>
  fc.assert(
    fc.property(anySubjects, (subjects) => {
      const tables = count(subjects);
      rule(tables, hideFigures(tables, threshold));
    }),
    { numRuns: casesOr(40, { inGate: 10 }) },
  );

const isSmall = (many: number): boolean => many > 0 && many < threshold;

it('a shown figure beside the shown figure around it tells no small number of those without the value', () => {
  holds((tables, { isHidden }) => {
    for (const [code, many] of tables.counts) {
      for (const index of coder.indexes(code)) {
        const whole = coder.part(
          code,
          coder.indexes(code).filter((other) => other !== index),
        );
        if (!isHidden(code) && !isHidden(whole)) expect(isSmall(countIn(tables, whole) - many)).toBe(false);
      }
    }
  });
});

it('shown figures of two values tell no small number of those without both', () => {
  holds((tables, { isHidden }) => {
    for (const code of tables.counts.keys()) {
      const indexes = coder.indexes(code);
      if (!indexes.includes(topic) || !indexes.includes(visit)) continue;
      const part = (...some: readonly number[]): CellCode =>
        coder.part(
          code,
          indexes.filter((index) => index === site || some.includes(index)),
        );
      const around = [part(), part(topic), part(visit), code];
      if (around.some(isHidden)) continue;
      const [whole = 0, first = 0, second = 0, both = 0] = around.map((cell) => countIn(tables, cell));
      expect(isSmall(whole - first - second + both)).toBe(false);
    }
  });
});

it('shown figures of all values of a concept tell no small number of those with several', () => {
  holds((tables, { isHidden }) => {
    for (const table of requestedTables.filter((some) => some.includes(topic))) {
      const others = table.filter((index) => index !== topic);
      const wholes = new Set(
        [...tables.counts.keys()].filter((code) => coder.indexes(code).join() === others.join()),
      );
      for (const whole of others.length === 0 ? [0] : wholes) {
        const values = Array.from({ length: domains[topic] }, (_, value) => whole + coder.step(topic, value));
        if ([whole, ...values].some(isHidden)) continue;
        const together = values.reduce((sum, code) => sum + countIn(tables, code), 0);
        expect(isSmall(together - countIn(tables, whole))).toBe(false);
      }
    }
  });
});

/** Of a cell without the topics: by how much their values overlap, and how many have some topic and not this one. */
const overlapsIn = (
  code: CellCode,
): readonly (readonly [plus: readonly CellCode[], minus: readonly CellCode[]])[] => {
  const [first = 0, second = 0, third = 0, none = 0] = Array.from(
    { length: domains[topic] },
    (_, value) => code + coder.step(topic, value),
  );
  const values = [first, second, third];
  return [[[...values, none], [code]], ...values.map((value) => [[code], [none, value]] as const)];
};

it('where overlaps of values are known of a cell and of a part of it, the rest of them is no small number', () => {
  holds((tables, { isHidden }) => {
    const known = (code: CellCode): readonly (number | null)[] =>
      overlapsIn(code).map(([plus, minus]) => {
        if ([...plus, ...minus].some(isHidden)) return null;
        const sum = (codes: readonly CellCode[]) =>
          codes.reduce((total, cell) => total + countIn(tables, cell), 0);
        return sum(plus) - sum(minus);
      });
    for (const code of tables.counts.keys()) {
      const indexes = coder.indexes(code);
      if (indexes.includes(topic)) continue;
      for (const index of indexes) {
        const around = known(code - coder.part(code, [index]));
        for (const [kind, own] of known(code).entries()) {
          const whole = around[kind] ?? null;
          if (own !== null && whole !== null)
            expect([isSmall(own), isSmall(whole - own)]).toEqual([false, false]);
        }
      }
    }
  });
});

it('a figure is hidden or shown the same way when fewer concepts are asked', () => {
  fc.assert(
    fc.property(anySubjects, (subjects) => {
      const tables = count(subjects);
      const all = hideFigures(tables, threshold);
      const fewer = count(subjects.map(([topics = [], , sites = []]) => [topics, [], sites]));
      const some = hideFigures(fewer, threshold);
      for (const code of fewer.counts.keys())
        expect(all.isHidden(code), String(code)).toBe(some.isHidden(code));
    }),
    { numRuns: casesOr(25, { inGate: 8 }) },
  );
});
