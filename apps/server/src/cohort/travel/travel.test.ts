import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { onPortal } from '../../testing/onPortal.ts';
import { writePackage } from '../../testing/writePackage.ts';

const id = { name: 'id', type: 'string' };
const own = { name: 'id', type: 'string', atrium: { publish: false } };

const ontology = {
  id: 'terms',
  title: 'Terms',
  terms: [
    { code: 'HP:0001250', label: 'Seizure' },
    { code: 'HP:0001627', label: 'Abnormal heart morphology' },
    { code: 'MONDO:0005453', label: 'Congenital heart disease' },
  ],
};

/** Two persons with terms of HPO and MONDO, one absent, and a code that no ontology has. */
async function writePeople(folder: string): Promise<string> {
  await writePackage(folder, {
    person: {
      fields: [id, { name: 'sex', type: 'string', categories: ['Female', 'Male'] }],
      rows: [
        ['P1', 'Female'],
        ['P2', 'Male'],
      ],
      schema: { primaryKey: 'id' },
    },
    feature: {
      fields: [
        own,
        { name: 'term', type: 'string', atrium: { type: 'ontology', ontology: 'terms' } },
        { name: 'excluded', type: 'boolean' },
        { name: 'onset', type: 'date', atrium: { phi: true } },
      ],
      rows: [
        ['P1', 'HP:0001250', 'false', '2020-05-06'],
        ['P1', 'HP:0001627', 'true', ''],
        ['P1', 'MONDO:0005453', 'false', ''],
        ['P2', 'HP:9999999', 'false', ''],
      ],
      schema: {
        foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
      },
      atrium: { event: { start: 'onset' }, polarity: { field: 'excluded', absent: [true] } },
    },
  });
  const file = path.join(folder, 'datapackage.json');
  const descriptor = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...descriptor, atrium: { ontologies: [ontology] } }));
  return folder;
}

const test = onPortal({ dataset: async (folder) => ({ packagePath: await writePeople(folder) }) });

/** What GA4GH Phenopackets 2.0.0 says of the messages that are written, in the JSON of protobuf 3. */
const term = z.strictObject({ id: z.string().regex(/^\w+:\S+$/), label: z.string() });
const time = z.iso.datetime();
const onset = z.union([
  z.strictObject({ age: z.strictObject({ iso8601duration: z.string().regex(/^P\d+D$/) }) }),
  z.strictObject({ timestamp: time }),
  z.strictObject({ interval: z.strictObject({ start: time, end: time }) }),
]);
const shown = { excluded: z.literal(true).optional(), onset: onset.optional() };
const text = z.string().min(1);
const resource = z.strictObject({
  id: text,
  name: text,
  url: text,
  version: text,
  namespacePrefix: text,
  iriPrefix: text,
});
const metaData = z.strictObject({
  created: time,
  createdBy: text,
  resources: z.array(resource),
  phenopacketSchemaVersion: z.literal('2.0'),
});
const phenopacket = z.strictObject({
  id: text,
  subject: z.strictObject({
    id: text,
    sex: z.enum(['UNKNOWN_SEX', 'FEMALE', 'MALE', 'OTHER_SEX']),
  }),
  phenotypicFeatures: z.array(z.strictObject({ type: term, ...shown })),
  diseases: z.array(z.strictObject({ term, ...shown })),
  metaData,
});
const cohortMessage = z.strictObject({
  id: text,
  description: text,
  members: z.array(phenopacket),
  metaData,
});

const calls = [
  'query_tools/cohort_document/?format=sqon',
  'query_tools/cohort_document/',
  'query_tools/export_phenopackets/',
];

test('members who see aggregates only take no cohort along, and no subjects (rule 3.35)', async ({ cy }) => {
  for (const call of calls) expect((await cy.get(cy.address(call))).statusCode, call).toBe(403);
  const edit = { transformation: { type: 'import_cohort', document: {} } };
  expect((await cy.post(cy.address('cohort_def/'), edit)).statusCode).toBe(403);
});

