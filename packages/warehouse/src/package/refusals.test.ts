import { describe } from 'vitest';
import {
  field,
  packageWith,
  person,
  type RefusalCase,
  sample,
  sampleWith,
  testRefusals,
} from '../testing/refusalCases.ts';
import { key } from '../testing/tinyPackage.ts';

const files: readonly RefusalCase[] = [
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

const names: readonly RefusalCase[] = [
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

describe('a package is refused for its files:', () => testRefusals(files));
describe('a package is refused for its names:', () => testRefusals(names));
