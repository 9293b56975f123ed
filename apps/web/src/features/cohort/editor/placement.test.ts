import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { expect, it } from 'vitest';
import { aFilter, aSet } from '../../../testing/cohorts.ts';
import { chosenIn, placementChoices } from './placement.ts';

const aSurgery = (entryId: string, filters: readonly string[]): CriteriaSetView => {
  const { isRootCollection: _, ...set } = aSet({ entryId, collectionId: 'surgery' });
  return {
    ...set,
    criteriaSetName: `Surgery ${entryId}`,
    entries: filters.map((filter) => aFilter({ entryId: filter })),
  };
};

const surgery = { collectionId: 'surgery', collectionName: 'Surgery', isOfRoot: false };
const participant = { collectionId: 'participant', collectionName: 'Participant', isOfRoot: true };
it('there is nothing to choose for the root, nor while the collection has no set', () => {
  expect(placementChoices([aSet()], participant)).toBeUndefined();
  expect(placementChoices([aSet()], surgery)).toBeUndefined();
});

it('a filter goes to the first set that waits for one, else to the first, unless another is chosen', () => {
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

it('a set about a relative takes a filter where it waits for one, else it must be chosen (rule 3.12)', () => {
  const mother = (filters: readonly string[]) => ({ ...aSurgery('m', filters), about: 'mother' as const });
  expect(placementChoices([mother(['glenn'])], surgery)?.usual).toBe('new');
  expect(placementChoices([aSurgery('1', ['glenn']), mother([])], surgery)?.usual).toBe('m');
  const ofRoot = { ...mother([]), collectionId: 'participant', criteriaSetName: 'Mother' };
  expect(placementChoices([aSet(), ofRoot], participant)).toEqual({
    noun: 'participant',
    usual: 'm',
    choices: [
      { value: 'm', label: 'The one of “Mother”, still without filters' },
      { value: 'new', label: 'The participant' },
    ],
  });
});
