import { describe, expect, it } from 'vitest';
import { key, persons, type TinyPackage, type TinyTable, toPerson } from '../testing/tinyPackage.ts';
import { refusalOf } from '../testing/tinyWarehouse.ts';

type Json = Readonly<Record<string, unknown>>;

const person = persons();
const sample: TinyTable = {
  name: 'sample',
  fields: [key('person_id'), { name: 'tube' }],
  schema: toPerson,
  csv: 'person_id,tube,extra\np1,a,b\n',
};
const sampleWith = (rest: Partial<TinyTable>): TinyPackage => ({ tables: [person, { ...sample, ...rest }] });
const field = (given: Json): TinyPackage =>
  sampleWith({ fields: [...sample.fields, { name: 'extra', type: 'string', ...given }] });
const reference = (given: Json): TinyPackage =>
  sampleWith({ schema: { foreignKeys: [...toPerson.foreignKeys, given] } });
const packageWith = (atrium: Json, rest: Json = {}): TinyPackage => ({
  tables: [person, sample],
  atrium,
  rest,
});
const event = (type: string, given: Json): TinyPackage =>
  sampleWith({
    fields: [...sample.fields, { name: 'extra', type }],
    rest: { atrium: { event: given } },
  });

const described = {
  name: 'person',
  path: 'person.csv',
  schema: { fields: person.fields, primaryKey: 'person_id' },
};

type Case = readonly [rule: string, tiny: TinyPackage, ...problems: readonly string[]];

const files: readonly Case[] = [
  [
    'a missing file',
    {
      tables: [
        { name: 'person', fields: person.fields, schema: { primaryKey: 'person_id' }, path: 'gone.csv' },
      ],
    },
    'resource person: there is no file "gone.csv" in the package',
  ],
  [
    'a path out of the package',
    sampleWith({ path: ['../sample.csv'] }),
    'resource sample: the path "../sample.csv" leads out of the package',
  ],
  [
    'an absolute path',
    sampleWith({ path: ['/etc/passwd'] }),
    'resource sample: its format "/etc/passwd" is not known; csv, tsv and parquet are',
    'resource sample: the path "/etc/passwd" is not a path inside the package',
  ],
  [
    'an address for the path of the root',
    { ...sampleWith({ path: ['https://example.org/sample.csv'] }), atrium: { root: 'sample' } },
    'package: the root resource "sample" cannot be loaded: its path, schema or dialect is an address outside the package',
  ],
  ['a resource without a path', sampleWith({ path: [] }), 'resource sample: it has no path and no data'],
  [
    'a resource with a path and data',
    sampleWith({ rest: { data: [] } }),
    'resource sample: it has both a path and data',
  ],
  [
    'data that are no rows',
    sampleWith({ path: [], rest: { data: [['person_id', 'tube'], { person_id: 'p1' }] } }),
    'resource sample: its data must be a list of rows that are all arrays or all objects',
  ],
  [
    'an unknown format',
    sampleWith({ path: 'sample.xlsx' }),
    'resource sample: its format "xlsx" is not known; csv, tsv and parquet are',
  ],
  [
    'an unknown encoding',
    sampleWith({ rest: { encoding: 'klingon' } }),
    'resource sample: its encoding "klingon" is not known',
  ],
  [
    'a row of column names before the first',
    sampleWith({ rest: { dialect: { headerRows: [0] } } }),
    'resource sample, dialect, headerRows 1: too small: expected number to be >=1',
  ],
  [
    'a column that the file lacks',
    sampleWith({ csv: 'person_id,box\np1,a\n' }),
    'sample.csv: there is no column "tube"',
  ],
  [
    'a column that occurs twice',
    sampleWith({ csv: 'person_id,tube,tube\np1,a,b\n' }),
    'sample.csv: the column "tube" occurs twice',
  ],
  [
    'a missing ontology file',
    packageWith({ ontologies: [{ id: 'o', path: 'o.obo', format: 'obo' }] }),
    'ontology o: there is no file "o.obo" in the package',
  ],
  [
    'an ontology without a file and without terms',
    packageWith({ ontologies: [{ id: 'o' }, { id: 'q', format: 'obo', terms: [] }] }),
    'ontology o: it must have a path and a format, or else terms',
    'ontology q: it must have a path and a format, or else terms',
  ],
  [
    'codes of a field that is no ontology',
    field({ atrium: { codes: [{ text: 'a', code: 'A' }] } }),
    'resource sample, field extra: it has codes but is of type text',
  ],
  [
    'a text that stands for two codes',
    {
      ...field({
        atrium: {
          ontology: 'o',
          codes: [
            { text: 'a', code: 'A' },
            { text: ' a', code: 'B' },
          ],
        },
      }),
      atrium: { ontologies: [{ id: 'o', terms: [{ code: 'A', label: 'a' }] }] },
    },
    'resource sample, field extra: "a" stands for several of its codes',
  ],
];

