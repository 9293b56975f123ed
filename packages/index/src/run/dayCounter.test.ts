import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayCounter, maxDays } from './tallyLines.ts';

it('near and far days of each kind are counted, and come in the order of their keys', () => {
  const day = fc.oneof(fc.nat(5), fc.integer({ min: 65_530, max: 65_540 }), fc.constant(maxDays - 1));
  const key = fc.record({ kind: fc.nat(2), day }).map(({ kind, day: at }) => kind * maxDays + at);
  fc.assert(
    fc.property(fc.array(fc.array(key)), fc.nat(20), (blocks, max) => {
      const { take, finish } = dayCounter(3);
      for (const keys of blocks) take(Float64Array.from([...keys, 7]), keys.length);
      const all = blocks.flat();
      const wanted = [...new Set(all)].toSorted((a, b) => a - b).slice(0, max);
      const { keys, counts } = finish(max) ?? { keys: [], counts: [] };
      expect(Array.from(keys)).toEqual(wanted);
      expect(Array.from(counts)).toEqual(wanted.map((one) => all.filter((other) => other === one).length));
    }),
    { numRuns: 200 },
  );
});
