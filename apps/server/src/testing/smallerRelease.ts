import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestDataset } from './factories.ts';
import { writeSmallPackage } from './smallPackage.ts';
import type { TestApp } from './testApp.ts';

/** A second release of a dataset of the small package, in which P6 is missing; it is not live. */
export async function addSmallerRelease(portal: TestApp, dataset: TestDataset): Promise<number> {
  const folder = `${portal.smallPackage}-smaller`;
  const packagePath = await writeSmallPackage(folder);
  for (const name of ['participant.csv', 'diagnosis.csv']) {
    const file = path.join(packagePath, name);
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    await writeFile(file, lines.filter((line) => !/(^|,)P6,/.test(line)).join('\r\n'));
  }
  const { id } = await portal.db
    .insertInto('release')
    .values({ dataset_id: dataset.id, state: 'retired' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.releases.build({ packagePath, release: `release_${id}`, datasetId: dataset.uniqueId });
  await rm(folder, { recursive: true });
  return id;
}
