import { expect, it } from 'vitest';
import { accessEndOf } from './accessEnd.ts';

it.each([
  ['2026-06-03', null],
  ['2026-06-02', { day: '2026-06-02', isOver: false }],
  ['2026-05-03', { day: '2026-05-03', isOver: false }],
  ['2026-05-02', { day: '2026-05-02', isOver: true }],
  [null, null],
  [undefined, null],
])('access until %s is worth a word on 2026-05-03: %j', (accessUntil, end) => {
  const dataset = accessUntil === undefined ? {} : { accessUntil };
  expect(accessEndOf(dataset, '2026-05-03')).toEqual(end);
});
