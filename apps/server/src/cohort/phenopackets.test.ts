import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  countByHand,
  type HandCounts,
  phenopacketsAreHere,
  phenopacketsFolder,
} from '../../../../corpus/phenopackets/countByHand.ts';
import type { Caller } from '../testing/caller.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

if (!phenopacketsAreHere) process.stderr.write('!!! SKIPPED: ../shared/data/phenopackets is not here.\n');

describe.skipIf(!phenopacketsAreHere)('published phenopackets', () => {
  let portal: TestApp;
  let ada: Caller;
  let byHand: HandCounts;

  beforeAll(async () => {
    portal = await testApp();
    const dataset = await portal.aDataset({ uniqueId: 'phenopackets', packagePath: phenopacketsFolder });
    ada = await portal.signedIn((await portal.aMember({ dataset, level: 'deid' })).account);
    byHand = countByHand();
  });
  afterAll(() => portal.close());

  const count = async () => (await ada.get('phenopackets/query_tools/count/')).json().count;
  const edit = async (transformation: object) => {
    const reply = await ada.post('phenopackets/cohort_def/', { transformation });
    expect(reply.json()).toMatchObject({ transformation_successful: true, transformation_errors: [] });
  };
  const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['FEMALE'] };
  const heart = {
    type: 'add_entry',
    concept_id: 'phenotype',
    chiron_ontology_field_selection: ['Abnormal heart morphology'],
  };
  const observed = { type: 'add_entry', concept_id: 'phenotype_excluded', selected_categories: ['False'] };

  test('counts agree with a plain script over the files', async () => {
    expect(await count()).toBe(byHand.subjects);
    await edit(female);
    expect(await count()).toBe(byHand.female);
    await edit(heart);
    await edit(observed);
    expect(await count()).toBe(byHand.both);
    await edit({ type: 'clear_all' });
    await edit(heart);
    await edit(observed);
    expect(await count()).toBe(byHand.abnormalHeart);
  });

  test('a term tells its synonyms, and a hit of a search the synonym that was met', async () => {
    const at = async (query: string) =>
      (
        await ada.get(`phenopackets/concepts/phenotype/cohort_def_callback/?show_all_data=true&${query}`)
      ).json();
    const { term } = await at(`ontology_class=${encodeURIComponent('HP:0001627')}`);
    expect(term.synonyms.length).toBeGreaterThan(0);
    const [synonym] = term.synonyms;
    const found = await at(`search=${encodeURIComponent(synonym)}&filter_data_exists=false`);
    const hit = found.action_results.find((node: { code: string }) => node.code === 'HP:0001627');
    expect(hit.synonyms).toContain(synonym);
  });

  test('the ontology can be browsed from its root down', async () => {
    const place = async (code: string) =>
      (
        await ada.get(
          `phenopackets/concepts/phenotype/cohort_def_callback/?show_all_data=true&ontology_class=${encodeURIComponent(code)}`,
        )
      ).json();
    const roots = await place('');
    expect(roots.action_results.map((node: { code: string }) => node.code)).toContain('HP:0000001');
    const heartTerm = await place('HP:0001627');
    expect(heartTerm.term).toMatchObject({ code: 'HP:0001627', label: 'Abnormal heart morphology' });
    expect(heartTerm.parents.length).toBeGreaterThan(0);
    expect(heartTerm.count_unknown_ontology_values.count).toBe(14);
  });
});
