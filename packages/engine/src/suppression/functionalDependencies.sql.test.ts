import { beforeAll, expect, it } from 'vitest';
import { checkAnalysis } from '../analysis/checkAnalysis.ts';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { compileDependencies, mayDetermine, mayLieWithin } from './functionalDependencies.ts';

/** Each lies within one post code; two subjects have none. */
const tagsOf: Readonly<Record<string, readonly string[]>> = { a: ['lake', 'hill'], b: ['lake'] };

let open: OpenRelease;
beforeAll(async () => {
  const subject = (id: string, site: string | null, post: string | null, sex: string, score: number) => ({
    subjects: [id],
    values: { id, site, post, sex, score, country: 'CH', tags: tagsOf[id] ?? null },
  });
  open = await openRelease({
    collections: [
      {
        id: 'subject',
        concepts: [
          { id: 'id', type: 'category' },
          { id: 'site', type: 'category' },
          { id: 'post', type: 'category' },
          { id: 'sex', type: 'category' },
          { id: 'score', type: 'number' },
          { id: 'country', type: 'category' },
          { id: 'tags', type: 'category', isMultiple: true },
        ],
        rows: [
          subject('a', 'Zug', '6300', 'F', 12),
          subject('b', 'Zug', '6300', 'M', 17),
          subject('c', 'Bern', '3000', 'F', 3),
          subject('d', null, '3000', 'M', 25),
        ],
      },
    ],
  });
});

function axis(conceptId: string): AxisPlan {
  const entry = { entryId: conceptId, conceptId };
  const checked = checkAnalysis(
    { rows: [entry], cols: [] },
    { lookup: open.release.lookup, member: { level: 'agg' } },
  );
  const [concept] = checked.kind === 'sound' ? checked.rows : [];
  if (concept === undefined) throw new Error(conceptId);
  const bucketing =
    conceptId === 'score'
      ? ({ kind: 'classes', of: 'number', width: 10 } as const)
      : ({ kind: 'each' } as const);
  return { ...concept, bucketing };
}

const determinedBy = (conceptId: string): Promise<readonly string[]> => othersOf(conceptId, mayDetermine);

async function othersOf(
  conceptId: string,
  isOther: (concept: AxisPlan, other: AxisPlan) => boolean,
): Promise<readonly string[]> {
  const others = ['id', 'site', 'post', 'sex', 'score', 'country']
    .map(axis)
    .filter((other) => isOther(axis(conceptId), other));
  const [row] = await open.run(compileDependencies(axis(conceptId), others, open.release));
  return others
    .filter((_, index) => Number(row?.[`within${index}`]) === 1 && Number(row?.[`overall${index}`]) > 1)
    .map(({ concept }) => concept.id);
}

it.each([
  ['site', ['post', 'score']],
  ['post', []],
  ['sex', []],
  ['score', ['site', 'post']],
  ['id', ['site', 'post', 'sex', 'score']],
  ['country', []],
])(
  '%s determines %j: a missing value is a value, numbers are their classes, and a concept of one value is not determined',
  async (conceptId, determined) => {
    expect(await determinedBy(conceptId)).toEqual(determined);
  },
);

it('values of a concept with several lie within one value of another, whatever those without a value have', async () => {
  const lieWithin = (one: AxisPlan, other: AxisPlan): boolean => mayLieWithin(one, other, 'subject');
  expect(await othersOf('tags', lieWithin)).toEqual(['site', 'post', 'score']);
});
