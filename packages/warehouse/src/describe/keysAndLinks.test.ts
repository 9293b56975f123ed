import { expect, it } from 'vitest';
import { describeFiles } from '../testing/describeFiles.ts';
import { tinyWarehouse } from '../testing/tinyWarehouse.ts';

const patients = 'patient_id,sex\np1,F\np2,M\np3,F\n';
const visits = 'visit_id,patient_id,seen\nv1,p1,2020-01-01\nv2,p1,2020-02-01\nv3,p2,2020-03-01\n';
const labs = 'visit_id,value\nv1,1.5\nv1,2.5\nv3,3.5\n';

const linksOf = ({ schema }: { schema?: { foreignKeys?: unknown } | undefined } = {}): unknown =>
  schema?.foreignKeys ?? [];
const link = (field: string, resource: string, key: string) => ({
  fields: [field],
  reference: { resource, fields: [key] },
});

it('finds the root, keys and links of three tables, and the import takes them', async () => {
  const { descriptor, resource, guessed, folder } = await describeFiles({
    'labs.csv': labs,
    'patients.csv': patients,
    'visits.csv': visits,
  });
  expect(descriptor['atrium']).toEqual({ root: 'patients' });
  expect(descriptor.resources.map(({ name }) => name)).toEqual(['patients', 'labs', 'visits']);
  expect(resource('visits')?.schema).toMatchObject({
    primaryKey: ['visit_id'],
    foreignKeys: [link('patient_id', 'patients', 'patient_id')],
  });
  expect(linksOf(resource('labs'))).toEqual([link('visit_id', 'visits', 'visit_id')]);
  expect(guessed).toContain(
    'visits.csv: patient_id: link to patients.csv: patient_id: the same name, and 2 of 2 distinct texts are in that key',
  );
  const { warehouse } = await tinyWarehouse();
  const { writeFile } = await import('node:fs/promises');
  await writeFile(`${folder}/datapackage.json`, JSON.stringify(descriptor));
  const report = await warehouse.releases.build({ release: 'r1', packagePath: folder });
  expect(report).toMatchObject({ subjects: 3, problems: [] });
});

it('a column that is named after a table leads to its key', { tags: 'long' }, async () => {
  const { resource } = await describeFiles({
    'patients.csv': 'id,sex\n1,F\n2,M\n3,F\n',
    'visits.csv': 'id,patient_id\n1,1\n2,1\n3,2\n',
    'scans.csv': 'id,patient\n1,3\n2,1\n',
  });
  expect(linksOf(resource('visits'))).toEqual([link('patient_id', 'patients', 'id')]);
  expect(linksOf(resource('scans'))).toEqual([link('patient', 'patients', 'id')]);
});

it('row numbers of the same bare name are no link', async () => {
  const { resource } = await describeFiles({
    'patients.csv': 'id,sex\n1,F\n2,M\n3,F\n',
    'wards.csv': 'id,city\n1,Rome\n2,Oslo\n',
  });
  expect(linksOf(resource('wards'))).toEqual([]);
  expect(linksOf(resource('patients'))).toEqual([]);
});

it('texts outside the key are counted and shown; a link needs at least half of the texts inside', {
  tags: 'long',
}, async () => {
  const most = await describeFiles({
    'patients.csv': patients,
    'scans.csv': 'scan_id,patient_id\ns1,p1\ns2,p2\ns3,p9\n',
  });
  expect(linksOf(most.resource('scans'))).toEqual([link('patient_id', 'patients', 'patient_id')]);
  expect(most.guessed.find((line) => line.includes('link to'))).toBe(
    'scans.csv: patient_id: link to patients.csv: patient_id: the same name, and 2 of 3 distinct texts are in that key; rows with other texts are skipped, or linked to nothing [p9]',
  );
  const few = await describeFiles({
    'patients.csv': patients,
    'scans.csv': 'scan_id,patient_id\ns1,p1\ns2,q2\ns3,q9\n',
  });
  expect(linksOf(few.resource('scans'))).toEqual([]);
  expect(few.guessed.find((line) => line.includes('no link to'))).toContain(
    'only 1 of 3 distinct texts are in that key',
  );
  expect(few.resource('scans')?.atrium).toEqual({ load: false });
});

it('of two tables with the same key, the one named after it is the target', { tags: 'long' }, async () => {
  const { resource, descriptor } = await describeFiles({
    'baseline.csv': 'patient_id,weight\np1,70.5\np2,80.5\np3,90.5\n',
    'patients.csv': patients,
  });
  expect(linksOf(resource('baseline'))).toEqual([link('patient_id', 'patients', 'patient_id')]);
  expect(linksOf(resource('patients'))).toEqual([]);
  expect(descriptor['atrium']).toEqual({ root: 'patients' });
});

it('several columns of related names to one key are said and not taken', { tags: 'long' }, async () => {
  const { resource, guessed } = await describeFiles({
    'codes.csv': 'term_code,label\na,A\nb,B\nc,C\n',
    'patients.csv': 'patient_id,first_term_code,last_term_code\np1,a,b\np2,b,c\n',
  });
  expect(linksOf(resource('patients'))).toEqual([]);
  expect(guessed.filter((line) => line.includes('several columns could lead there'))).toHaveLength(2);
});

it('a measured number is no key, and a repeated id is reported', async () => {
  const { resource, guessed } = await describeFiles({
    'scans.csv': 'scan_id,volume\ns1,1.5\ns1,2.5\ns2,3.5\n',
  });
  expect(resource('scans')?.schema?.primaryKey).toBeUndefined();
  expect(guessed).toContain(
    'scans.csv: scan_id is no key, although named like one: 1 text is repeated, 0 rows have none [s1]',
  );
});
