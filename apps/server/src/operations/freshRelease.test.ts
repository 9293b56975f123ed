import path from 'node:path';
import { expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { openInSmall, writeNextSmallPackage, writeSmallPackage } from '../testing/smallPackage.ts';
import { importDataset } from './importDataset.ts';

const folder = await folderOfFile();
const portal = await portalOfFile();

const load = (packagePath: string, dataset: string | null) =>
  importDataset(
    { db: portal.db, questions: portal.questions, releases: portal.releases },
    { kind: 'import', packagePath, dataset, dryRun: false, openIdentifiers: openInSmall },
    { onProgress: () => {}, signal: new AbortController().signal },
  );

it('a new release answers at once: counts, values and search are never those of the old one', async () => {
  const packagePath = await writeSmallPackage(folder);
  await load(packagePath, 'small');
  const ada = await memberOf('small');
  const count = async () => (await ada.get('small/query_tools/count/')).json().count;
  const severities = async () =>
    (await ada.get('small/concepts/diagnosis_severity/cohort_def_callback/')).body;
  const hits = async (search: string) =>
    (await ada.get(`small/concept_categories/concept_search/?search=${search}`)).body;
  expect(await count()).toBe(6);
  expect(await severities()).toContain('severe');
  expect(await hits('severe')).toContain('"diagnosis_severity"');
  await load(await writeNextSmallPackage(packagePath, path.join(folder, 'next')), 'small');
  expect(await count()).toBe(7);
  expect(await severities()).toContain('grave');
  expect(await severities()).not.toContain('severe');
  expect(await hits('grave')).toContain('"diagnosis_severity"');
  expect(await hits('severe')).not.toContain('"diagnosis_severity"');
});

it('two datasets may use the same names, and an edit in one does not change the other', {
  tags: 'long',
}, async () => {
  const packagePath = await writeSmallPackage(folder);
  await load(packagePath, 'one');
  await load(packagePath, 'two');
  const ada = await memberOf('one');
  const account = await portal.db
    .selectFrom('account')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const two = await portal.db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', 'two')
    .executeTakeFirstOrThrow();
  await portal.db
    .insertInto('membership')
    .values({ account_id: account.id, dataset_id: two.id, access_level: 'phi' })
    .execute();
  await ada.post('one/cohort_def/', {
    transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['Male'] },
  });
  const count = async (id: string) => (await ada.get(`${id}/query_tools/count/`)).json().count;
  expect([await count('one'), await count('two')]).toEqual([2, 6]);
});

it('a second filter leaves the first as it was', { tags: 'long' }, async () => {
  await load(await writeSmallPackage(folder), 'pair');
  const ada = await memberOf('pair');
  const add = async (given: object) =>
    (await ada.post('pair/cohort_def/', { transformation: { type: 'add_entry', ...given } })).json();
  const first = await add({ concept_id: 'sex', selected_categories: ['Male'] });
  const second = await add({ concept_id: 'is_proband', selected_categories: [true] });
  const [before] = first.cohort_def[0].list;
  expect(second.cohort_def[0].list).toHaveLength(2);
  expect(second.cohort_def[0].list[0]).toEqual(before);
});

async function memberOf(uniqueId: string): Promise<Caller> {
  const dataset = await portal.db
    .selectFrom('dataset')
    .select(['id', 'unique_id as uniqueId'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirstOrThrow();
  return await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
}
