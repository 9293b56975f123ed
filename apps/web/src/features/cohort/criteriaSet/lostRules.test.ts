import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { lostRules } from './lostRules.ts';

const set = (entryId: string, targetEntryId?: string): CriteriaSet => ({
  kind: 'criteria_set',
  entryId,
  collectionId: 'surgery',
  entries: [],
  eventRule:
    targetEntryId === undefined
      ? { kind: 'no_restriction' }
      : {
          kind: 'relative_to_other_event',
          targetEntryId,
          referenceDate: 'start',
          rangeStartDaysFromTarget: 0,
          rangeStartTarget: 'start',
          rangeEndDaysFromTarget: 9,
          rangeEndTarget: 'start',
        },
});

it.each([
  ['nothing where no rule names the set', [set('a'), set('b')], 'a', []],
  ['the rules that name it', [set('b', 'a'), set('a'), set('c', 'a')], 'a', ['b', 'c']],
  ['a whole chain', [set('a'), set('b', 'a'), set('c', 'b'), set('d')], 'a', ['b', 'c']],
  ['the rest of a ring', [set('a', 'c'), set('b', 'a'), set('c', 'b')], 'a', ['b', 'c']],
])('takes along %s', (_, definition, deleted, lost) => {
  expect(lostRules(definition, deleted)).toEqual(lost);
});
