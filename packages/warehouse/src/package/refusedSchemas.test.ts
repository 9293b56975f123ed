import { describe } from 'vitest';
import {
  event,
  field,
  packageWith,
  person,
  type RefusalCase,
  reference,
  sample,
  sampleWith,
  testRefusals,
} from '../testing/refusalCases.ts';
import { key, toPerson } from '../testing/tinyPackage.ts';

const described = {
  name: 'person',
  path: 'person.csv',
  schema: { fields: person.fields, primaryKey: 'person_id' },
};

const fields: readonly RefusalCase[] = [
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
    'resource sample, field extra, atrium, type: must be one of category, boolean, ontology, text, date, number, number_with_categories, age',
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
    'a form of dates among several that is none, and a single one beside them',
    field({ type: 'date', format: '%d.%m.%Y', atrium: { formats: ['%Y-%m-%d', '%Q'] } }),
    'resource sample, field extra: its date format "%Q" has %Q, which cannot be read',
    'resource sample, field extra: it has both format and formats',
  ],
  [
    'units of a text, or that begin like a number',
    field({ atrium: { units: [{ text: '2kg' }] } }),
    'resource sample, field extra: it has units behind numbers but is no integer or number',
    'resource sample, field extra: the unit "2kg" begins like a number',
  ],
  [
    'spellings of a number',
    field({ type: 'integer', atrium: { spellings: [{ text: 'one', value: '1' }] } }),
    'resource sample, field extra: it has spellings of values but is of type number',
  ],
  [
    'a spelling of two values, and one of a spelling',
    field({
      atrium: {
        spellings: [
          { text: 'm', value: 'male' },
          { text: 'm', value: 'man' },
          { text: 'M', value: 'm' },
        ],
      },
    }),
    'resource sample, field extra: "m" is a spelling of several values',
    'resource sample, field extra: "m" is both a value and a spelling of another one',
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

const keys: readonly RefusalCase[] = [
  [
    'a root that does not exist',
    packageWith({ root: 'subject' }),
    'package: the root "subject" does not exist',
  ],
  [
    'a foreign key to a root without a primary key',
    { tables: [{ ...person, schema: {} }, sample], atrium: { root: 'person' } },
    'resource sample: its foreign key (person_id) leads to the root "person", which has no primary key',
  ],
  [
    'two tables that could be the root (rule 10.29)',
    { tables: [person, { ...sample, schema: {} }] },
    'package: any of these tables could have the row of each subject (person, sample): choose one with atrium.root',
  ],
  [
    'no atrium.root, where the only table that could be it has no primary key (rule 10.29)',
    { tables: [{ ...person, schema: {} }] },
    'package: nothing says that person has one row for each subject, since it has no primary key: choose the table with atrium.root',
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
    { ...sampleWith({ schema: {}, rest: { atrium: { load: true } } }), atrium: { root: 'person' } },
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

const events: readonly RefusalCase[] = [
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

describe('a package is refused for its fields:', () => testRefusals(fields));
describe('a package is refused for its keys:', () => testRefusals(keys));
describe('a package is refused for its events:', () => testRefusals(events));
