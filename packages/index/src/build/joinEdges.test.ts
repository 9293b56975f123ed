import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codesIn } from '../kernel/codesIn.ts';
import { createIndexWriter } from '../layout/indexWriter.ts';
import { joinEdges } from './joinEdges.ts';

type Days = readonly (number | null)[];

/** Days as codes of their different values. */
function edgeOf(days: Days) {
  const points = Int32Array.from(new Set(days.filter((day) => day !== null))).sort();
  const codes = Uint16Array.from(days, (day) => (day === null ? 0 : points.indexOf(day) + 1));
  return { codes, points };
}

/** The days of both edges as an index of one subject tells them, and how it holds the ends. */
function written(starts: Days, ends: Days) {
  const { start, end } = joinEdges({ start: edgeOf(starts), end: edgeOf(ends) });
  const writer = createIndexWriter(1);
  const offsets = Uint32Array.of(0, starts.length);
  writer.addCollection({ id: 'event', offsets, start, end, shared: null });
  const index = writer.finish((bytes) => new ArrayBuffer(bytes), 0);
  const event = index.collections.get('event');
  const daysOf = (edge: 'start' | 'end'): Days => {
    const held = event?.[edge];
    if (!held) throw new Error('There is such an edge.');
    const codeAt = codesIn(index.memory, held.codes);
    const points = new Int32Array(index.memory, held.points.at, held.points.count);
    return starts.map((_, position) => points[codeAt(position) - 1] ?? null);
  };
  return { starts: daysOf('start'), ends: daysOf('end'), width: event?.end?.codes.width };
}

const day = fc.option(fc.integer({ min: -40, max: 4000 }), { freq: 9 });
const length = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: -30, max: 3000 }) },
);

it('starts and ends are those of the rows, however far apart', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(day, length), { minLength: 1, maxLength: 300, size: 'max' }), (rows) => {
      const starts = rows.map(([start]) => start);
      const ends = rows.map(([start, span]) => (span === null ? null : (start ?? 7) + span));
      expect(written(starts, ends)).toMatchObject({ starts, ends });
    }),
  );
});

it('ends that lie close behind their starts are lengths, also where a few do not', () => {
  const starts = Array.from({ length: 500 }, (_, index) => index * 3);
  const ends = starts.map((start, index) => (index % 200 === 50 ? start - 900 : start + (index % 5)));
  expect(written(starts, ends)).toEqual({ starts, ends, width: 0 });
});
