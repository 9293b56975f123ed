import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DescribedFiles, describeFiles } from '../testing/describeFiles.ts';
import { importTiny } from '../testing/tinyWarehouse.ts';

const visits =
  'visit_id,patient_id,seen\nv1,p2,2020-01-01\nv2,p1,2020-02-01\nv3,p2,2020-03-01\nv4,,2020-04-01\n';

async function imported({ folder, descriptor }: DescribedFiles) {
  await writeFile(join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  return importTiny({ tables: [] }, { packagePath: folder });
}

it('a single table of events gives its subjects by the distinct texts of a column, and the import takes them', async () => {
  const described = await describeFiles({ 'visits.csv': visits });
  expect(described.descriptor['atrium']).toEqual({ root: { resource: 'visits', field: 'patient_id' } });
  expect(described.guessed).toContain(
    'visits.csv: patient_id: root: the subjects are the 2 distinct texts in 3 rows of this column, since no table has one row for each',
  );
  const { report, rows } = await imported(described);
  expect(report).toMatchObject({ subjects: 2 });
  expect(await rows('subject')).toMatchObject([
    { _subject: 1, patient_id: 'p2' },
    { _subject: 2, patient_id: 'p1' },
  ]);
  expect((await rows('visits')).map((row) => [row['_subject'], row['visits_visit_id']])).toEqual([
    [1, 'v1'],
    [2, 'v2'],
    [1, 'v3'],
  ]);
});

it('columns of the same name in other tables lead to the same subjects', { tags: 'long' }, async () => {
  const described = await describeFiles({
    'patient_labs.csv': 'lab_id,patient_id,value\nl1,p1,1.5\nl2,p1,2.5\nl3,p9,3.5\nl4,p2,4.5\n',
    'visits.csv': `${visits}v5,p3,2020-05-01\nv6,p4,2020-05-01\n`,
    'wards.csv': 'ward_id,city\nw1,Rome\n',
  });
  expect(described.descriptor['atrium']).toEqual({ root: { resource: 'visits', field: 'patient_id' } });
  expect(described.resource('patient_labs')?.schema?.foreignKeys).toEqual([
    { fields: ['patient_id'], reference: { resource: 'visits', fields: ['patient_id'] } },
  ]);
  expect(described.resource('wards')?.atrium).toEqual({ load: false });
  const { report } = await imported(described);
  expect(report.collections).toMatchObject([
    { collection: 'subject', loaded: 4, skipped: 0 },
    { collection: 'patient_labs', read: 4, loaded: 3 },
    { collection: 'visits', read: 6, loaded: 5 },
  ]);
});

it('a table of subjects comes before a column of them', { tags: 'long' }, async () => {
  const { descriptor } = await describeFiles({
    'patients.csv': 'patient_id,sex\np1,F\np2,M\n',
    'visits.csv': visits,
  });
  expect(descriptor['atrium']).toEqual({ root: 'patients' });
});
