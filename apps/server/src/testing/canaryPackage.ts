import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Values that only a phi member may see: a word in every protected text, name, id and title; then days, ages, numbers.
 */
export const canaries: readonly RegExp[] = [
  /canary/i,
  /1931-07-19|07\/19\/1931|1929-11-23|11\/23\/1929|2003-05-17|05\/17\/2003/,
  /2017-03-23|03\/23\/2017|2017-09-08|09\/08\/2017|2018-02-11|02\/11\/2018|2018-02-27|02\/27\/2018/,
  /918273645|918273646|918273647/,
  /(?<![0-9a-f])(?:33333|34567)(?![0-9a-f])|9[1-9] years|9[1-9] - |"max_year":9[1-9]/,
];

const people = [
  'canary_id,canary_name,canary_kind,canary_mrn,canary_flag,canary_age,sex,age_now,birth_date,amount,shown_by',
  'CANARY-A,Canaryfold,canary-one,918273645,true,33333,Female,33333,1931-07-19,5,x',
  'CANARY-B,Canarybell,canary-two,918273646,false,34567,Male,34567,1929-11-23,7,y',
  'CANARY-C,Canarywood,canary-one,918273647,true,7000,Female,7000,2003-05-17,9,x',
  '',
].join('\n');

const visits = [
  'visit_id,canary_id,visit_date,visit_end,canary_note,severity',
  '1,CANARY-A,2017-03-23,2018-02-11,canary wrote this,mild',
  '2,CANARY-A,2017-09-08,2018-02-27,,severe',
  '3,CANARY-C,2018-02-11,2018-02-27,another canary,mild',
  '',
].join('\n');

const hidden = (name: string, type: string, more: object = {}) => ({
  name,
  title: `Canary title of ${name}`,
  description: `A canary described, ${name}.`,
  type,
  atrium: { id: name, phi: true, category: 'canaries', ...more },
});

const descriptor = {
  name: 'birds',
  title: 'Birds',
  version: '1',
  atrium: {
    categories: [
      { id: 'canaries', title: 'Canary folder' },
      { id: 'open', title: 'Open' },
    ],
    defaultColumns: ['canary_id', 'canary_name', 'birth_date', 'sex'],
  },
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        primaryKey: 'canary_id',
        fields: [
          hidden('canary_id', 'string'),
          hidden('canary_name', 'string'),
          hidden('canary_kind', 'string', { type: 'category' }),
          hidden('canary_mrn', 'integer'),
          hidden('canary_flag', 'boolean'),
          hidden('canary_age', 'integer', { type: 'age' }),
          { name: 'sex', type: 'string', categories: ['Female', 'Male'], atrium: { category: 'open' } },
          { name: 'age_now', type: 'integer', atrium: { type: 'age', category: 'open' } },
          { name: 'birth_date', type: 'date', atrium: { phi: true, category: 'open' } },
          {
            name: 'amount',
            type: 'number',
            atrium: { category: 'open', prefilter: { field: 'canary_kind', mode: 'optional' } },
          },
          {
            name: 'shown_by',
            type: 'string',
            atrium: { type: 'category', prefilter: { field: 'canary_kind', mode: 'required' } },
          },
        ],
      },
    },
    {
      name: 'visit',
      path: 'visit.csv',
      atrium: { event: { start: 'visit_date', end: 'visit_end' } },
      schema: {
        primaryKey: 'visit_id',
        foreignKeys: [{ fields: 'canary_id', reference: { resource: 'person', fields: 'canary_id' } }],
        fields: [
          { name: 'visit_id', type: 'string', atrium: { publish: false } },
          { name: 'canary_id', type: 'string', atrium: { publish: false } },
          { name: 'visit_date', type: 'date', atrium: { id: 'visit_date', phi: true, category: 'open' } },
          { name: 'visit_end', type: 'date', atrium: { id: 'visit_end', phi: true, category: 'open' } },
          hidden('canary_note', 'string'),
          {
            name: 'severity',
            type: 'string',
            categories: ['mild', 'severe'],
            atrium: { id: 'severity', category: 'open' },
          },
        ],
      },
    },
  ],
};

/** Three people whose protected values, exact days and high ages occur in no other data. */
export async function writeCanaryPackage(folder: string): Promise<string> {
  const packageFolder = path.join(folder, 'birds');
  await mkdir(packageFolder, { recursive: true });
  await writeFile(path.join(packageFolder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(packageFolder, 'person.csv'), people);
  await writeFile(path.join(packageFolder, 'visit.csv'), visits);
  return packageFolder;
}
