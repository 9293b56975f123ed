import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { expect, it } from 'vitest';
import { aChoice, aCohort, aFilter, aSet } from '../../testing/cohorts.ts';
import { describeChange } from './describeChange.ts';

const names: Readonly<Record<string, string>> = { a: 'Sex', b: 'Race', c: 'Age' };
const filter = (entryId: string, value = 'x') => aChoice({ entryId, categories: [value] });
const group = (entryId: string, ...ids: string[]) => ({
  kind: 'or_group' as const,
  entryId,
  entries: ids.map((id) => filter(id)),
});
const set = (
  entryId: string,
  entries: CriteriaSet['entries'],
  given: Partial<CriteriaSet> = {},
): CriteriaSet => ({
  kind: 'criteria_set',
  entryId,
  collectionId: 'surgery',
  entries,
  ...given,
});

function view(definition: CohortDefinition): CohortView {
  return aCohort({
    definition,
    criteriaSets: definition.map((one, index) =>
      aSet({
        entryId: one.entryId,
        alias: one.alias ?? '',
        criteriaSetName: one.alias ?? `Surgery ${index + 1}`,
        entries: one.entries.flatMap((entry) =>
          (entry.kind === 'or_group' ? entry.entries : [entry]).map(({ entryId }) =>
            aFilter({ entryId, conceptName: names[entryId] ?? '?' }),
          ),
        ),
      }),
    ),
  });
}

const [a, b, c] = [filter('a'), filter('b'), filter('c')];
const relative = { kind: 'no_restriction' } as const;

it.each<[string, CohortDefinition, CohortDefinition]>([
  ['add filter Sex', [], [set('s', [a])]],
  ['add filter Race', [set('s', [a])], [set('s', [a, b])]],
  ['remove filter Sex', [set('s', [a, b])], [set('s', [b])]],
  ['remove 2 filters', [set('s', [a, b, c])], [set('s', [c])]],
  ['change filter Sex', [set('s', [a])], [set('s', [filter('a', 'y')])]],
  ['move filter Sex to Surgery 2', [set('s', [a]), set('t', [])], [set('s', []), set('t', [a])]],
  ['clear all filters', [set('s', [a, b])], []],
  ['add criteria set Surgery 2', [set('s', [a])], [set('s', [a]), set('t', [])]],
  ['delete criteria set Surgery 2', [set('s', [a]), set('t', [b])], [set('s', [a])]],
  ['delete criteria set Surgery 1', [set('s', [])], []],
  [
    'combine criteria sets with “or”',
    [set('s', [a]), set('t', [])],
    [set('s', [a], { orGroupId: 'g' }), set('t', [], { orGroupId: 'g' })],
  ],
  [
    'separate criteria sets with “and”',
    [set('s', [a], { orGroupId: 'g' }), set('t', [], { orGroupId: 'g' })],
    [set('s', [a]), set('t', [])],
  ],
  ['rename criteria set Early', [set('s', [a])], [set('s', [a], { alias: 'Early' })]],
  [
    'change the count of Surgery 1',
    [set('s', [])],
    [set('s', [], { countRule: { operator: 'exactly', value: 0 } })],
  ],
  ['add the date rule of Surgery 1', [set('s', [])], [set('s', [], { eventRule: relative })]],
  ['remove the date rule of Surgery 1', [set('s', [], { eventRule: relative })], [set('s', [])]],
  ['combine filters with “or”', [set('s', [a, b])], [set('s', [group('g', 'a', 'b')])]],
  [
    'combine filters with “or”',
    [set('s', [group('g', 'a', 'b'), c])],
    [set('s', [group('g', 'a', 'b', 'c')])],
  ],
  ['separate filters with “and”', [set('s', [group('g', 'a', 'b')])], [set('s', [a, b])]],
  ['group filters anew', [set('s', [group('g', 'a', 'b'), c])], [set('s', [a, group('h', 'b', 'c')])]],
  ['reorder filters', [set('s', [a, b])], [set('s', [b, a])]],
  ['the last change', [set('s', [a])], [set('t', [b])]],
])('says “%s”', (words, before, after) => {
  expect(describeChange(view(before), view(after))).toBe(words);
});
