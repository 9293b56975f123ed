import { type MetricTrait, metricGroupKey, metricGroupOf, metricTraits } from '@atrium/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allGroups, parts } from './figures.ts';
import { hideSmallFigures } from './hideSmallFigures.ts';

const threshold = 11;

type Person = ReadonlySet<MetricTrait>;

/** People with one part each and any other traits. */
const person: fc.Arbitrary<Person> = fc
  .tuple(fc.subarray(metricTraits.filter((trait) => !parts.includes(trait))), fc.constantFrom(...parts))
  .map(([traits, part]) => new Set([...traits, part]));

const countsOf = (people: readonly Person[]) =>
  new Map(
    allGroups.map((key) => [
      key,
      people.filter((one) => (metricGroupOf(key) ?? []).every((trait) => one.has(trait))).length,
    ]),
  );

const holds = (rule: (figures: ReadonlyMap<string, number>, hidden: ReadonlySet<string>) => void) =>
  fc.assert(
    fc.property(fc.array(person, { maxLength: 120 }), (people) => {
      const figures = countsOf([...people, ...people]);
      rule(figures, hideSmallFigures(figures, threshold));
    }),
    { numRuns: 40 },
  );

const isSmall = (count: number): boolean => count > 0 && count < threshold;

test('no small figure is shown, nor one that differs by few people from a group around it (rule 14.8)', () => {
  holds((figures, hidden) => {
    const shown = [...figures].filter(([key]) => !hidden.has(key));
    expect(shown.filter(([, count]) => isSmall(count))).toEqual([]);
    for (const [outer, whole] of shown)
      for (const [inner, part] of shown) {
        const [more, fewer] = [metricGroupOf(inner) ?? [], metricGroupOf(outer) ?? []];
        if (more.length > fewer.length && fewer.every((trait) => more.includes(trait)))
          expect(isSmall(whole - part), `${outer} less ${inner}`).toBe(false);
      }
  });
});

test('what is not shown of the parts of a population is no one, or several parts that reach the threshold', () => {
  holds((figures, hidden) => {
    for (const population of ['proband', 'proband+trio', 'proband+trio+genomes', 'proband+trio+exomes']) {
      if (hidden.has(population)) continue;
      const keys = parts.map((part) => metricGroupKey([...(metricGroupOf(population) ?? []), part]));
      const notShown = keys.filter((key) => hidden.has(key));
      const rest = notShown.reduce((sum, key) => sum + (figures.get(key) ?? 0), 0);
      const shown = keys.filter((key) => !hidden.has(key) && (figures.get(key) ?? 0) > 0);
      if (notShown.length === 0 || shown.length === 0) continue;
      expect(notShown.length).toBeGreaterThan(1);
      expect(rest).toBeGreaterThanOrEqual(threshold);
    }
  });
});

test('large figures that differ by many are shown, and so is 0', () => {
  const figures = new Map([
    ['all', 300],
    ['proband', 100],
    ['proband+trio', 60],
    ['proband+male', 50],
    ['genomes', 0],
  ]);
  expect([...hideSmallFigures(figures, threshold)]).toEqual([]);
  expect([...hideSmallFigures(new Map([...figures, ['proband+male', 95]]), threshold)]).toEqual([
    'proband+male',
  ]);
});
