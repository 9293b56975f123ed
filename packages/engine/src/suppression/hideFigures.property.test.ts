import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../testing/effort.ts';
import type { HiddenFigures } from './countTables.ts';
import { type CellCode, type CountTables, cellCoder, countIn } from './countTables.ts';
import { hideFigures } from './hideFigures.ts';
import { properSubsets } from './nesting.ts';

const threshold = 11;

/** Subjects by the value they have of each concept; `groupOf` gathers the first concept's values in a further concept. */
interface People {
  readonly domains: readonly number[];
  readonly subjects: readonly (readonly number[])[];
  readonly groupOf: readonly number[] | null;
}

const anyPeople: fc.Arbitrary<People> = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
  .chain((domains) =>
    fc.record({
      domains: fc.constant(domains),
      subjects: fc
        .tuple(
          fc.integer({ min: 0, max: 220 }),
          fc.integer({ min: 1, max: 4 }),
          fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        )
        .map(([size, skew, stream]) =>
          Array.from({ length: size }, () =>
            domains.map((values) => Math.floor(values * (stream.next().value ?? 0) ** skew)),
          ),
        ),
      groupOf: fc.option(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 5, maxLength: 5 })),
    }),
  );

interface Counted {
  readonly tables: CountTables;
  readonly requestedTables: readonly (readonly number[])[];
}

