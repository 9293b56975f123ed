import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { conversionRefusal, convertFiles, writeFiles } from '../../testing/convertFiles.ts';
import { sharedData } from '../../testing/sharedData.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';
import { zipFile } from '../../testing/zipFile.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const cdm = {
  'PERSON.csv': lines(
    'person_id,gender_concept_id,year_of_birth,birth_datetime,race_concept_id,gender_source_value,care_site_id',
    '1,8507,1970,1970-03-04 00:00:00,0,M,7',
    '2,8532,1980,,0,F,',
    '3,0,1990,,,other,',
  ),
  'condition_occurrence.csv.gz': gzipSync(
    lines(
      'condition_occurrence_id,person_id,condition_concept_id,condition_start_date,condition_end_date,condition_source_value',
      '10,1,30,2020-01-01,2020-02-01,"a, ""b"""',
      '11,1,0,2020-03-01,,',
      '12,2,20,2021-01-01,,',
    ),
  ),
  'concept.csv': lines(
    'concept_id\tconcept_name\tvocabulary_id',
    '8507\tMALE\tGender',
    '8532\tFEMALE\tGender',
    '10\tDisease\tX',
    '20\tHeart "disease"\tX',
    '30\tAngina\tX',
    '99\tUnused\tX',
  ),
  'concept_ancestor.csv': lines(
    'ancestor_concept_id\tdescendant_concept_id\tmin_levels_of_separation',
    '10\t20\t1',
    '20\t30\t2',
    '10\t30\t3',
    '30\t30\t0',
    '77\t30\t1',
  ),
  'provider.csv': 'provider_id\n1\n',
};

it('writes persons and events with names of concepts and a tree of those in use, and the import takes them', async () => {
  const { folder, report, descriptor } = await convertFiles('omop', cdm);
  expect(report.counted).toEqual([
    { thing: 'rows of person', read: 3, written: 3, leftOut: 0 },
    { thing: 'rows of condition_occurrence', read: 3, written: 3, leftOut: 0 },
  ]);
  expect(report.leftOut).toMatchObject([
    { thing: 'files', reason: 'provider.csv is none of the tables that the preset knows' },
  ]);
  expect(descriptor.atrium?.ontologies).toEqual([
    {
      id: 'omop',
      title: 'OMOP concepts',
      terms: [
        { code: '10', label: 'Disease' },
        { code: '20', label: 'Heart "disease"', parents: ['10'] },
        { code: '30', label: 'Angina', parents: ['20'] },
      ],
    },
  ]);
  const fields = descriptor.resources.flatMap(({ schema }) => schema?.fields ?? []);
  expect(fields.filter(({ atrium }) => atrium?.phi).map(({ name }) => name)).toEqual([
    'person_id',
    'birth_datetime',
    'condition_start_date',
    'condition_end_date',
  ]);
  const imported = await importTiny({ tables: [] }, { packagePath: folder });
  expect(imported.report.problems).toEqual([]);
  expect(imported.report.subjects).toBe(3);
  expect(await imported.column('person', 'gender_concept_name')).toEqual(['MALE', 'FEMALE', 'other']);
  expect(await imported.column('condition_occurrence', 'condition_occurrence_condition_concept_id')).toEqual([
    '30',
    null,
    '20',
  ]);
});

it('takes a zip, and tables without names of concepts', async () => {
  const { concept: _, ...rest } = { concept: cdm['concept.csv'], person: cdm['PERSON.csv'] };
  const zip = zipFile(new Map([['cdm/person.csv', Buffer.from(rest.person)]]));
  const folder = await writeFiles({ 'cdm.zip': zip });
  const { report } = await convertFiles('omop', [join(folder, 'cdm.zip')]);
  expect(report.tables).toEqual([{ name: 'person', rows: 3 }]);
  expect(report.notes.join()).toContain('There is no table "concept"');
});

it.each([
  [
    'no persons',
    { 'concept.csv': 'concept_id\n1\n' },
    'No file is the table "person" of the OMOP common data model.',
  ],
  [
    'a table without persons',
    { 'person.csv': 'person_id\n1\n', 'death.csv': 'death_date\n2020-01-01\n' },
    'death.csv: person_id: there is no such column',
  ],
  [
    'a table twice',
    { 'person.csv': 'person_id\n1\n', 'a/person.csv': 'person_id\n1\n' },
    'person.csv and a/person.csv are both the table "person".',
  ],
  [
    'a row with too many cells',
    { 'person.csv': 'person_id,year_of_birth\n1,1970\n2,1980,7\n' },
    'person.csv:3: ',
  ],
])('refuses %s by file', async (_, files, sentence) => {
  const [problem] = await conversionRefusal('omop', files);
  expect(problem).toContain(sentence);
});

const shared = sharedData('omop_gibleed');
describe.skipIf(shared === null)('the synthetic persons of OMOP', { tags: 'long' }, () => {
  it('come with the rows that are published, under the parents of the ready package', async () => {
    const { report, descriptor } = await convertFiles('omop', [shared ?? '']);
    expect(Object.fromEntries(report.tables.map(({ name, rows }) => [name, rows]))).toEqual({
      person: 2694,
      condition_era: 65_719,
      drug_era: 52_508,
      procedure_occurrence: 37_409,
      observation: 1477,
      visit_occurrence: 1037,
      observation_period: 5343,
    });
    const [omop] = descriptor.atrium?.ontologies ?? [];
    const obo = gunzipSync(readFileSync(join(shared ?? '', 'ontologies/omop.obo.gz'))).toString('utf8');
    const ready = new Map(
      obo
        .split('[Term]')
        .map((text) => [
          /^id: (.*)$/m.exec(text)?.[1],
          [...text.matchAll(/^is_a: (\S+)/gm)].map(([, id]) => id),
        ]),
    );
    const terms = omop !== undefined && 'terms' in omop ? (omop.terms ?? []) : [];
    const ofEvents = terms.filter(({ code }) => ready.has(code));
    expect(ofEvents.length).toBeGreaterThan(200);
    expect(
      ofEvents.filter(({ code, parents = [] }) => parents.join() !== ready.get(code)?.sort().join()),
    ).toEqual([]);
  });
});
