import { expect, it } from 'vitest';
import { anyDate, choice, exclude, near, range, set } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';

const open = await openRelease({
  eventTime: 'age',
  collections: [
    {
      id: 'person',
      concepts: [{ id: 'id', type: 'text' }],
      rows: ['A', 'B', 'C'].map((id) => ({ subjects: [id], values: { id } })),
    },
    {
      id: 'sample',
      sharedRows: true,
      event: { start: 'age' },
      concepts: [
        { id: 'age', type: 'age' },
        { id: 'tissue', type: 'category' },
      ],
      rows: [
        { subjects: ['A', 'B'], values: { age: 0, tissue: 'blood' } },
        { subjects: ['A'], values: { age: 400, tissue: 'skin' } },
      ],
    },
    {
      id: 'birth',
      event: { start: 'birth_age' },
      concepts: [{ id: 'birth_age', type: 'age' }],
      rows: [
        { subjects: ['A'], values: { birth_age: 0 } },
        { subjects: ['B'], values: { birth_age: 9999 } },
        { subjects: ['C'], values: { birth_age: 0 } },
      ],
    },
  ],
});

it('a row that several subjects share is a row of each', async () => {
  expect(await findSubjects(open, [set('sample', [choice('tissue', 'blood')])])).toBe('A B');
  expect(await findSubjects(open, [set('sample', [], { count: ['at least', 2] })])).toBe('A');
  expect(await findSubjects(open, [set('sample', [exclude(choice('tissue', 'skin'))])])).toBe('A B');
  expect(await findSubjects(open, [set('sample', [], { count: ['exactly', 0] })])).toBe('C');
});

it('a shared row pairs with events of the same subject only', async () => {
  const definition = [
    set('birth', [], { event: anyDate, count: ['at least', 1] }),
    set('sample', [], { event: near('birth', 0, 0) }),
  ];
  expect(await findSubjects(open, definition)).toBe('A');
  const alone = [set('sample', [], { event: near('birth', 0, 0) }), set('birth', [], { event: anyDate })];
  expect(await findSubjects(open, alone)).toBe('A');
  const other = [set('sample', [], { event: anyDate }), set('birth', [], { event: near('sample', 0, 0) })];
  expect(await findSubjects(open, other)).toBe('A');
});

it('a pair of shared rows is found for the subject that has both', async () => {
  const definition = [
    set('sample', [choice('tissue', 'blood')], { id: 'first', event: anyDate }),
    set('sample', [choice('tissue', 'skin')], { id: 'second', event: near('first', 1, 500) }),
  ];
  expect(await findSubjects(open, definition)).toBe('A');
});

it('ages as events are days of life, and zero is an age', async () => {
  const rule = { kind: 'age_in_days_range', ageMin: 0, ageMax: 0 } as const;
  expect(await findSubjects(open, [set('sample', [], { event: rule })])).toBe('A B');
  expect(await findSubjects(open, [set('sample', [range('age', 365, null)])])).toBe('A');
});
