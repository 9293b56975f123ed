import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { z } from 'zod';
import { asOperator } from '../../testing/asOperator.ts';
import { dataCite } from '../../testing/dataCite.ts';
import { hostile, onPublicRecord } from '../../testing/onPublicRecord.ts';
import { writeSmallPackage } from '../../testing/smallPackage.ts';

const test = onPublicRecord
  // biome-ignore lint/correctness/noEmptyPattern: Vitest finds the fixtures that a fixture uses in this pattern.
  .extend('registrar', async ({}, { onCleanup }) => {
    const registrar = await dataCite();
    onCleanup(registrar.close);
    return registrar;
  })
  .extend(
    'register',
    ({ portal, registrar }) =>
      (more: object = {}, draft = false) =>
        asOperator(
          portal,
          { kind: 'registerDoi', dataset: 'hearts', release: 'latest', draft },
          { registrar: { ...registrar.settings, ...more } },
        ),
  );

const paths = [
  'catalogue/hearts',
  'catalogue/hearts/croissant',
  'catalogue/hearts/latest',
  'catalogue/hearts/latest/datacite',
  'catalogue/hearts/latest/datacite_xml',
  'catalogue/hearts/latest/csl',
  'catalogue/hearts/latest/bibtex',
  'fdp/dataset/hearts',
  'fdp/distribution/hearts',
];

test('strangers find no page of a dataset until a steward opens it, nor of one that is not listed (rule 14.69)', async ({
  portal,
  open,
}) => {
  const { get } = portal.anonymous;
  const statuses = async () =>
    new Set(await Promise.all(paths.map(async (path) => (await get(path)).statusCode)));
  expect(await statuses()).toEqual(new Set([404]));
  const named = async () =>
    (await Promise.all(['catalogue', 'catalogue/sitemap', 'fdp', 'fdp/catalog'].map(get))).some(({ body }) =>
      body.includes('hearts'),
    );
  expect(await named()).toBe(false);
  await open();
  expect(await statuses()).toEqual(new Set([200]));
  expect(await named()).toBe(true);
  await open({}, { is_listed: false });
  expect([await statuses(), await named()]).toEqual([new Set([404]), false]);
  await open({}, { is_listed: true });
});

