import { type CohortDefinition, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { aCohort, aFilter, aSubSet } from '../../../testing/cohorts.ts';
import { effectRows } from './effectRows.ts';

const glenn = aSubSet({ entryId: 'g', alias: 'Glenn', entries: [aFilter({ entryId: 'g1' })] });
const fontan = aSubSet({ entryId: 'f', alias: 'Fontan', entries: [] });
const definition: CohortDefinition = [
  { kind: 'criteria_set', entryId: 'g', collectionId: 'surgery', entries: [] },
  {
    kind: 'criteria_set',
    entryId: 'f',
    collectionId: 'surgery',
    entries: [],
    eventRule: {
      kind: 'relative_to_other_event',
      targetEntryId: 'g',
      referenceDate: 'start',
      rangeStartDaysFromTarget: 0,
      rangeStartTarget: 'start',
      rangeEndDaysFromTarget: 730,
      rangeEndTarget: 'start',
    },
  },
];
const figures = (...ids: readonly string[]) => ({
  snapshotId: 1,
  count: 10,
  everyone: 100,
  filters: ids.map((entryId, index) => ({ entryId, alone: 50, without: 20 + index })),
});

it('sets that count from one another are one part, which goes as a whole (rule 4.16)', () => {
  const rows = effectRows(aCohort({ definition, criteriaSets: [glenn, fontan] }), figures('g', 'g1', 'f'));
  expect(rows.map(({ entryId, name, isDeciding }) => [entryId, name, isDeciding])).toEqual([
    ['g1', 'Sex = "Female"', false],
    ['g', 'Glenn with Fontan', true],
  ]);
  expect(rows[1]?.drop).toEqual([
    { kind: 'delete_criteria_set', entryId: 'g' },
    { kind: 'delete_criteria_set', entryId: 'f' },
  ]);
});

it('alternatives go together, and the last entry of a set joins the one above it', () => {
  const group = {
    kind: 'or_group' as const,
    entryId: 'o',
    entries: [aFilter(), aFilter({ entryId: 'e2', conceptName: 'Age' })],
  };
  const set = aSubSet({ entries: [group, aFilter({ entryId: 'e3' })] });
  const [last, alternatives] = effectRows(aCohort({ criteriaSets: [set] }), figures('o', 'e3'));
  expect(alternatives?.drop.map((edit) => 'entryId' in edit && edit.entryId)).toEqual(['e1', 'e2']);
  expect(last?.join).toEqual({
    edit: { kind: 'change_to_boolean_or', entryId: 'e2' },
    other: 'Sex or Age',
  });
});

it('alternatives among criteria sets are one part (rule 4.16)', () => {
  const sets = [glenn, fontan].map((set) => ({ ...set, orGroupId: 'either' }));
  const stored = sets.map(({ entryId, orGroupId }) => ({
    kind: 'criteria_set' as const,
    entryId,
    collectionId: 'surgery',
    orGroupId,
    entries: [],
  }));
  const rows = effectRows(aCohort({ definition: stored, criteriaSets: sets }), figures('g', 'f'));
  expect(rows.map(({ entryId, name }) => [entryId, name])).toEqual([['g', 'Glenn or Fontan']]);
});

it('a criteria set can become an alternative of the one beside it (rule 4.19)', () => {
  const one = aSubSet({ entryId: 'one', about: oneOfFamily });
  const rows = effectRows(aCohort({ criteriaSets: [glenn, fontan, one] }), figures('g', 'f', 'one'));
  expect(rows.find(({ entryId }) => entryId === 'one')?.join).toBeUndefined();
  expect(rows.slice(-2).map(({ entryId, join }) => [entryId, join])).toEqual([
    ['f', { edit: { kind: 'change_to_boolean_or', entryId: 'g' }, other: 'Glenn' }],
    ['g', { edit: { kind: 'change_to_boolean_or', entryId: 'g' }, other: 'Fontan' }],
  ]);
});