/** Every table over these people, the further concept standing last. */
function count({ domains, subjects, groupOf }: People, reversed = false): Counted {
  const all = groupOf === null ? domains : [...domains, 2];
  const coder = cellCoder(all);
  const indexes = [...all.keys()];
  const determines = all.map((_, index) => (groupOf !== null && index === 0 ? [domains.length] : []));
  const requestedTables = [...properSubsets(indexes), indexes].filter((table) =>
    table.every((index) => (determines[index] ?? []).every((other) => table.includes(other))),
  );
  const counts = new Map<CellCode, number>();
  for (const subject of subjects) {
    const values = groupOf === null ? subject : [...subject, groupOf[subject[0] ?? 0] ?? 0];
    for (const table of requestedTables) {
      const code = table.reduce((sum, index) => sum + coder.step(index, values[index] ?? 0), 0);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  const entries = reversed ? [...counts].reverse() : [...counts];
  return {
    tables: {
      domains: all,
      determines,
      overlapping: [],
      telling: new Set(),
      counts: new Map(entries),
      subjects: subjects.length,
    },
    requestedTables,
  };
}

const holds = (rule: (counted: Counted, figures: HiddenFigures, people: People) => void): void =>
  fc.assert(
    fc.property(anyPeople, (people) => {
      const counted = count(people);
      rule(counted, hideFigures(counted.tables, threshold), people);
    }),
    { numRuns: casesOr(200, { inGate: 30 }) },
  );

it('no figure from 1 to the threshold less one is shown', () => {
  holds(({ tables }, figures) => {
    for (const [code, many] of tables.counts) {
      if (many < threshold) expect(figures.isHidden(code), String(code)).toBe(true);
    }
  });
});

it('a row or column is named only where its own total is shown and reaches the threshold', () => {
  holds(({ tables }, figures) => {
    for (const [code, many] of tables.counts) {
      if (figures.isListed(code)) expect([figures.isHidden(code), many >= threshold]).toEqual([false, true]);
    }
  });
});

it('the hidden part of a shown figure is no one, or several cells that reach the threshold together', () => {
  holds((counted, figures) => {
    for (const table of counted.requestedTables) {
      for (const coarser of counted.requestedTables.filter((other) => isWithin(other, table))) {
        for (const { together, cells } of hiddenWithin(coarser, table, counted, figures)) {
          if (together === 0) continue;
          expect(together).toBeGreaterThanOrEqual(threshold);
          expect(cells).toBeGreaterThan(1);
        }
      }
    }
  });
});

/** Of each whole that is shown, without a shown row and a shown column where these meet in a shown cell. */
function restsOf({ tables }: Counted, { isHidden }: HiddenFigures): readonly number[] {
  const coder = cellCoder(tables.domains);
  return [...tables.counts.keys()].flatMap((code) => {
    const indexes = coder.indexes(code);
    const pairs = indexes.flatMap((row) =>
      indexes.filter((column) => row < column).map((column) => [row, column]),
    );
    return pairs.flatMap((pair) => {
      const around = [pair, pair.slice(0, 1), pair.slice(1), []].map((some) => code - coder.part(code, some));
      const [whole = 0, first = 0, second = 0, both = 0] = around.map((cell) => countIn(tables, cell));
      return around.some(isHidden) ? [] : [whole - first - second + both];
    });
  });
}

const isNoSmallNumber = (many: number): boolean => many <= 0 || many >= threshold;

it('a whole without one shown row and one shown column is no small number', () => {
  holds((counted, figures) => {
    if (counted.tables.determines.some((others) => others.length > 0)) return;
    expect(restsOf(counted, figures).every(isNoSmallNumber)).toBe(true);
  });
});

it('a few subjects who are left beside a shown row and a shown column are hidden, though every line has enough', () => {
  const many = [
    [15, 3, 30],
    [30, 0, 2],
    [4, 3, 2],
  ];
  const subjects = many.flatMap((row, y) =>
    row.flatMap((size, x) => Array.from({ length: size }, () => [y, x])),
  );
  const counted = count({ domains: [3, 3], subjects, groupOf: null });
  expect(
    restsOf(counted, hideFigures(counted.tables, threshold)).filter((rest) => !isNoSmallNumber(rest)),
  ).toEqual([]);
});

it('a hidden figure has hidden partner cells, so that no table without one of its concepts tells its value', () => {
  holds(({ tables, requestedTables }, figures) => {
    const coder = cellCoder(tables.domains);
    const determinedIndex = tables.determines[0]?.[0];
    for (const code of [...tables.counts.keys()].filter(figures.isHidden)) {
      const indexes = coder.indexes(code);
      const coarser = requestedTables.filter((table) => isWithin(table, indexes));
      if (figures.isHidden(0) || coarser.some((table) => figures.isHidden(coder.part(code, table)))) continue;
      const free = indexes.includes(0) ? indexes.filter((index) => index !== determinedIndex) : indexes;
      const cells = cellsWithin(
        coder.part(
          code,
          indexes.filter((index) => !free.includes(index)),
        ),
        indexes,
        tables.domains,
      );
      const partners = cells.filter((other) =>
        free.every((index) => coder.digit(other, index) !== coder.digit(code, index)),
      );
      const corners = (other: CellCode): readonly CellCode[] =>
        [[], ...properSubsets(free), free].map(
          (moved) => code - coder.part(code, moved) + coder.part(other, moved),
        );
      expect(
        partners.some((other) => corners(other).every(figures.isHidden)),
        String(code),
      ).toBe(true);
    }
  });
});

it('what is hidden is hidden in every finer table too', () => {
  holds(({ tables, requestedTables }, figures) => {
    const coder = cellCoder(tables.domains);
    for (const code of tables.counts.keys()) {
      const own = coder.indexes(code);
      const coarser = requestedTables
        .filter((table) => isWithin(table, own))
        .map((table) => coder.part(code, table));
      if (coarser.some(figures.isHidden)) expect(figures.isHidden(code)).toBe(true);
    }
  });
});

it('a figure is hidden or shown the same way whatever else is asked, and in whatever order it was counted', () => {
  holds(({ tables }, figures, people) => {
    const again = hideFigures(count(people, true).tables, threshold);
    for (const code of tables.counts.keys()) {
      expect([again.isHidden(code), again.isListed(code)]).toEqual([
        figures.isHidden(code),
        figures.isListed(code),
      ]);
    }
    const fewer = count({ ...people, domains: people.domains.slice(0, 1), groupOf: null });
    if (people.groupOf !== null || people.domains.length < 2) return;
    const alone = hideFigures(fewer.tables, threshold);
    for (const code of fewer.tables.counts.keys()) expect(alone.isHidden(code)).toBe(figures.isHidden(code));
  });
});

it('a threshold of 1 hides nothing', () => {
  fc.assert(
    fc.property(anyPeople, (people) => {
      const { tables } = count(people);
      const figures = hideFigures(tables, 1);
      expect([...tables.counts.keys()].filter(figures.isHidden)).toEqual([]);
    }),
  );
});

const isWithin = (few: readonly number[], many: readonly number[]): boolean =>
  few.length < many.length && few.every((index) => many.includes(index));

/** For each shown cell of the coarser table what is hidden in it: how many cells, of how many subjects together. */
function hiddenWithin(
  coarser: readonly number[],
  table: readonly number[],
  { tables }: Counted,
  figures: HiddenFigures,
): readonly { readonly together: number; readonly cells: number }[] {
  const coder = cellCoder(tables.domains);
  const occurring = [...tables.counts.keys()].filter((code) => coder.indexes(code).join() === table.join());
  const wholes = new Set(occurring.map((code) => coder.part(code, coarser)));
  return [...wholes]
    .filter((whole) => !figures.isHidden(whole))
    .map((whole) => {
      const hidden = cellsWithin(whole, table, tables.domains).filter(figures.isHidden);
      const together = hidden.reduce((sum, code) => sum + (tables.counts.get(code) ?? 0), 0);
      return { together, cells: hidden.length };
    });
}

/** Every cell of the table that lies in this one, whether or not it occurs. */
function cellsWithin(
  whole: CellCode,
  table: readonly number[],
  domains: readonly number[],
): readonly CellCode[] {
  const coder = cellCoder(domains);
  const free = table.filter((index) => coder.digit(whole, index) === 0);
  return free.reduce<readonly CellCode[]>(
    (codes, index) =>
      codes.flatMap((code) =>
        Array.from({ length: domains[index] ?? 0 }, (_, value) => code + coder.step(index, value)),
      ),
    [whole],
  );
}
