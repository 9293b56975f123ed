import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const participants = [
  'participant_id,sex,is_proband,age,birth_date,weight,note',
  'P1,Female,true,400,2019-02-28,9.5,seen twice',
  'P2,Male,true,1200,2016-11-02,16.25,',
  'P3,Female,false,9000,1995-06-30,61,mother of P1',
  'P4,Male,false,9600,1993-01-15,80.5,"father, of P1"',
  'P5,Unknown,true,,,,',
  'P6,Female,true,30,2021-12-24,3.4,"=1+1"',
  '',
].join('\r\n');

const diagnoses = [
  'diagnosis_id,participant_id,term,diagnosed_on,severity',
  '1,P1,X:3,2019-03-01,severe',
  '2,P1,X:2,2019-03-01,mild',
  '3,P2,X:4,2017-01-10,severe',
  '4,P2,X:999,2017-02-11,',
  '5,P6,X:2,,mild',
  '',
].join('\r\n');

const term = (id: string, name: string, parents: readonly string[]): string =>
  ['[Term]', `id: ${id}`, `name: ${name}`, ...parents.map((parent) => `is_a: ${parent}`), '', ''].join('\n');

const ontology = [
  'format-version: 1.2\ndata-version: 2026-01-01\nontology: x\n\n',
  term('X:1', 'Heart finding', []),
  term('X:2', 'Septal finding', ['X:1']),
  term('X:3', 'Ventricular septal defect', ['X:2']),
  term('X:4', 'Valve finding', ['X:1']),
].join('');

const descriptor = {
  name: 'small',
  title: 'A small dataset',
  version: '1.0.0',
  atrium: {
    categories: [
      { id: 'people', title: 'People' },
      { id: 'findings', title: 'Findings' },
    ],
    ontologies: [{ id: 'x', title: 'Findings', path: 'x.obo', format: 'obo' }],
    defaultColumns: ['participant_id', 'sex'],
  },
  resources: [
    {
      name: 'participant',
      title: 'Participant',
      path: 'participant.csv',
      schema: {
        primaryKey: 'participant_id',
        fields: [
          { name: 'participant_id', title: 'Participant ID', type: 'string', atrium: { category: 'people' } },
          {
            name: 'sex',
            title: 'Sex',
            type: 'string',
            categories: ['Female', 'Male', 'Unknown'],
            atrium: { category: 'people' },
          },
          { name: 'is_proband', title: 'Proband', type: 'boolean', atrium: { category: 'people' } },
          { name: 'age', title: 'Age', type: 'integer', atrium: { type: 'age', category: 'people' } },
          {
            name: 'birth_date',
            title: 'Birth date',
            type: 'date',
            atrium: { phi: true, category: 'people' },
          },
          { name: 'weight', title: 'Weight', type: 'number', atrium: { unit: 'kg', category: 'people' } },
          { name: 'note', title: 'Note', type: 'string', atrium: { category: 'people' } },
        ],
      },
    },
    {
      name: 'diagnosis',
      title: 'Diagnosis',
      path: 'diagnosis.csv',
      atrium: { titlePlural: 'Diagnoses', event: { start: 'diagnosed_on' } },
      schema: {
        primaryKey: 'diagnosis_id',
        foreignKeys: [
          { fields: 'participant_id', reference: { resource: 'participant', fields: 'participant_id' } },
        ],
        fields: [
          { name: 'diagnosis_id', type: 'string', atrium: { publish: false } },
          { name: 'participant_id', type: 'string', atrium: { publish: false } },
          {
            name: 'term',
            title: 'Finding',
            type: 'string',
            atrium: { type: 'ontology', ontology: 'x', category: 'findings' },
          },
          { name: 'diagnosed_on', title: 'Diagnosed on', type: 'date', atrium: { category: 'findings' } },
          {
            name: 'severity',
            title: 'Severity',
            type: 'string',
            categories: ['mild', 'severe'],
            atrium: { category: 'findings' },
          },
        ],
      },
    },
  ],
};

/** What the small package opens although it may say who somebody is: each import of it confirms this (rule 10.28). */
export const openInSmall = ['participant.note'];

/** Six subjects with findings, dates, a protected date, an unmapped code and a cell that looks like a formula. */
export async function writeSmallPackage(folder: string): Promise<string> {
  const packageFolder = path.join(folder, 'small');
  await mkdir(packageFolder, { recursive: true });
  await writeFile(path.join(packageFolder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(packageFolder, 'participant.csv'), participants);
  await writeFile(path.join(packageFolder, 'diagnosis.csv'), diagnoses);
  await writeFile(path.join(packageFolder, 'x.obo'), ontology);
  return packageFolder;
}

/** The next version of the small package: "severe" is "grave", and there is a seventh person, a woman. */
export async function writeNextSmallPackage(
  from: string,
  packageFolder: string,
  describe: (descriptor: string) => string = (text) => text,
): Promise<string> {
  await cp(from, packageFolder, { recursive: true });
  const change = async (name: string, edit: (text: string) => string) => {
    const file = path.join(packageFolder, name);
    await writeFile(file, edit(await readFile(file, 'utf8')));
  };
  const renamed = (text: string) => text.replaceAll('severe', 'grave');
  await change('datapackage.json', (text) => describe(renamed(text)));
  await change('diagnosis.csv', renamed);
  await change('participant.csv', (text) => `${text}P7,Female,true,5,2022-01-01,3,\r\n`);
  return packageFolder;
}
