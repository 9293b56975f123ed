import { describe, expect, it } from 'vitest';
import type { Concept } from '../dictionary/dictionary.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import type { PlainRelease } from '../testing/plainRelease.ts';
import { withVisibility } from '../testing/reference/referenceVisibility.ts';
import { ask } from '../testing/testEngine.ts';
import { toVisibility } from '../visibility/visibility.ts';
import type { Population } from './population.ts';

const ids = Array.from({ length: 300 }, (_, index) => `S${index}`);

/** Samples of the first three subjects, and one that all subjects share. */
const plain: PlainRelease = {
  collections: [
    {
      id: 'subject',
      concepts: [{ id: 'id', type: 'text' }],
      rows: ids.map((id) => ({ subjects: [id], values: { id } })),
    },
    {
      id: 'sample',
      sharedRows: true,
      concepts: [
        { id: 'tissue', type: 'category' },
        { id: 'ages', type: 'age', isMultiple: true },
        { id: 'days', type: 'date', isMultiple: true, hasPhi: true, topCodedYear: 1936 },
      ],
      rows: [
        {
          subjects: ['S0', 'S1'],
          values: {
            tissue: 'blood',
            ages: [10, 33_000, 40_000],
            days: ['1900-01-01', '1936-05-05', '2000-01-01', '2000-12-31'],
          },
        },
        { subjects: ['S0'], values: { tissue: 'blood', ages: [40_000], days: ['2000-06-01'] } },
        { subjects: ['S1', 'S2'], values: { tissue: null, ages: [], days: [] } },
        { subjects: ids, values: { tissue: 'skin' } },
      ],
    },
    {
      id: 'visit',
      concepts: [{ id: 'ward', type: 'category' }],
      rows: ids.map((id, index) => ({ subjects: [id], values: { ward: index % 3 === 0 ? 'east' : 'west' } })),
    },
  ],
};

const population: Population = {
  plan: { subject: { kind: 'and', conditions: [] }, sets: [] },
  prefilter: null,
};

const open = await openRelease(plain);

const conceptOf = (id: string): Concept => {
  const found = open.release.lookup.concept(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

describe('values of a row that a member sees as one count once', () => {
  const coarse = () => withVisibility(open, { subjects: null, topCodesAges: true, showsYears: true });
  const summary = async (of: OpenRelease, id: string) =>
    (await ask(of, { kind: 'rangeSummary', concept: conceptOf(id), population }))[0];

  it('ages above the top-coded one are one age (rule 1.17)', async () => {
    const avg = expect.closeTo((10 + 2 * 32_872) / 3, 9);
    expect(await summary(coarse(), 'ages')).toEqual({ count: 3, subjects: 2, min: 10, max: 32_872, avg });
    expect(await summary(open, 'ages')).toMatchObject({ count: 4, subjects: 2, min: 10, max: 40_000 });
  });

  it('the days of a year, and all years up to the top-coded one, are one day (rule 1.21)', async () => {
    const bounds = { min: '1936-01-01', max: '2000-01-01', avg: null };
    expect(await summary(coarse(), 'days')).toEqual({ count: 3, subjects: 2, ...bounds });
    expect(await summary(open, 'days')).toMatchObject({ count: 5, min: '1900-01-01', max: '2000-12-31' });
    const bins = ['1936-01-01', '2000-01-01'].map((from) => ({ from, label: from }));
    const [row] = await ask(coarse(), { kind: 'histogram', concept: conceptOf('days'), bins, population });
    expect(row).toEqual({ b0: 1, b1: 2 });
  });
});

describe('a row that subjects share', () => {
  const values = async (of: OpenRelease, id: string) =>
    (await ask(of, { kind: 'choices', concept: conceptOf(id), population })).map((row) =>
      ['value', 'entries', 'subjects'].map((name) => row[name]).join(' '),
    );
  const missing = async (of: OpenRelease, id: string) =>
    (await ask(of, { kind: 'missing', concept: conceptOf(id), population }))[0];

  it('is one entry, however many they are, and each of them has it', async () => {
    expect(await values(open, 'tissue')).toEqual(['blood 2 2', 'skin 1 300']);
    expect(await missing(open, 'tissue')).toEqual({ entries: 1, subjects: 0 });
    expect(await missing(open, 'ages')).toEqual({ entries: 2, subjects: 298 });
    expect(await values(open, 'ward')).toEqual(['west 200 200', 'east 100 100']);
  });

  it('is an entry where one of them is seen, and only they have it', async () => {
    const closed = { kind: 'listed', subjects: [1, ...ids.slice(3).map((_, index) => index + 4)] } as const;
    const visibility = toVisibility({ ...open.release.visibility, closed });
    const two = { ...open, release: { ...open.release, visibility } };
    expect(await values(two, 'tissue')).toEqual(['blood 1 1', 'skin 1 2']);
    expect(await missing(two, 'tissue')).toEqual({ entries: 1, subjects: 0 });
    expect(await missing(two, 'ages')).toEqual({ entries: 2, subjects: 1 });
  });
});
