import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'vitest';
import type { DatasetGiven } from './factories.ts';
import { testApp } from './testApp.ts';

interface PortalGiven {
  readonly portal?: Parameters<typeof testApp>[0];
  /** Default: a listed dataset with the small package; a function may write its package into the folder. */
  readonly dataset?: DatasetGiven | ((folder: string) => Promise<DatasetGiven>);
}

/**
 * Tests of a portal with one dataset, both made once for the file when a test first names them. Its people are made for
 * each test that names them: `ada` sees protected values, `bo` is de-identified, `cy` sees aggregates only, `sam` is staff.
 */
export const onPortal = ({ portal: options, dataset: given = {} }: PortalGiven = {}) =>
  it
    // biome-ignore lint/correctness/noEmptyPattern: Vitest finds the fixtures that a fixture uses in this pattern.
    .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'atrium-file-'));
      onCleanup(() => rm(folder, { recursive: true, force: true }));
      return folder;
    })
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    .extend('portal', { scope: 'file' }, async ({}, { onCleanup }) => {
      const portal = await testApp(options);
      onCleanup(portal.close);
      return portal;
    })
    .extend('dataset', { scope: 'file' }, async ({ portal, folder }) =>
      portal.aDataset({
        packagePath: portal.smallPackage,
        ...(typeof given === 'function' ? await given(folder) : given),
      }),
    )
    .extend('ada', ({ portal, dataset }) => portal.aPerson({ dataset, level: 'phi' }))
    .extend('bo', ({ portal, dataset }) => portal.aPerson({ dataset, level: 'deid' }))
    .extend('cy', ({ portal, dataset }) => portal.aPerson({ dataset, level: 'agg' }))
    .extend('sam', async ({ portal }) => portal.signedIn(await portal.anAccount({ isStaff: true })))
    .extend('cohort', ({ ada }) => ada.cohort);

const workedExample = path.resolve(import.meta.dirname, '../../../../corpus/workedExample/package');

/**
 * Tests of the dataset `worked`, on a portal that all files of a worker share: they change nothing but what belongs to
 * their own people. `ada` sees protected values.
 */
export const onWorkedExample = it
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('portal', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const portal = await testApp();
    onCleanup(portal.close);
    return portal;
  })
  .extend('dataset', { scope: 'worker' }, ({ portal }) =>
    portal.aDataset({ uniqueId: 'worked', packagePath: workedExample }),
  )
  .extend('ada', ({ portal, dataset }) => portal.aPerson({ dataset, level: 'phi' }));
