import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { expect, it } from 'vitest';
import { aFilter, aSet } from '../../../testing/cohorts.ts';
import { setSentence } from './setSentence.ts';

const root = {
  collectionId: 'participant',
  name: 'participant',
  namePlural: 'participants',
  isRootCollection: true,
  hasEvent: false,
};
const surgery = {
  ...root,
  collectionId: 'surgery',
  name: 'surgery',
  namePlural: 'surgeries',
  isRootCollection: false,
};

function sentence(given: Partial<CriteriaSetView>): string | undefined {
  const { isRootCollection: _, ...sub } = aSet({ collectionId: 'surgery', entries: [aFilter()] });
  const parts = setSentence({ ...sub, ...given }, [root, surgery]);
  return parts && `${parts.before}${parts.noun}${parts.after}`;
}

const family = (familyCount: CriteriaSetView['familyCount']): Partial<CriteriaSetView> => ({
  about: 'any_member',
  familyCount,
});

it.each<[string, Partial<CriteriaSetView>]>([
  ['Participant has at least one surgery where', {}],
  ['Participant has at least one surgery', { entries: [] }],
  ['Participant has at least one surgery where', { entries: [], eventRuleLabel: 'any date' }],
  ['Participant has exactly 2 surgeries where', { countRule: { operator: 'exactly', value: 2 } }],
  ['Participant has at most one surgery where', { countRule: { operator: 'at most', value: 1 } }],
  ['Participant has no surgery where', { countRule: { operator: 'exactly', value: 0 } }],
  ['Participant has no surgery where', { countRule: { operator: 'at most', value: 0 } }],
  ['At least 2 of the family have at least one surgery where', family({ operator: 'at least', value: 2 })],
  ['Exactly one of the family has at least one surgery where', family({ operator: 'exactly', value: 1 })],
  ['None of the family have at least one surgery where', family({ operator: 'at most', value: 0 })],
  ['Participant has any number of surgeries where', { countRule: { operator: 'at least', value: 0 } }],
])('reads “%s”', (text, given) => {
  expect(sentence(given)).toBe(text);
});

it('the root keeps its own heading, and so does a collection that is gone', () => {
  expect(sentence({ isRootCollection: true })).toBeUndefined();
  expect(sentence({ collectionId: 'gone' })).toBeUndefined();
});
