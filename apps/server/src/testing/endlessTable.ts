import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Caller } from './caller.ts';
import type { TestApp } from './testApp.ts';

/**
 * Somebody with the dataset `endless` in the empty folder: one subject with so many rows in two collections that a table
 * of both takes longer than any test waits.
 */
export async function askEndlessly(portal: TestApp, folder: string): Promise<Caller> {
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(endlessPackage));
  await writeFile(path.join(folder, 'person.csv'), 'person_id\nP1\n');
  for (const name of sides) {
    const lines = Array.from({ length: 5000 }, (_, number) => `${name}${number},P1`);
    await writeFile(path.join(folder, `${name}.csv`), `${name}_id,person_id\n${lines.join('\n')}\n`);
  }
  const dataset = await portal.aDataset({ uniqueId: 'endless', packagePath: folder });
  const caller = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  for (const concept_id of sides) {
    await caller.post('endless/table_def/', {
      transformation: { type: 'add_entry', concept_id, aggregation_method: 'stack' },
    });
  }
  return caller;
}

const sides = ['left', 'right'];

export const endlessPackage = {
  name: 'endless',
  atrium: { root: 'person' },
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: { primaryKey: 'person_id', fields: [{ name: 'person_id', type: 'string' }] },
    },
    ...['left', 'right'].map((name) => ({
      name,
      path: `${name}.csv`,
      schema: {
        primaryKey: `${name}_id`,
        foreignKeys: [{ fields: 'person_id', reference: { resource: 'person', fields: 'person_id' } }],
        fields: [
          { name: `${name}_id`, type: 'string', atrium: { id: name } },
          { name: 'person_id', type: 'string', atrium: { publish: false } },
        ],
      },
    })),
  ],
};
