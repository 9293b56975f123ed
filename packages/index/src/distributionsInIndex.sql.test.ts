import { expect, it } from 'vitest';
import { planOf } from '../../engine/src/testing/findSubjects.ts';
import { openRelease } from '../../engine/src/testing/openRelease.ts';
import type { PlainRelease } from '../../engine/src/testing/plainRelease.ts';
import { openedIndex } from './testing/openedIndex.ts';

/** Visits of two subjects, of which one was not weighed. */
const visits: PlainRelease = {
  collections: [
    {
      id: 'person',
      concepts: [{ id: 'person_id', type: 'text' }],
      rows: ['P1', 'P2'].map((id) => ({ subjects: [id], values: { person_id: id } })),
    },
    {
      id: 'visit',
      concepts: [{ id: 'weight', type: 'number' }],
      rows: [1, 9, null].map((weight) => ({ subjects: [weight === 9 ? 'P2' : 'P1'], values: { weight } })),
    },
  ],
};

it('a bar without values has no subjects, also where records without a value have some', async () => {
  const open = await openRelease(visits);
  const concept = open.release.lookup.concept('weight');
  if (concept === undefined) throw new Error('There is one.');
  const bins = [0, 4, 8].map((from) => ({ from, label: String(from) }));
  const plan = planOf(open, []);
  const { ask } = await openedIndex(open);
  expect(await ask({ kind: 'distributions', plan, concepts: [{ concept, bins }] })).toEqual([
    { concept: 0, bar: '0', subjects: 1 },
    { concept: 0, bar: '2', subjects: 1 },
  ]);
});