test('no variable, value, row or small number of the data is public, and no text is markup (rules 14.70 and 14.71)', async ({
  portal,
  open,
}) => {
  await open();
  for (const path of [...paths, 'catalogue', 'fdp', 'fdp/catalog', 'catalogue/sitemap']) {
    const { body } = await portal.anonymous.get(path);
    expect(body, path).not.toMatch(/severity|birth_date|Septal|P1|"size": "6|[^\d]6 subjects/);
    if (/^catalogue\/hearts(\/latest(\/datacite_xml)?)?$/.test(path))
      expect(body, path).not.toMatch(/<img|<\/script><img/);
  }
  expect((await portal.anonymous.get('catalogue/hearts/croissant')).json().size).toBe('<11 subjects');
});

test('no number of subjects is public while members who see aggregates only stay on an earlier release (rule 14.71)', async ({
  portal,
  dataset,
  open,
}) => {
  const live = await open();
  const before = await portal.db
    .insertInto('release')
    .values({ dataset_id: dataset.id, state: 'retired', subject_count: 60, finished_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.db.updateTable('release').set({ subject_count: 59 }).where('state', '=', 'live').execute();
  const croissant = async () => (await portal.anonymous.get('catalogue/hearts/croissant')).json();
  expect(await croissant()).toMatchObject({ version: live, size: '59 subjects' });
  await portal.db.updateTable('dataset').set({ aggregate_release_id: before.id }).execute();
  const stayed = await croissant();
  expect(stayed.version).toBe(`release_${before.id}`);
  expect(stayed).not.toHaveProperty('size');
  expect((await portal.anonymous.get('catalogue/hearts')).body).not.toContain('Subjects:');
});

test('a release that only holds the data of another one, and never was live, is no release of the public', async ({
  portal,
  dataset,
  open,
}) => {
  const live = await open();
  const holder = await portal.db
    .insertInto('release')
    .values({ dataset_id: dataset.id, state: 'retired', finished_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const holds = (of: number | null) =>
    portal.db.updateTable('release').set({ data_release_id: of }).where('state', '=', 'live').execute();
  await holds(holder.id);
  await open({ dois: { [live]: '10.1234/heart.7', [`release_${holder.id}`]: '10.1234/heart.8' } });
  expect((await portal.anonymous.get(`catalogue/hearts/release_${holder.id}`)).statusCode).toBe(404);
  expect((await portal.anonymous.get(`catalogue/hearts/${live}`)).statusCode).toBe(200);
  await holds(null);
});

test('a variable is public where a steward lists it and level agg may use it, without its values (rule 14.87)', async ({
  portal,
  ada,
  open,
}) => {
  const closed = ['birth_date', 'note', 'participant_id', 'gone'];
  await open({ variables: ['sex', 'age', 'weight', 'diagnosis_severity', ...closed] });
  const { body } = await portal.anonymous.get('catalogue/hearts/croissant');
  const { '@context': context, recordSet, distribution } = JSON.parse(body);
  expect(recordSet.map(({ '@id': id }: { '@id': string }) => id)).toEqual(['participant', 'diagnosis']);
  const text = z.string().min(1);
  // Croissant 1.1, "RecordSet", "Field" and "DataSource": a field has a name and a data type.
  const field = z.strictObject({
    '@type': z.literal('cr:Field'),
    '@id': text,
    name: text,
    description: text,
    dataType: z.enum(['sc:Text', 'sc:Boolean', 'sc:Date', 'sc:Integer', 'sc:Float']),
    isArray: z.literal(true).optional(),
    source: z
      .strictObject({
        fileObject: z.strictObject({ '@id': z.literal(distribution[0]['@id']) }),
        extract: z.strictObject({ column: text }),
      })
      .optional(),
  });
  const recordSets = z.array(
    z.strictObject({
      '@type': z.literal('cr:RecordSet'),
      '@id': text,
      name: text,
      description: text,
      field: z.array(field),
    }),
  );
  const fields = recordSets.parse(recordSet).flatMap((one) => one.field);
  expect(fields.map(({ '@id': id, dataType, source }) => [id, dataType, source?.extract.column])).toEqual([
    ['participant/sex', 'sc:Text', 'Sex'],
    ['participant/age', 'sc:Integer', 'Age (days)'],
    ['participant/weight', 'sc:Float', 'Weight (kg)'],
    ['diagnosis/diagnosis_severity', 'sc:Text', undefined],
  ]);
  const sourced = fields.flatMap(({ source }) => source?.extract.column ?? []);
  const entries = ['sex', 'age', 'weight'].map((id) => ({ type: 'add_entry', concept_id: id }));
  await ada.post(ada.address('table_def/batch/'), { transformations: entries });
  const [headings = ''] = (await ada.get(ada.address('query_tools/export_csv/'))).body.split(/\r?\n/);
  expect(headings.split(',')).toEqual(expect.arrayContaining(sourced));
  expect(Object.keys(context)).toEqual(expect.arrayContaining(['recordSet', 'field', 'dataType', 'source']));
  const page = (await portal.anonymous.get('catalogue/hearts')).body;
  expect(page).toContain('<li>Weight</li>');
  for (const shown of [body, page]) expect(shown).not.toMatch(/Female|severe\b|P1|Birth date|Note\b|twice/);
});

test('the record is a Croissant 1.1 with what it requires, and stands in the page', async ({
  portal,
  open,
}) => {
  await open();
  const found = (await portal.anonymous.get('catalogue/hearts/croissant')).json();
  // Croissant 1.1, "Dataset-level Information": required, and `distribution` of "Modified and Added Properties".
  const required = ['@context', '@type', 'conformsTo', 'description', 'license', 'name', 'url', 'creator'];
  expect(Object.keys(found)).toEqual(expect.arrayContaining([...required, 'datePublished', 'distribution']));
  expect(found).toMatchObject({
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: hostile,
    usageInfo: [
      { '@type': 'DefinedTerm', termCode: 'DUO_0000042', url: 'duo:0000042', name: 'general research use' },
      { termCode: 'DUO_0000018' },
    ],
    distribution: [{ '@type': 'cr:FileObject' }],
  });
  const page = await portal.anonymous.get('catalogue/hearts');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.body) ?? [];
  expect(JSON.parse(block)).toEqual(found);
});

const dct = 'http://purl.org/dc/terms/';
const dcat = 'http://www.w3.org/ns/dcat#';
const fdp = 'http://rdf.biosemantics.org/ontologies/fdp-o#';
const r3d = 'http://www.re3data.org/schema/3-0#';
const layers = ['metadataIdentifier', 'metadataIssued', 'metadataModified'].map((name) => fdp + name);
/** What the tables of the FAIR Data Point's metadata specification require of each layer. */
const requiredOf = {
  fdp: [
    `${dct}title`,
    `${dct}hasVersion`,
    `${dct}publisher`,
    `${r3d}dataCatalog`,
    `${r3d}repositoryIdentifier`,
  ],
  'fdp/catalog': [
    `${dct}title`,
    `${dct}hasVersion`,
    `${dct}publisher`,
    `${dct}isPartOf`,
    `${dcat}dataset`,
    `${dcat}themeTaxonomy`,
  ],
  'fdp/dataset/hearts': [
    `${dct}title`,
    `${dct}publisher`,
    `${dct}hasVersion`,
    `${dct}isPartOf`,
    `${dcat}distribution`,
    `${dcat}theme`,
  ],
  'fdp/distribution/hearts': [`${dct}title`, `${dct}hasVersion`, `${dct}isPartOf`, `${dcat}mediaType`],
};

test('each layer of the FAIR Data Point has what its table requires, and leads to the next', async ({
  portal,
  open,
}) => {
  await open();
  for (const [path, required] of Object.entries(requiredOf)) {
    const { body, headers } = await portal.anonymous.get(path);
    expect(headers['content-type']).toBe('text/turtle; charset=utf-8');
    const triples = triplesOf(body);
    const subject = triples[0]?.subject ?? '';
    expect(subject).toMatch(new RegExp(`/api/v2/${path}$`));
    const has = triples.filter((triple) => triple.subject === subject).map(({ property }) => property);
    expect(has).toEqual(expect.arrayContaining([...required, ...layers]));
  }
  const catalogue = (await portal.anonymous.get('catalogue')).json();
  const typesOf = catalogue.flatMap((node: { '@type': string[] }) => node['@type']);
  expect(typesOf).toEqual(
    expect.arrayContaining([`${dcat}Catalog`, `${dcat}Dataset`, `${dcat}Distribution`]),
  );
});

test('the metadata of a release have what DataCite 4.6 requires, with the DOI that the site gave (rule 14.72)', async ({
  portal,
  open,
}) => {
  const name = await open();
  const { get } = portal.anonymous;
  expect((await get('catalogue/hearts/latest/datacite')).json()).not.toHaveProperty('doi');
  expect((await get('catalogue/hearts/latest/datacite_xml')).body).toContain('>:tba</identifier>');
  await open({ dois: { [name]: '10.1234/heart.7' } });
  const metadata = (await get(`catalogue/hearts/${name}/datacite`)).json();
  expect(metadata).toMatchObject({
    doi: '10.1234/heart.7',
    creators: [{ nameType: 'Personal', nameIdentifiers: [{ nameIdentifierScheme: 'ORCID' }] }, {}],
    titles: [{ title: hostile }],
    publisher: { name: 'Heart & Co' },
    publicationYear: 2026,
    types: { resourceTypeGeneral: 'Dataset' },
    url: expect.stringMatching(new RegExp(`/api/v2/catalogue/hearts/${name}$`)),
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  });
  const { body } = await get('catalogue/hearts/latest/datacite_xml');
  const required = ['identifier', 'creators', 'titles', 'publisher', 'publicationYear', 'resourceType'];
  for (const element of required) expect(body).toMatch(new RegExp(`<${element}[ >]`));
  expect(
    spawnSync('python3', ['-c', 'import sys, xml.dom.minidom as x; x.parse(sys.stdin)'], { input: body })
      .status,
  ).toBe(0);
});

test('a release is cited as CSL-JSON and BibTeX, with its DOI (rule 14.73)', async ({ portal, open }) => {
  const name = await open();
  const { get } = portal.anonymous;
  const [item] = (await get('catalogue/hearts/latest/csl')).json();
  expect(item).toMatchObject({ id: `hearts_${name}`, type: 'dataset', version: name, title: hostile });
  expect(item.URL).toMatch(new RegExp(`/catalogue/hearts/${name}$`));
  await open({ dois: { [name]: '10.1234/heart.7' } });
  const { body } = await get('catalogue/hearts/latest/bibtex');
  expect(body).toContain(`@misc{hearts_${name},`);
  expect(body).toContain('doi = {10.1234/heart.7}');
  expect(body).toContain('The \\{Consortium\\}\\_1');
  expect([...body.replace(/\\[{}]/g, '')].filter((letter) => letter === '{')).toHaveLength(
    [...body.replace(/\\[{}]/g, '')].filter((letter) => letter === '}').length,
  );
});

test('the methods of a report and the dictionary of an export cite the DOI of their release (rule 12.33)', async ({
  ada,
  open,
}) => {
  await open({ dois: { [await open()]: '10.1234/heart.7' } });
  const saved = await ada.post(ada.address('reports/create_form/'), { name: 'All', project_other: 'Hearts' });
  const { methods } = await ada.read(`report_tools/${saved.json().report_id}/methods/`);
  expect(methods.citation).toContain(' https://doi.org/10.1234/heart.7. Counted with Atrium');
  expect(methods.citations.bibtex).toMatch(
    new RegExp(`^@misc{hearts_${methods.receipt},[^]*doi = {10.1234/heart.7}`),
  );
  expect(JSON.parse(methods.citations.csl)).toMatchObject([
    { DOI: '10.1234/heart.7', publisher: 'Heart & Co', note: expect.stringContaining(methods.receipt) },
  ]);
  const { sources } = await ada.read('query_tools/export_dictionary/');
  expect(sources[0].path).toBe('https://doi.org/10.1234/heart.7');
});

test('the page of a release stays when the release is gone, and leads to the current one (rule 14.74)', async ({
  portal,
  dataset,
  folder,
  open,
}) => {
  const old = await open();
  await open({ dois: { [old]: '10.1234/heart.7' } });
  await portal.aRelease(dataset, await writeSmallPackage(`${folder}/next`));
  await portal.releases.remove(old);
  const name = await open({ dois: { [old]: '10.1234/heart.7' } });
  expect(name).not.toBe(old);
  const { body } = await portal.anonymous.get(`catalogue/hearts/${old}`);
  expect(body).toContain('https://doi.org/10.1234/heart.7');
  expect(body).toContain(`/catalogue/hearts/${name}`);
  expect((await portal.anonymous.get('catalogue/hearts/release_999')).statusCode).toBe(404);
  const related = (await portal.anonymous.get('catalogue/hearts/latest/datacite')).json().relatedIdentifiers;
  expect(related).toContainEqual({
    relatedIdentifier: '10.1234/heart.7',
    relatedIdentifierType: 'DOI',
    relationType: 'IsNewVersionOf',
  });
  const map = (await portal.anonymous.get('catalogue/sitemap')).body;
  for (const release of [old, name]) expect(map).toContain(`/catalogue/hearts/${release}</loc>`);
});

test('a DOI is registered once and named in the record; asked again, it is brought up to date (rule 14.85)', async ({
  portal,
  open,
  registrar,
  register,
}) => {
  const name = await open({ conditions: 'Ask.' });
  const doi = `10.1234/hearts.${name}`;
  expect(await register({}, true)).toEqual([expect.stringContaining(`${doi} of ${name} is draft`)]);
  const metadata = async () => (await portal.anonymous.get(`catalogue/hearts/${name}/datacite`)).json();
  expect(await metadata()).not.toHaveProperty('doi');
  expect(registrar.asked()).toEqual([`GET /dois/${doi}`, 'POST /dois']);
  expect(await register()).toEqual([
    `${doi} of ${name} is findable and leads to https://portal.example.org/api/v2/catalogue/hearts/${name}`,
  ]);
  expect(registrar.asked()).toEqual([`GET /dois/${doi}`, `PUT /dois/${doi}`]);
  const { url, relatedIdentifiers, ...told } = registrar.dois.get(doi)?.attributes ?? {};
  expect([told['doi'], await metadata()]).toEqual([doi, expect.objectContaining(told)]);
  await register();
  expect([...registrar.dois.keys()]).toEqual([doi]);
  await open();
  await register();
  expect([[...registrar.dois.keys()], (await metadata()).doi]).toEqual([[doi], doi]);
});

test('where the registrar refuses, its words are told and nothing is changed (rule 14.86)', async ({
  portal,
  sam,
  open,
  registrar,
  register,
}) => {
  const name = await open();
  const doi = `10.1234/hearts.${name}`;
  registrar.refuse({ status: 422, title: 'The title is\nodd.' });
  await expect(register()).rejects.toThrow(`The registrar of DOIs refused ${doi}: The title is odd.`);
  registrar.refuse(null);
  await expect(register({ password: 'wrong' })).rejects.toThrow('Bad credentials.');
  await expect(register({ url: 'http://127.0.0.1:9' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(registrar.dois.size).toBe(0);
  registrar.dois.set(doi, { attributes: { url: 'https://other.example.org/x' }, state: 'findable' });
  registrar.asked();
  await expect(register()).rejects.toThrow('leads to https://other.example.org/x');
  expect(registrar.asked()).toEqual([`GET /dois/${doi}`]);
  await open({ dois: { [name]: '10.9999/x' } });
  await expect(register()).rejects.toThrow('another prefix');
  await open({ dois: {} });
  expect((await portal.anonymous.get(`catalogue/hearts/${name}/datacite`)).json()).not.toHaveProperty('doi');
  const path = `/pcgc/api/admin/data/datasets/hearts/releases/${name.replace('release_', '')}/doi`;
  expect((await sam.post(path, { draft: false })).json()).toMatchObject({ code: 'not_ready' });
});

const triple = /^<([^>]*)> <([^>]*)> (<[^>]*>|"(?:[^"\\]|\\.)*"(?:@en|\^\^<[^>]*>)) \.$/;
function triplesOf(turtle: string) {
  return turtle
    .trim()
    .split('\n')
    .map((line) => {
      const [, subject, property, value] = triple.exec(line) ?? [];
      if (subject === undefined || property === undefined || value === undefined)
        throw new Error(`No triple: ${line}`);
      return { subject, property, value };
    });
}