test('subjects leave as phenopackets of version 2, their days as each level sees them (rule 3.35)', async ({
  ada,
  bo,
}) => {
  const read = async (one: typeof ada) => {
    const reply = await one.get(one.address('query_tools/export_phenopackets/'));
    expect(reply.headers['content-type']).toContain('application/json');
    return cohortMessage.parse(JSON.parse(reply.body));
  };
  const { members, metaData: meta } = await read(ada);
  expect(members).toMatchObject([
    {
      subject: { id: 'P1', sex: 'FEMALE' },
      phenotypicFeatures: [
        { type: { id: 'HP:0001627' }, excluded: true },
        { type: { id: 'HP:0001250', label: 'Seizure' }, onset: { timestamp: '2020-05-06T00:00:00Z' } },
      ],
      diseases: [{ term: { id: 'MONDO:0005453' } }],
    },
    { subject: { id: 'P2', sex: 'MALE' }, phenotypicFeatures: [], diseases: [] },
  ]);
  expect(meta.resources.map(({ namespacePrefix }) => namespacePrefix).toSorted()).toEqual(['HP', 'MONDO']);
  const [line] = (await ada.get('audit/?page_size=1')).json().results;
  expect(line).toMatchObject({ action: 'export_rows', detail: { format: 'phenopackets', rows: 5 } });
  const seenByBo = await bo.get(bo.address('query_tools/export_phenopackets/'));
  expect(seenByBo.body).not.toContain('2020-05-06');
  expect(seenByBo.body).toContain('"start":"2020-01-01T00:00:00Z"');
});

test('phenopackets of more subjects than may leave today are refused before any is made (rule 8.21)', async ({
  ada,
  portal,
  dataset,
}) => {
  const settings = (value: object) =>
    portal.db
      .updateTable('dataset')
      .set({ settings: JSON.stringify(value) })
      .where('id', '=', dataset.id)
      .execute();
  await settings({ exportRowsPerDay: 1 });
  const ask = vi.spyOn(portal.questions, 'ask');
  const reply = await ada.get(ada.address('query_tools/export_phenopackets/'));
  const asked = ask.mock.calls.map(([{ kind }]) => kind);
  ask.mockRestore();
  await settings({});
  expect([reply.statusCode, reply.json().code]).toEqual([429, 'volume_limit']);
  expect(asked).not.toContain('page');
});

test('a cohort is taken along, judged elsewhere without being saved, and brought in as one edit (rules 3.32 to 3.34)', async ({
  ada,
}) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const along = async (format: string) =>
    (await ada.get(ada.address(`query_tools/cohort_document/?format=${format}`))).json();
  const { document, unsaid } = await along('cohort');
  expect(unsaid).toEqual([]);
  const schema = (await ada.get('schemas/cohort/')).json();
  expect(z.fromJSONSchema(schema).safeParse(document).error?.issues ?? []).toEqual([]);
  expect((await along('sqon')).document).toEqual({
    op: 'and',
    content: [{ op: 'and', content: [{ op: 'in', content: { fieldName: 'sex', value: ['Female'] } }] }],
  });
  expect((await along('circe')).unsaid).toEqual(['everything: the dataset has no OMOP observation periods']);
  expect((await along('phenopackets')).left_out).toContain('files');

  const cleared = await ada.cohort.edit({ type: 'clear_all' });
  const bring = async (more: object, given = document) => {
    const transformation = { type: 'import_cohort', document: given, ...more };
    return (await ada.post(ada.address('cohort_def/'), { transformation })).json();
  };
  const elsewhere = JSON.parse(JSON.stringify(document).replaceAll('"sex"', '"gender"'));
  expect(await bring({}, elsewhere)).toMatchObject({
    transformation_successful: false,
    transformation_errors: ['There is no concept gender here.'],
    snapshot_id: cleared.snapshot_id,
  });
  const other = JSON.parse(JSON.stringify(document).replaceAll('"Female"', '"Femal"'));
  expect(await bring({ validate_only: true }, other)).toMatchObject({
    transformation_successful: false,
    transformation_warning_entries: ['Femal'],
    snapshot_id: cleared.snapshot_id,
  });
  const brought = await bring({});
  expect(brought).toMatchObject({
    transformation_successful: true,
    previous_snapshot_id: cleared.snapshot_id,
  });
  expect(await ada.cohort.count()).toBe(1);
});
