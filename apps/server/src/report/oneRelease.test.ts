import { afterAll, expect, it } from 'vitest';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { addSmallerRelease } from '../testing/smallerRelease.ts';
import { openTestWarehouse, type TestWarehouse } from '../testing/testWarehouse.ts';

/** Runs after the warehouse has opened a release. */
let afterOpen: () => Promise<void> = async () => {};

const folder = await folderOfFile();
const research: TestWarehouse = await openTestWarehouse(folder);
const { warehouse } = research;
const open = async (release: string) => {
  const lookup = await warehouse.questions.open(release);
  await afterOpen();
  return lookup;
};
const portal = await portalOfFile({
  research: { ...research, warehouse: { ...warehouse, questions: { ...warehouse.questions, open } } },
});
const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
afterAll(() => research.close());

const liveRelease = async () =>
  (
    await portal.db
      .selectFrom('dataset')
      .select('live_release_id as id')
      .where('id', '=', dataset.id)
      .executeTakeFirstOrThrow()
  ).id;

it('all of a report is of the release that was live when its saving began, also where another goes live meanwhile', async () => {
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const ada = await portal.signedIn(account);
  const { account: other } = await portal.aMember({ dataset, level: 'phi' });
  const bo = await portal.signedIn(other);
  const first = await liveRelease();
  const second = await addSmallerRelease(portal, dataset);
  afterOpen = async () => {
    afterOpen = async () => {};
    await portal.db
      .updateTable('dataset')
      .set({ live_release_id: second })
      .where('id', '=', dataset.id)
      .execute();
    expect((await bo.get(`${dataset.uniqueId}/query_tools/count/`)).json().count).toBe(5);
  };
  const saved = await ada.post(`${dataset.uniqueId}/reports/create_form/`, { name: 'All' });
  expect(saved.json()).toMatchObject({ status: 'complete' });
  const version = await portal.db
    .selectFrom('report_version')
    .select(['release_id', 'subject_count'])
    .where('report_id', '=', saved.json().report_id)
    .executeTakeFirstOrThrow();
  expect([await liveRelease(), version]).toEqual([second, { release_id: first, subject_count: 6 }]);
});
