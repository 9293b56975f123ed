import { expect, it } from 'vitest';
import { toQuery } from '../../sql/query.ts';
import { set, terms } from '../../testing/definitions.ts';
import { planOf } from '../../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { oneSubject } from '../plan/oneSubject.ts';
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

const numbered = async (ids: readonly number[], isInteger: boolean): Promise<OpenRelease> =>
  await openRelease({
    collections: [
      {
        id: 'subject',
        concepts: [{ id: 'id', type: 'number', isInteger }],
        rows: ids.map((id) => ({ subjects: [String(id)], values: { id } })),
      },
    ],
  });

it.each<[string, readonly number[], boolean]>([
  ['whole numbers', [7, 12], true],
  ['numbers with fractions', [7, 12.5], false],
])('ids that are %s are named as they are written (rules 12.10 and 12.16)', async (_, ids, isInteger) => {
  const data = await numbered(ids, isInteger);
  const cohort = { plan: planOf(data, []), release: data.release };
  const texts = ids.map(String);
  const query = compileNamedSubjects(cohort, [...texts, '8']);
  if (query === null) throw new Error('The release has ids of subjects.');
  expect((await data.run(query)).map(({ id }) => id).toSorted()).toEqual(texts.toSorted());
  for (const id of [`00${texts[0]}`, `${texts[0]}.0`, ` ${texts[0]}`])
    expect(oneSubject(id, data.release.lookup)?.subject).toMatchObject({ min: 7, max: 7 });
  for (const id of ['7e', '', '12.50000000000000001', '9007199254740993'])
    expect(oneSubject(id, data.release.lookup)).toBeNull();
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
