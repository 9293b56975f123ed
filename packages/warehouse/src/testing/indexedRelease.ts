import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnsweringIndex } from '@atrium/index';
import { afterEach, expect } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import type { ReleaseIndexes } from '../indexes/releaseIndexes.ts';
import { key, persons, type TinyPackage, toPerson, writeTinyPackage } from './tinyPackage.ts';
import type { TestEngine, TestWarehouse } from './warehouses.ts';

/** Every kind of value, texts that databases sort differently, and rows in an order of their own. */
export const visits: TinyPackage = {
  tables: [
    persons(),
    {
      name: 'visit',
      fields: [
        key('person_id'),
        { name: 'seen', type: 'date' },
        { name: 'left', type: 'date' },
        { name: 'weight', type: 'number' },
        { name: 'paid', type: 'boolean' },
        { name: 'note', type: 'string' },
        { name: 'drug', type: 'list' },
      ],
      schema: toPerson,
      rest: { atrium: { event: { start: 'seen', end: 'left' } } },
      csv: `person_id,seen,left,weight,paid,note,drug
p3,2020-02-29,2020-03-01,70.5,true,b,x
p1,,,,,B,
p3,1999-12-31,,-0.1,false,é,"x,y"
p1,2001-05-05,2001-05-05,1e300,true,🫀,y
p1,2001-05-04,,0,false,｡,x
`,
    },
  ],
};

type Options = Parameters<TestEngine['open']>[0];

/** Makes warehouses with one release and its index, and removes them after the test; called once in a file. */
export function indexedReleases() {
  let opened: TestWarehouse[] = [];
  afterEach(async () => {
    for (const each of opened) await each.discard();
    opened = [];
  });
  return async (engine: TestEngine, options?: Options) => {
    await buildKernel();
    const store = await engine.open({ indexes: {}, ...options });
    opened.push(store);
    await store.warehouse.releases.build({
      packagePath: await writeTinyPackage(visits),
      release: 'release_1',
    });
    await store.warehouse.indexes.idle();
    return { ...store, file: join(store.folder, 'release_1.index') };
  };
}

/** The index of a release, when it is there; null before. */
export async function found(indexes: ReleaseIndexes, release = 'release_1') {
  expect(indexes.find(release)).toBeNull();
  await indexes.idle();
  const index = indexes.find(release);
  if (index === null) throw new Error(`There is no index: ${JSON.stringify(indexes.state())}`);
  return index;
}

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

export const countAll = async (index: AnsweringIndex): Promise<number | undefined> => {
  const [counted] = await index.run({ job: 'count', step: { find: 'all' } });
  return counted?.[0];
};
