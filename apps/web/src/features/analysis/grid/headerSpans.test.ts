import { describe, expect, it } from 'vitest';
import { headerSpans, spansWithin } from './headerSpans.ts';

const short = (spans: ReturnType<typeof headerSpans>) =>
  spans.map((level) => level.map(({ label, start, length }) => `${label} ${start}+${length}`));

describe('the headers of an axis', () => {
  it.each([
    { name: 'one concept: a header each', axis: ['F', 'M'], levels: 1, spans: [['F 0+1', 'M 1+1']] },
    {
      name: 'equal outer neighbours span their inner values',
      axis: [
        ['F', 'alive'],
        ['F', 'dead'],
        ['M', 'alive'],
      ],
      levels: 2,
      spans: [
        ['F 0+2', 'M 2+1'],
        ['alive 0+1', 'dead 1+1', 'alive 2+1'],
      ],
    },
    {
      name: 'an inner span ends where the outer one does',
      axis: [
        ['F', 'alive', 1],
        ['M', 'alive', 1],
        ['M', 'alive', 2],
      ],
      levels: 3,
      spans: [
        ['F 0+1', 'M 1+2'],
        ['alive 0+1', 'alive 1+2'],
        ['1 0+1', '1 1+1', '2 2+1'],
      ],
    },
    {
      name: 'true and "true" are two values',
      axis: [
        [true, 'a'],
        ['true', 'a'],
      ],
      levels: 2,
      spans: [
        ['true 0+1', 'true 1+1'],
        ['a 0+1', 'a 1+1'],
      ],
    },
    { name: 'an empty axis has none', axis: [], levels: 2, spans: [[], []] },
  ])('$name', ({ axis, levels, spans }) => {
    expect(short(headerSpans(axis, levels))).toEqual(spans);
  });
});

describe('of a stretch of the axis', () => {
  const spans = [
    { label: 'a', start: 0, length: 4 },
    { label: 'b', start: 4, length: 1 },
    { label: 'c', start: 5, length: 5 },
  ];

  it.each([
    { from: 0, to: 10, shown: ['a 0+4', 'b 4+1', 'c 5+5'] },
    { from: 2, to: 6, shown: ['a 2+2', 'b 4+1', 'c 5+1'] },
    { from: 4, to: 5, shown: ['b 4+1'] },
    { from: 10, to: 10, shown: [] },
  ])('from $from to $to the cut spans are $shown', ({ from, to, shown }) => {
    const found = spansWithin(spans, { from, to });
    expect(found.map(({ label, shownFrom, shownLength }) => `${label} ${shownFrom}+${shownLength}`)).toEqual(
      shown,
    );
  });
});
