import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDuckDbWarehouse } from '../openWarehouse.ts';
import type { ImportReport } from '../releases/importReport.ts';
import type { Warehouse } from '../releases/warehouse.ts';
import type { Row } from '../sql/row.ts';
import { sharedData } from '../testing/sharedData.ts';
import { inShort } from '../testing/tinyWarehouse.ts';

/** One import for all tests of a package. */
function imported(packagePath: string | null) {
  const state: { folder?: string; warehouse?: Warehouse; report?: ImportReport } = {};
  beforeAll(async () => {
    state.folder = await mkdtemp(join(tmpdir(), 'atrium-'));
    state.warehouse = await openDuckDbWarehouse({ folder: state.folder });
    state.report = await state.warehouse.releases.build({ packagePath: packagePath ?? '', release: 'r1' });
    await state.warehouse.questions.open('r1');
  });
  afterAll(async () => {
    await state.warehouse?.close();
    if (state.folder !== undefined) await rm(state.folder, { recursive: true });
  });
  return {
    report: (): ImportReport => {
      if (state.report === undefined) throw new Error('Nothing was imported.');
      return state.report;
    },
    one: async (text: string): Promise<Row | undefined> =>
      (await state.warehouse?.questions.run({ text, values: [] }))?.[0],
  };
}

const phenopackets = sharedData('phenopackets');
describe.skipIf(phenopackets === null)('the published phenopackets', { tags: 'long' }, () => {
  const { report, one } = imported(phenopackets);

  it('are loaded whole, and only former ids of two terms and ids newer than the ontology are a problem', () => {
    expect(report().collections.map(({ collection, read, loaded }) => [collection, read, loaded])).toEqual([
      ['subject', 10_580, 10_580],
      ['phenotype', 227_861, 227_861],
      ['variant', 11_678, 11_678],
      ['measurement', 332, 332],
    ]);
    expect(inShort(report().problems)).toEqual([
      expect.stringMatching(
        /^hpo\.\* contestedAlternative 3: \S+:\d+ HP:0030333 of HP:0025540, HP:0002843; /,
      ),
      expect.stringMatching(/^phenotype\.hpo_id unknownTerm 14: phenotypes\.csv\.gz:2746 HP:5210278; /),
    ]);
    expect(report()).toMatchObject({
      datasetId: 'phenopackets',
      subjects: 10_580,
      package: { version: '2025.12', created: '2026-01-08T00:00:00Z' },
      dictionary: { collections: 4, concepts: 50, categories: 6, ontologies: [{ id: 'hpo', terms: 19_408 }] },
    });
  });

  it('carry the ontology with all its edges and merged ids', async () => {
    expect(await one('SELECT count(*) AS n FROM r1._parent_1')).toEqual({ n: 23_765 });
    expect(
      await one(
        `SELECT count(*) FILTER (is_known) AS known, count(*) FILTER (NOT is_known) AS unknown FROM r1._term_1`,
      ),
    ).toEqual({ known: 19_408, unknown: 13 });
    expect(
      await one(`SELECT count(*) FILTER (ancestor = 'HP:0001626') AS cardiovascular,
        count(*) FILTER (ancestor = 'HP:0001627') AS heart, count(*) FILTER (ancestor = 'HP:0030680') AS vessels
        FROM r1._within_1`),
    ).toEqual({ cardiovascular: 1476, heart: 323, vessels: 802 });
    expect(await one(`SELECT code FROM r1._alternative_1 WHERE alternative = 'HP:0000057'`)).toEqual({
      code: 'HP:0008665',
    });
  });

  it('have the ages that their README gives in years and days', async () => {
    expect(
      await one(`SELECT count(*) AS n, count(age_last) AS ages FROM r1.subject AS s
        JOIN read_csv('${phenopackets}/subjects.csv', all_varchar = true) AS f USING (subject_id)
        WHERE s.age_last IS NOT DISTINCT FROM floor(365.25 * f.age_last_years::INT) + f.age_last_days::INT`),
    ).toMatchObject({ n: 10_580 });
  });
});

const gibleed = sharedData('omop_gibleed');
describe.skipIf(gibleed === null)('the synthetic persons of GiBleed', { tags: 'long' }, () => {
  const { report } = imported(gibleed);

  it('are loaded except periods of persons that are not in the package', () => {
    expect(
      report().collections.map(({ collection, read, loaded, skipped }) => [
        collection,
        read,
        loaded,
        skipped,
      ]),
    ).toEqual([
      ['person', 2694, 2694, 0],
      ['condition', 65_719, 65_719, 0],
      ['drug', 52_508, 52_508, 0],
      ['procedure', 37_409, 37_409, 0],
      ['visit', 1037, 1037, 0],
      ['observation_period', 5343, 2694, 2649],
      ['observation', 1477, 1477, 0],
    ]);
  });

  it('have three kinds of problem: code 0 for "no matching concept", unknown persons and repeated keys', () => {
    expect(
      report().problems.map(({ collection, field, kind, count }) => [collection, field, kind, count]),
    ).toEqual([
      ['condition', 'condition_concept_id', 'unknownTerm', 443],
      ['observation_period', 'person_id', 'unknownSubject', 2649],
      ['observation', 'observation_id', 'repeatedKey', 6],
    ]);
    expect(report().problems[0]?.examples.every(({ value }) => value === '0')).toBe(true);
  });
});
