import { expect, it } from 'vitest';
import { toQuery } from '../../sql/query.ts';
import { set, terms } from '../../testing/definitions.ts';
import { planOf } from '../../testing/findSubjects.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { type CohortOnRelease, compileCohortChange } from './compileCohortChange.ts';
import { compileNamedSubjects } from './compileNamedSubjects.ts';
import { compileCodeList } from './compileRowCondition.ts';

const open = await openRelease(workedExample);

/** The subjects with a diagnosis at or below one of the terms. */
const withTerms = (codes: string[]): CohortOnRelease => ({
  plan: planOf(open, [set('diagnosis', [terms('code', codes)])]),
  release: open.release,
});

it('of the subjects that are named those are found that are in the cohort', async () => {
  const query = compileNamedSubjects(withTerms(['SEPTAL']), ['S1', 'S2', 'S4', 'nobody']);
  if (query === null) throw new Error('The release has ids of subjects.');
  expect((await open.run(query)).map(({ id }) => id).toSorted()).toEqual(['S1', 'S2']);
});

it('a change of a cohort counts who left and who came, by the ids of subjects (rule 12.10)', async () => {
  const change = async (before: string[], now: string[]) => {
    const query = compileCohortChange(withTerms(before), withTerms(now));
    if (query === null) throw new Error('The releases have ids of subjects.');
    return (await open.run(query))[0];
  };
  expect(await change(['SHUNT'], ['ASD', 'CONO'])).toEqual({ removed: 1, added: 1 });
  expect(await change(['VSD'], ['SEPTAL'])).toEqual({ removed: 0, added: 0 });
});

it('a code list holds the chosen terms and all below them in the order of the ontology, merged codes too', async () => {
  const concept = open.release.lookup.concept('code');
  if (concept === undefined) throw new Error('no code');
  const listed = async (codes: string[], most: number) =>
    (await open.run(toQuery(compileCodeList({ concept, codes, most }, open.release)))).map(
      ({ code }) => code,
    );
  expect(await listed(['SEPTAL', 'TOF'], 9)).toEqual(['SEPTAL', 'VSD', 'ASD', 'TOF']);
  expect(await listed(['SEPTAL', 'TOF'], 2)).toEqual(['SEPTAL', 'VSD']);
  expect(await listed(['ASD_OLD'], 9)).toEqual(['ASD']);
});
