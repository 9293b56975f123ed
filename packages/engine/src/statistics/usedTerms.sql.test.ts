import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { choice, set } from '../testing/definitions.ts';
import { planOf } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';
import { ask } from '../testing/testEngine.ts';
import { workedExample } from '../testing/workedExample.ts';

const open = await openRelease(workedExample);

async function usedTerms(cohort: CohortDefinition, most = 100): Promise<readonly unknown[]> {
  const concept = open.release.lookup.concept('code');
  if (concept === undefined) throw new Error('There is no such concept.');
  const rows = await ask(open, { kind: 'usedTerms', concept, plan: planOf(open, cohort), most });
  return rows.map(({ code, is_known, is_used, parent }) => [code, is_known, is_used, parent]);
}

it('the terms of the data come with all terms above them, a line for each parent, and unknown codes', async () => {
  expect(await usedTerms([])).toEqual([
    ['CHD', true, false, null],
    ['SEPTAL', true, false, 'CHD'],
    ['SHUNT', true, false, 'CHD'],
    ['CONO', true, false, 'CHD'],
    ['VSD', true, true, 'SEPTAL'],
    ['VSD', true, true, 'SHUNT'],
    ['ASD', true, true, 'SEPTAL'],
    ['TOF', true, true, 'CONO'],
    ['XX9', false, true, null],
  ]);
});

it('a cohort has the terms of its subjects, of every record of theirs', async () => {
  const severe = [set('diagnosis', [choice('severity', 'severe')])];
  const men = [set('subject', [choice('sex', 'M')])];
  expect((await usedTerms([...severe, ...men])).map((row) => String(row).split(',')[0])).toEqual([
    'CHD',
    'SEPTAL',
    'SHUNT',
    'VSD',
    'VSD',
  ]);
});

it('no more lines come than are wanted', async () => {
  expect(await usedTerms([], 3)).toHaveLength(3);
});