const names: readonly Case[] = [
  [
    'a misspelt key',
    field({ atrium: { categroy: 'x', ontolgy: 'y' } }),
    'resource sample, field extra, atrium: there is no property "categroy"',
    'resource sample, field extra, atrium: there is no property "ontolgy"',
  ],
  [
    'a field that starts with _',
    sampleWith({
      fields: [...sample.fields, { name: '_extra', atrium: { id: 'extra' } }],
      csv: 'person_id,tube,_extra\n',
    }),
    'resource sample, field _extra: its name must not start with _',
  ],
  [
    'an id that starts with _',
    field({ atrium: { id: '_extra' } }),
    'resource sample, field extra, atrium, id: must consist of letters, digits and _, not starting with _',
  ],
  [
    'a resource that starts with _',
    { tables: [person, { ...sample, name: '_sample', path: 'sample.csv' }] },
    'resource _sample: its name must not start with _',
    'resource _sample, field tube: "_sample_tube" cannot be a concept id (letters, digits and _, at most 63, not starting with _); give it an atrium.id',
  ],
  [
    'two resources of one name',
    { tables: [person, sample, { ...sample, fields: [key('person_id')] }] },
    'package: the resource name "sample" occurs 2 times',
  ],
  [
    'two fields of one name',
    sampleWith({ fields: [...sample.fields, key('tube')] }),
    'resource sample: the field "tube" is described twice',
  ],
  [
    'two concepts of one id',
    field({ atrium: { id: 'person_id' } }),
    'package: the concept id "person_id" (resource person, field person_id; resource sample, field extra) occurs 2 times',
  ],
  [
    'concept ids that differ in case only',
    field({ atrium: { id: 'Person_ID' } }),
    'package: the concept id "person_id" (resource person, field person_id; resource sample, field extra) occurs 2 times (also spelled Person_ID)',
  ],
  [
    'two categories of one id',
    packageWith({ categories: [{ id: 'a' }, { id: 'a' }] }),
    'package: the category id "a" occurs 2 times',
  ],
  [
    'a category under one that does not exist',
    packageWith({ categories: [{ id: 'a', parent: 'b' }] }),
    'category a: its parent "b" does not exist',
  ],
  [
    'categories under each other',
    packageWith({
      categories: [
        { id: 'a', parent: 'b' },
        { id: 'b', parent: 'a' },
      ],
    }),
    'category a: it stands under itself',
    'category b: it stands under itself',
  ],
];

const fields: readonly Case[] = [
  [
    'an unknown ontology',
    field({ atrium: { type: 'ontology', ontology: 'hpo' } }),
    'resource sample, field extra: the ontology "hpo" does not exist',
  ],
  [
    'an ontology field without ontology',
    field({ atrium: { type: 'ontology' } }),
    'resource sample, field extra: it is of type ontology but names no ontology',
  ],
  [
    'an unknown category',
    field({ atrium: { category: 'c' } }),
    'resource sample, field extra: the category "c" does not exist',
  ],
  [
    'an unknown concept type',
    field({ atrium: { type: 'colour' } }),
    'resource sample, field extra, atrium, type: must be one of category, boolean, ontology, text, date, number, age',
  ],
  [
    'a type that cannot be read',
    field({ type: 'boolean', atrium: { type: 'date' } }),
    'resource sample, field extra: a boolean cannot be read as date',
  ],
  [
    'an unknown unit of age',
    field({ type: 'integer', atrium: { type: 'age', unit: 'months' } }),
    'resource sample, field extra: the unit of an age is days or years, not "months"',
  ],
  [
    'a date format that is none',
    field({ type: 'date', format: '%Q.%m' }),
    'resource sample, field extra: its date format "%Q.%m" has %Q, which cannot be read',
  ],
  [
    'a link without a place for the value',
    field({ atrium: { link: 'https://example.org' } }),
    'resource sample, field extra: its link lacks {value}',
  ],
  [
    'a link that is no web address',
    field({ atrium: { link: 'javascript:alert({value})' } }),
    'resource sample, field extra, atrium, link: must be an http, https or mailto address, or a path of this portal',
  ],
  [
    'an unknown prefilter',
    field({ atrium: { prefilter: { field: 'person', mode: 'optional' } } }),
    'resource sample, field extra: its prefilter "person" is not a field of the same table',
  ],
  [
    'a prefilter that is a number',
    sampleWith({
      fields: [
        key('person_id'),
        { name: 'tube', type: 'number' },
        { name: 'extra', atrium: { prefilter: { field: 'tube', mode: 'optional' } } },
      ],
    }),
    'resource sample, field extra: its prefilter "tube" must be a category or text, not number',
  ],
  [
    'a prefilter that is not published',
    field({ atrium: { prefilter: { field: 'person_id', mode: 'required' } } }),
    'resource sample, field extra: its prefilter "person_id" is not published',
  ],
  [
    'an unknown default column',
    packageWith({ defaultColumns: ['person_id', 'colour'] }),
    'package: the default column "colour" is not a concept',
  ],
  [
    'an unknown concept in the overview',
    packageWith({ settings: { overviewConcepts: ['colour'] } }),
    'package: the overview concept "colour" is not a concept',
  ],
  [
    'a text in the overview',
    packageWith({ settings: { overviewConcepts: ['person_id'] } }),
    'package: the overview concept "person_id" must not be of type text',
  ],
];

