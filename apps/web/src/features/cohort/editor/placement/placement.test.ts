import type { AddFilter, CohortEdited, CriteriaSetView } from '@atrium/contract';
import { expect, test } from 'vitest';
import { aFilter, anEdit, aSet } from '../../../../testing/cohorts.ts';
import { chosenIn, placementChoices } from './choices.ts';
import { asOneAnswer, placementOf, placing } from './placement.ts';

const aSurgery = (entryId: string, filters: readonly string[]): CriteriaSetView => {
  const { isRootCollection: _, ...set } = aSet({ entryId, collectionId: 'surgery' });
  return {
    ...set,
    criteriaSetName: `Surgery ${entryId}`,
    entries: filters.map((filter) => aFilter({ entryId: filter })),
  };
};

const surgery = { collectionId: 'surgery', collectionName: 'Surgery' };
const filter: AddFilter = { kind: 'add_entry', conceptId: 'procedure', selectedCategories: ['Fontan'] };
const added = anEdit({
  entryId: 'new',
  criteriaSets: [aSurgery('1', ['glenn', 'new']), aSurgery('2', ['echo'])],
});

/** Plays the edits against these answers and lists what was sent. */
function play(placement: Parameters<typeof placing>[1], answers: readonly CohortEdited[]) {
  const next = placing(filter, placement);
  const sent = [];
  const made: CohortEdited[] = [];
  for (let edit = next(made); edit !== undefined; edit = next(made)) {
    sent.push(edit);
    const answer = answers[made.length];
    if (answer === undefined) break;
    made.push(answer);
  }
  return sent;
}

test('there is nothing to choose for the root, nor while the collection has no set', () => {
  expect(
    placementChoices([aSet()], { collectionId: 'participant', collectionName: 'Participant' }),
  ).toBeUndefined();
  expect(placementChoices([aSet()], surgery)).toBeUndefined();
});

test('a filter goes to the first set that waits for one, else to the first, unless another is chosen', () => {
  const waiting = placementChoices([aSurgery('1', ['glenn']), aSurgery('2', [])], surgery);
  expect(waiting).toEqual({
    noun: 'surgery',
    usual: '2',
    choices: [
      { value: '1', label: 'The one of “Surgery 1”' },
      { value: '2', label: 'The one of “Surgery 2”, still without filters' },
      { value: 'new', label: 'Another surgery: a new criteria set' },
    ],
  });
  const full = placementChoices([aSurgery('1', ['glenn']), aSurgery('2', ['echo'])], surgery);
  expect(full && chosenIn(full, undefined)).toBe('1');
  expect(full && chosenIn(full, '2')).toBe('2');
  expect(full && chosenIn(full, 'gone')).toBe('1');
});

test('into the set where the server puts it, a filter is one edit; into another, it is moved there', () => {
  expect(play(placementOf('1', 'surgery'), [added])).toEqual([filter]);
  expect(play(placementOf('2', 'surgery'), [added, anEdit()])).toEqual([
    filter,
    { kind: 'sort_cd_entries', entryId: '2', childIds: ['echo', 'new'] },
  ]);
});

test('a new set is made only after the filter was accepted, and the filter is moved there', () => {
  const grown = anEdit({ criteriaSets: [...added.criteriaSets, aSurgery('3', [])] });
  expect(play(placementOf('new', 'surgery'), [added, grown, anEdit()])).toEqual([
    filter,
    { kind: 'add_criteria_set', collectionId: 'surgery' },
    { kind: 'sort_cd_entries', entryId: '3', childIds: ['new'] },
  ]);
});

test('the answers are one: the filter by its own id in the cohort of the last, or its refusal', () => {
  const moved = anEdit({ snapshotId: 9, entryId: 'other' });
  expect(asOneAnswer([added, moved])).toMatchObject({ entryId: 'new', snapshotId: 9 });
  const refused = anEdit({ transformationSuccessful: false, transformationErrors: ['No.'] });
  expect(asOneAnswer([refused])).toBe(refused);
});
