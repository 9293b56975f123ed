import { compileCount, compileOntologyTerms, toQuery } from '@atrium/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countByHand,
  type HandCounts,
  phenopacketsAreHere,
  phenopacketsFolder,
} from '../../../corpus/countPhenopackets.ts';
import { importAndOpen, type OpenedRelease, planOf } from './testing/askRelease.ts';
import { type TestWarehouse, testEngines } from './testing/warehouses.ts';

if (!phenopacketsAreHere) process.stderr.write('!!! SKIPPED: ../shared/data/phenopackets is not here.\n');

const female = {
  entry_type: 'criteria_set',
  entry_id: 'set1',
  collection_id: 'subject',
  list: [
    {
      entry_id: 'entry1',
      concept_id: 'sex',
      prefilter_value: null,
      exclude_selected: false,
      categories: ['FEMALE'],
    },
  ],
};
const observedHeart = {
  entry_type: 'criteria_set',
  entry_id: 'set2',
  collection_id: 'phenotype',
  list: [
    {
      entry_id: 'entry2',
      concept_id: 'phenotype',
      prefilter_value: null,
      exclude_selected: false,
      include_null_and_missing: false,
      include_ontology_unknown: false,
      terms: [{ code: 'HP:0001627', label: 'Abnormal heart morphology' }],
    },
    {
      entry_id: 'entry3',
      concept_id: 'phenotype_excluded',
      prefilter_value: null,
      exclude_selected: false,
      categories: [false],
    },
  ],
};

describe.skipIf(!phenopacketsAreHere).each(testEngines)(
  'the published phenopackets on $engine',
  ({ open }) => {
    let store: TestWarehouse;
    let opened: OpenedRelease;
    let byHand: HandCounts;

    beforeAll(async () => {
      store = await open();
      opened = await importAndOpen(store.warehouse, phenopacketsFolder);
      byHand = countByHand();
    });
    afterAll(() => store.discard());

    const count = async (...definition: readonly unknown[]): Promise<unknown> => {
      const { warehouse, release } = opened;
      const [row] = await warehouse.questions.run(
        toQuery(compileCount(planOf(definition, release), release)),
      );
      return row?.['count'];
    };

    it('counts agree with a plain script over the files', async () => {
      expect(await count()).toBe(byHand.subjects);
      expect(await count(female)).toBe(byHand.female);
      expect(await count(observedHeart)).toBe(byHand.abnormalHeart);
      expect(await count(female, observedHeart)).toBe(byHand.both);
    });

    it('the ontology counts its roots with everything below them', async () => {
      const { warehouse, release } = opened;
      const concept = release.lookup.dictionary.concepts.find(({ id }) => id === 'phenotype');
      if (concept === undefined) throw new Error('The concept is in the package.');
      const population = { plan: planOf([], release), prefilter: null };
      const context = { population, release, existing: false, offset: 0, limit: 10 };
      const terms = await warehouse.questions.run(
        toQuery(compileOntologyTerms(concept, { kind: 'roots' }, context)),
      );
      expect(terms).toContainEqual(expect.objectContaining({ code: 'HP:0000001', entries: 227_847 }));
    });
  },
);
