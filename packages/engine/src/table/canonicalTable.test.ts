import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import { planCohort } from '../cohort/plan/planCohort.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { choice, day } from '../testing/definitions.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { canonicalTable } from './canonicalTable.ts';
import { checkTable } from './check/checkTable.ts';

const [release] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
if (release === undefined) throw new Error('There is no random release.');
const context = { lookup: createLookup(dictionaryOf(release)), member: { level: 'phi' } } as const;

const points = (entryId: string, value: string): CohortDefinition[number] => ({
  kind: 'criteria_set',
  entryId,
  collectionId: 'point',
  entries: [choice('p_cat', value)],
});
const cohort = [points('first', 'a'), points('second', 'b')];

function canonical(fields: readonly TableField[], sort: TableDefinition['sort'] = []): string {
  const checked = checkCohort(cohort, context);
  if (checked.kind === 'broken') throw new Error('The cohort is sound.');
  const plan = planCohort(checked, { today: day(dayAt(25)) });
  return canonicalTable(checkTable({ tableType: 'subject', fields: [...fields], sort }, context), plan);
}

const stacked = (conceptId: string, given: Partial<TableField> = {}): TableField => ({
  entryId: conceptId,
  conceptId,
  aggregate: false,
  aggregationMethod: null,
  ...given,
});
const counted = (given: Partial<TableField> = {}): TableField =>
  stacked('p_num', { aggregate: true, aggregationMethod: 'count_all', ...given });

it('entry ids and own names of columns are no part of the canonical text (rule 3.24)', () => {
  const one = canonical([stacked('r_cat'), counted()], [{ entryId: 'r_cat', direction: 1 }]);
  const other = canonical(
    [stacked('r_cat', { entryId: 'x', alias: 'Mine' }), counted({ entryId: 'y' })],
    [{ entryId: 'x', direction: 1 }],
  );
  expect(other).toBe(one);
});

it('columns that cannot be used are no part of it', () => {
  expect(canonical([stacked('r_cat'), stacked('gone')])).toBe(canonical([stacked('r_cat')]));
});

it('columns, their order, methods, criteria sets and sort keys are part of it', () => {
  const texts = [
    canonical([stacked('r_cat')]),
    canonical([stacked('r_bool')]),
    canonical([stacked('r_cat'), stacked('r_bool')]),
    canonical([stacked('r_bool'), stacked('r_cat')]),
    canonical([stacked('r_cat'), stacked('r_bool')], [{ entryId: 'r_bool', direction: 1 }]),
    canonical([stacked('r_cat'), stacked('r_bool')], [{ entryId: 'r_bool', direction: -1 }]),
    canonical([stacked('r_cat'), counted()]),
    canonical([stacked('r_cat'), counted({ aggregationMethod: 'count_distinct' })]),
    canonical([stacked('r_cat'), counted({ aggregationCriteriaSet: 'first' })]),
    canonical([stacked('r_cat'), counted({ aggregationCriteriaSet: 'second' })]),
    canonical([stacked('r_cat'), counted({ aggregationCriteriaSet: 'all_records' })]),
    canonical([stacked('p_num')]),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});

it('a column of a criteria set that is gone is one without a criteria set (rule 5.9)', () => {
  expect(canonical([counted({ aggregationCriteriaSet: 'gone' })])).toBe(canonical([counted()]));
});
