import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { anyDate, near, set } from '../../testing/definitions.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { criteriaSetOptions } from './criteriaSetOptions.ts';

const lookup = createLookup(dictionaryOf(workedExample));
const optionsOf = (edited: CriteriaSet, ...others: CriteriaSet[]) =>
  criteriaSetOptions({ set: edited, definition: [edited, ...others] }, lookup);

it('a new set counts at least 1 and has no name of its own', () => {
  expect(optionsOf(set('lab'))).toEqual([
    {
      transformation: 'add_criteria_set_count_rule',
      label: 'Count',
      allowed: true,
      operator: 'at least',
      value: 1,
    },
    { transformation: 'set_criteria_set_alias', label: 'Name', allowed: true, alias: '' },
  ]);
});

it('the count rule and the name of the set are shown', () => {
  const [count, alias] = optionsOf(set('lab', [], { count: ['exactly', 0], alias: 'No labs' }));
  expect(count).toMatchObject({ operator: 'exactly', value: 0 });
  expect(alias.alias).toBe('No labs');
});

it('neither side of a rule relative to another event may count', () => {
  const target = set('diagnosis', [], { event: anyDate });
  const relative = set('lab', [], { event: near('diagnosis', 0, 7) });
  for (const [count] of [optionsOf(relative, target), optionsOf(target, relative)]) {
    expect(count).toMatchObject({ allowed: false, disallowedReason: expect.stringMatching(/^Not possible/) });
    expect(count).not.toHaveProperty('value');
  }
});

it('the root set does not count', () => {
  expect(optionsOf(set('subject'))[0].allowed).toBe(false);
});