const keys: readonly Case[] = [
  [
    'a root that does not exist',
    packageWith({ root: 'subject' }),
    'package: the root "subject" does not exist',
  ],
  [
    'a foreign key to a root without a primary key',
    { tables: [{ ...person, schema: {} }, sample] },
    'resource sample: its foreign key (person_id) leads to the root "person", which has no primary key',
  ],
  [
    'no table that could be the root',
    {
      tables: [
        {
          ...person,
          schema: {
            primaryKey: 'person_id',
            foreignKeys: [{ fields: 'person_id', reference: { resource: 'sample', fields: 'person_id' } }],
          },
        },
        sample,
      ],
    },
    'package: every loaded resource has a foreign key that leads out of it, so none can be the root',
  ],
  [
    'a primary key that is no field',
    sampleWith({ schema: { ...toPerson, primaryKey: ['nr'] } }),
    'resource sample: its primary key names the field "nr", which does not exist',
  ],
  [
    'a foreign key to no resource',
    reference({ fields: 'tube', reference: { resource: 'rack', fields: 'tube' } }),
    'resource sample: its foreign key (tube) leads to the resource "rack", which does not exist',
  ],
  [
    'a foreign key to no field',
    reference({ fields: 'tube', reference: { resource: 'person', fields: 'tube' } }),
    'resource sample: its foreign key (tube) leads to the field "tube" of person, which does not exist',
  ],
  [
    'a foreign key from no field',
    reference({ fields: 'box', reference: { resource: 'person', fields: 'person_id' } }),
    'resource sample: its foreign key (box) names the field "box", which does not exist',
  ],
  [
    'a foreign key of unequal sides',
    reference({ fields: ['tube', 'person_id'], reference: { resource: 'person', fields: 'person_id' } }),
    'resource sample: its foreign key (tube, person_id) has 2 fields but leads to 1',
  ],
  [
    'a table that must be loaded and has no way to the root',
    sampleWith({ schema: {}, rest: { atrium: { load: true } } }),
    'resource sample: it cannot be loaded: no foreign key connects it to the root',
  ],
  [
    'a list of files that is no table',
    packageWith({ files: 'guide' }, { resources: [described, { name: 'guide', path: 'guide.pdf' }] }),
    'package: the files resource "guide" cannot be loaded: it has no schema and is neither CSV nor Parquet',
  ],
  [
    'a foreign key to a resource at an address',
    {
      tables: [
        person,
        {
          ...sample,
          schema: {
            foreignKeys: [
              ...toPerson.foreignKeys,
              { fields: 'tube', reference: { resource: 'rack', fields: 'tube' } },
            ],
          },
        },
        { name: 'rack', fields: [{ name: 'tube' }], path: 'https://example.org/rack.csv' },
      ],
    },
    'resource sample: its foreign key (tube) leads to the resource "rack", which cannot be loaded: its path, schema or dialect is an address outside the package',
  ],
  [
    'nothing that can be loaded',
    { tables: [{ name: 'person', fields: [{ name: 'id' }], path: 'https://example.org/person.csv' }] },
    'package: nothing in it can be loaded',
    'resource person: its path, schema or dialect is an address outside the package',
  ],
];

const events: readonly Case[] = [
  [
    'an event time that is no field',
    event('date', { start: 'when' }),
    'resource sample: its event time "when" is not a field of the table',
  ],
  [
    'an event time that is a number',
    event('number', { start: 'extra' }),
    'resource sample: its event time "extra" must be a date or an age, not number',
  ],
  [
    'an event time that is a list',
    event('list', { start: 'extra' }),
    'resource sample: its event time "extra" is a list; an event has one time',
  ],
  [
    'dates and ages in one dataset',
    sampleWith({
      fields: [key('person_id'), { name: 'tube', type: 'date' }, { name: 'extra', type: 'duration' }],
      rest: { atrium: { event: { start: 'tube', end: 'extra' } } },
    }),
    'package: event times must be all dates or all ages, but there are dates in sample.tube; ages in sample.extra',
  ],
];

describe('a package is refused for', () => {
  for (const [rule, tiny, ...problems] of [...files, ...names, ...fields, ...keys, ...events]) {
    it(rule, async () => {
      expect(await refusalOf(tiny)).toEqual(problems);
    });
  }
});
