import type { RawBuilder } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Concept } from '../dictionary/dictionary.ts';
import { toQuery } from '../sql/query.ts';
import { set, terms } from '../testing/definitions.ts';
import { planOf } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { ask } from '../testing/testEngine.ts';
import { workedExample } from '../testing/workedExample.ts';
import { planBins } from './bins.ts';
import type { OntologyPosition, SynonymsOf } from './ontologyStatistics.ts';
import type { Population } from './population.ts';
import { compileSearchableValues, compileTextHits } from './searchableValues.ts';

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(workedExample);
});

const everyone: Population = {
  plan: { subject: { kind: 'and', conditions: [] }, sets: [] },
  prefilter: null,
};
const concept = (id: string): Concept => {
  const found = open.release.lookup.concept(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
const run = (fragment: RawBuilder<unknown>) => open.run(toQuery(fragment));
const values = async (id: string, population = everyone) =>
  (await ask(open, { kind: 'choices', concept: concept(id), population })).map((row) => [
    row['value'],
    row['entries'],
    row['subjects'],
  ]);
const missing = async (id: string, population = everyone) => {
  const [row] = await ask(open, { kind: 'missing', concept: concept(id), population });
  return [row?.['entries'], row?.['subjects']];
};

it('severity: 3 entries of 3 subjects are severe, 2 of 2 mild, most entries first', async () => {
  expect(await values('severity')).toEqual([
    ['severe', 3, 3],
    ['mild', 2, 2],
  ]);
});

it('missing counts records without a value, and subjects without any value, also those with no record', async () => {
  expect(await missing('severity')).toEqual([2, 2]);
  expect(await missing('race')).toEqual([1, 1]);
});

it('ties are broken by value', async () => {
  expect(await values('race')).toEqual([
    ['White', 3, 3],
    ['Asian', 2, 2],
    ['Black', 2, 2],
  ]);
  expect(await values('enrolled')).toEqual([
    ['False', 2, 2],
    ['True', 2, 2],
  ]);
});

it('in a cohort only records of matching sets are counted', async () => {
  const population = { ...everyone, plan: planOf(open, [set('diagnosis', [terms('code', ['VSD'])])]) };
  expect(await values('severity', population)).toEqual([
    ['mild', 1, 1],
    ['severe', 1, 1],
  ]);
  expect(await missing('severity', population)).toEqual([1, 0]);
});

it('a prefilter describes only the rows of its value', async () => {
  const population = { ...everyone, prefilter: { concept: concept('test'), value: 'HGB' } };
  const [row] = await ask(open, { kind: 'rangeSummary', concept: concept('value'), population });
  expect(row).toEqual({ count: 2, subjects: 2, min: 12, max: 15, avg: 13.5 });
});

it('every value lies in exactly one bin', async () => {
  const weight = concept('weight');
  const bins = planBins(weight, { count: 4, min: 0, max: 20 });
  const [row] = await ask(open, { kind: 'histogram', concept: weight, bins, population: everyone });
  expect(bins.map((bin, index) => [bin.label, row?.[`b${index}`]])).toEqual([
    ['[0 – 10)', 1],
    ['[10 – 20)', 2],
    ['[20 – 30]', 1],
  ]);
});

async function terms7(position: OntologyPosition, existing = true, part = { offset: 0, limit: 100 }) {
  const terms = { kind: 'ontologyTerms', concept: concept('code'), population: everyone } as const;
  const rows = await ask(open, { ...terms, at: position, existing, ...part });
  return rows.map((row) =>
    [row['role'], row['code'], row['entries'], row['subjects'], row['has_descendants']].join(' '),
  );
}

it('ontology counts include descendants, each record once in spite of several parents', async () => {
  expect(await terms7({ kind: 'roots' })).toEqual(['result CHD 5 3 true']);
  expect(await terms7({ kind: 'term', code: 'CHD' })).toEqual([
    'term CHD 5 3 true',
    'result CONO 1 1 true',
    'result SEPTAL 4 2 true',
    'result SHUNT 3 2 true',
  ]);
  expect(await terms7({ kind: 'term', code: 'VSD' })).toEqual([
    'parent SEPTAL 4 2 true',
    'parent SHUNT 3 2 true',
    'term VSD 3 2 false',
  ]);
});

it('a search meets labels, codes and synonyms in any case', async () => {
  expect(await terms7({ kind: 'search', search: 'HOLE' })).toEqual(['result VSD 3 2 false']);
  expect(await terms7({ kind: 'search', search: 'atrial' })).toEqual(['result ASD 1 1 false']);
  expect(await terms7({ kind: 'search', search: 'tof' })).toEqual(['result TOF 1 1 false']);
});

it('results come in parts by label, each with the term and the number of all results (rule 4.10)', async () => {
  const part = (offset: number) => terms7({ kind: 'term', code: 'CHD' }, true, { offset, limit: 2 });
  const [term, ...all] = await terms7({ kind: 'term', code: 'CHD' });
  expect(await part(0)).toEqual([term, ...all.slice(0, 2)]);
  expect(await part(2)).toEqual([term, ...all.slice(2)]);
  expect(await part(4)).toEqual([term]);
  const rows = await ask(open, {
    ...{ kind: 'ontologyTerms', concept: concept('code'), population: everyone },
    ...{ at: { kind: 'term', code: 'CHD' }, existing: true, offset: 2, limit: 2 },
  });
  expect(rows.map(({ total }) => total)).toEqual([1, 3]);
});

it('synonyms are those of the term that is shown, or those that a search finds in any case', async () => {
  const synonyms = (of: SynonymsOf) => ask(open, { kind: 'ontologySynonyms', concept: concept('code'), of });
  const hole = [{ code: 'VSD', synonym: 'Hole in the heart' }];
  expect(await synonyms({ kind: 'term', code: 'VSD' })).toEqual(hole);
  expect(await synonyms({ kind: 'search', search: 'HOLE', codes: ['VSD', 'ASD'] })).toEqual(hole);
  expect(await synonyms({ kind: 'search', search: 'HOLE', codes: ['ASD'] })).toEqual([]);
  expect(await synonyms({ kind: 'term', code: 'ASD' })).toEqual([]);
});

it('unknown codes are not counted as missing', async () => {
  const [row] = await ask(open, {
    ...{ kind: 'ontologyTotals', concept: concept('code'), population: everyone },
  });
  expect(row).toEqual({ labels: 4, entries: 1, subjects: 1 });
  expect(await missing('code')).toEqual([1, 2]);
});

it('text search is a part of the value in any case, paged in order', async () => {
  const page = (search: string, offset: number) =>
    ask(open, {
      ...{ kind: 'textValues', concept: concept('subject_id'), population: everyone },
      search: { search, offset, limit: 2 },
    });
  expect(await page('s', 2)).toEqual([
    { value: 'S3', total: 6 },
    { value: 'S4', total: 6 },
  ]);
  expect(await page('/^S[12]$/', 0)).toHaveLength(2);
  expect(await page('%', 0)).toEqual([]);
});

it('values of a text are counted by records and by subjects, and those that nobody has are left out', async () => {
  const texts = { concept: concept('diagnosis_id'), population: everyone };
  expect(await ask(open, { kind: 'textCounts', ...texts, values: ['d3', 'nothing'] })).toEqual([
    { value: 'd3', entries: 1, subjects: 1 },
  ]);
});

it('texts are searched for words in any case, and labels of terms are listed like texts', async () => {
  const [row] = await run(compileTextHits([concept('subject_id')], ['s3', 'S', '%'], open.release));
  expect(row).toEqual({ concept: 'subject_id', hit0: 'S3', hit1: 'S1', hit2: null });
  const found = { search: 'septal', offset: 0, limit: 1 };
  const labels = { concept: concept('code'), population: everyone };
  expect(await ask(open, { kind: 'textValues', ...labels, search: found })).toEqual([
    { value: 'Atrial septal defect', total: 2 },
  ]);
});

it('a search meets labels and codes of the terms in the data and of those above them, and values of categories', async () => {
  const found = async (id: string) =>
    (await run(compileSearchableValues(concept(id), open.release))).map((row) => row['value']);
  const terms = await found('code');
  expect(terms.slice(0, 3)).toEqual([
    'Atrial septal defect',
    'Congenital heart disease',
    'Conotruncal defect',
  ]);
  expect(terms.slice(-3)).toEqual(['TOF', 'VSD', 'XX9']);
  expect(await found('race')).toEqual(['Asian', 'Black', 'White']);
});
