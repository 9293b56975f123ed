import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  countByHand,
  type HandCounts,
  phenopacketsAreHere,
  phenopacketsFolder,
} from '../../../../corpus/countPhenopackets.ts';
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

  it('counts agree with a plain script over the files', async () => {
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

  it('a term tells its synonyms, and a hit of a search the synonym that was met', async () => {
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

  it('the ontology can be browsed from its root down', async () => {
    const termsAt = async (code: string) =>
      (
        await ada.get(
          `phenopackets/concepts/phenotype/cohort_def_callback/?show_all_data=true&ontology_class=${encodeURIComponent(code)}`,
        )
      ).json();
    const roots = await termsAt('');
    expect(roots.action_results.map((node: { code: string }) => node.code)).toContain('HP:0000001');
    const heartTerm = await termsAt('HP:0001627');
    expect(heartTerm.term).toMatchObject({ code: 'HP:0001627', label: 'Abnormal heart morphology' });
    expect(heartTerm.parents.length).toBeGreaterThan(0);
    expect(heartTerm.count_unknown_ontology_values.count).toBe(14);
  });
});

const descriptor = z.looseObject({
  resources: z.array(
    z.looseObject({ name: z.string(), schema: z.looseObject({ fields: z.array(z.unknown()) }) }),
  ),
});

/** The package with the polarity of its phenotypes declared. */
async function withPolarity(folder: string): Promise<void> {
  await cp(phenopacketsFolder, folder, { recursive: true });
  const file = path.join(folder, 'datapackage.json');
  const given = descriptor.parse(JSON.parse(await readFile(file, 'utf8')));
  const resources = given.resources.map((resource) =>
    JSON.stringify(resource.schema).includes('"phenotype_excluded"')
      ? { ...resource, atrium: { polarity: { field: 'excluded', absent: [true] } } }
      : resource,
  );
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ ...given, resources }));
}

describe.skipIf(!phenopacketsAreHere)('phenopackets that declare which phenotypes are excluded', () => {
  let folder: string;
  let portal: TestApp;
  let ada: Caller;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-phenopackets-'));
    const packagePath = path.join(folder, 'package');
    await withPolarity(packagePath);
    portal = await testApp();
    const dataset = await portal.aDataset({ uniqueId: 'polar', packagePath });
    ada = await portal.signedIn((await portal.aMember({ dataset, level: 'deid' })).account);
  });
  afterAll(async () => {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  const seizure = {
    type: 'add_entry',
    concept_id: 'phenotype',
    chiron_ontology_field_selection: ['HP:0001250'],
  };
  const post = async (where: string, transformation: object) =>
    (await ada.post(`polar/${where}/`, { transformation })).json();
  const row = async (query: string): Promise<number> => {
    const where = `polar/concepts/phenotype/cohort_def_callback/?${query}&ontology_class=HP%3A0001250`;
    return (await ada.get(where)).json().term.uniqueSubjectCount;
  };

  it('a collection without a polarity, and an unknown one, are bad requests', async () => {
    for (const where of [
      'sex/cohort_def_callback/?polarity=present',
      'phenotype/cohort_def_callback/?polarity=no',
    ])
      expect((await ada.get(`polar/concepts/${where}`)).json()).toMatchObject({
        code: 'bad_request',
        field: 'polarity',
      });
  });

  it('row, preview and count are those of present seizures, and the cohort says so', async () => {
    const { seizure: byHand } = countByHand();
    expect(byHand).toEqual({ either: 3795, present: 2076 });
    expect(await row('show_all_data=true')).toBe(byHand.either);
    expect(await row('show_all_data=true&polarity=present')).toBe(byHand.present);
    expect(await row('criteria_set=new&polarity=present')).toBe(byHand.present);
    const present = { ...seizure, polarity: 'present' };
    expect(await post('query_tools/count_after', present)).toMatchObject({ count: byHand.present });
    const made = await post('cohort_def', present);
    expect(made.extended_cohort_def[0].entries).toHaveLength(2);
    expect(made.extended_cohort_def[0].entries[1].label).toContain('(present)');
    expect((await ada.get('polar/query_tools/count/')).json().count).toBe(byHand.present);
    expect(await row(`criteria_set=${made.cohort_def[0].entry_id}`)).toBe(byHand.present);
  });

  it('a filter without it means both, as before, and its set shows that', async () => {
    await post('cohort_def', { type: 'clear_all' });
    const made = await post('cohort_def', seizure);
    expect(made.extended_cohort_def[0].unsaid_polarity.concept_id).toBe('phenotype_excluded');
    expect((await ada.get('polar/query_tools/count/')).json().count).toBe(3795);
    const { polarity_concept } = (await ada.get('polar/concepts/phenotype/')).json();
    expect(polarity_concept.concept_id).toBe('phenotype_excluded');
    expect((await ada.get('polar/concepts/phenotype_excluded/')).json()).not.toHaveProperty(
      'polarity_concept',
    );
  });
});
