import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { cellOf, oddValues } from './acceptance/oddPackage.ts';

/** The bytes of a zip with these files. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const people = [
  'p1,Female,1990-02-01,61.5',
  'p2,Male,1988-11-23,80',
  'p3,Female,2001-05-17,heavy',
  'p4,Male,1975-07-19,77',
  'p5,Female,1966-01-30,58',
  'p6,Male,1993-09-09,91',
].map((line, index) => `${line},${cellOf(oddValues[index] ?? '')}\n`);

/** A small dataset with a problem and odd values, as a consortium sends one. */
export const clinicPackage = (name: string): Promise<Buffer> =>
  zipOf({
    'people.csv': ['person_id,sex,born,weight,remark\n', ...people].join(''),
    'datapackage.json': JSON.stringify({
      name,
      title: 'The clinic',
      version: '1',
      resources: [
        {
          name: 'people',
          path: 'people.csv',
          schema: {
            fields: [
              { name: 'person_id', type: 'string' },
              { name: 'sex', type: 'string', categories: ['Female', 'Male'] },
              { name: 'born', type: 'date', atrium: { phi: true } },
              { name: 'weight', type: 'number' },
              { name: 'remark', title: 'Remark', type: 'string', atrium: { type: 'category' } },
            ],
            primaryKey: 'person_id',
          },
        },
      ],
    }),
  });
