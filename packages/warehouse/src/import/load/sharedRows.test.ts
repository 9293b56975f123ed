import { describe, expect, it } from 'vitest';
import { key, persons, toPerson } from '../../testing/tinyPackage.ts';
import { importTiny, inShort } from '../../testing/tinyWarehouse.ts';

const family = {
  name: 'family',
  fields: [
    { name: 'family_id', atrium: { id: 'family_id' } },
    { name: 'size', type: 'integer' },
  ],
  schema: { primaryKey: 'family_id' },
  csv: 'family_id,size\nf1,2\nf2,1\nf3,4\n',
} as const;
const membership = {
  name: 'membership',
  fields: [{ name: 'person_id' }, { name: 'family_id' }],
  schema: {
    foreignKeys: [
      ...toPerson.foreignKeys,
      { fields: ['family_id'], reference: { resource: 'family', fields: ['family_id'] } },
    ],
  },
  csv: 'person_id,family_id\np1,f1\np2,f1\np2,f1\np3,f2\nnobody,f3\np3,f9\n',
} as const;

describe('rows that several subjects share', () => {
  it('are found by a link table, which is no collection itself', async () => {
    const { rows, warehouse, report } = await importTiny({
      atrium: { root: 'person' },
      tables: [persons(), family, membership],
    });
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.collections.map(({ id, sharedRows }) => [id, sharedRows])).toEqual([
      ['person', false],
      ['family', true],
    ]);
    expect(await rows('family')).toEqual([
      { _row: 1, family_id: 'f1', family_size: 2 },
      { _row: 2, family_id: 'f2', family_size: 1 },
    ]);
    expect(await rows('_link_family')).toEqual([
      { _row: 1, _subject: 1 },
      { _row: 1, _subject: 2 },
      { _row: 2, _subject: 3 },
    ]);
    expect(inShort(report.problems)).toEqual([
      'membership.person_id unknownSubject 1: membership.csv:6 nobody',
      'family.* unlinkedRow 1: family.csv:4 f3',
      'membership.family_id unknownLinkRow 1: membership.csv:7 f9',
    ]);
    expect(report.collections.map(({ collection, read, skipped }) => [collection, read, skipped])).toEqual([
      ['person', 3, 0],
      ['membership', 6, 1],
      ['family', 3, 1],
    ]);
  });

  it('are found by a list of subjects', async () => {
    const { rows, report } = await importTiny({
      tables: [
        persons(),
        {
          name: 'sample',
          fields: [
            { name: 'people', type: 'list', delimiter: ' ', atrium: { publish: false } },
            { name: 'tube', atrium: { id: 'tube' } },
          ],
          schema: {
            foreignKeys: [{ fields: 'people', reference: { resource: 'person', fields: 'person_id' } }],
          },
          csv: 'people,tube\np1 p3,a\np2 nobody,b\nnone else,c\n,d\n',
        },
      ],
    });
    expect(await rows('sample')).toEqual([
      { _row: 1, tube: 'a' },
      { _row: 2, tube: 'b' },
    ]);
    expect(await rows('_link_sample')).toEqual([
      { _row: 1, _subject: 1 },
      { _row: 1, _subject: 3 },
      { _row: 2, _subject: 2 },
    ]);
    expect(inShort(report.problems)).toEqual([
      'sample.people missingSubject 1: sample.csv:5 ',
      'sample.people unknownSubject 2: sample.csv:4 none; sample.csv:4 else',
      'sample.people unknownLinkSubject 1: sample.csv:3 nobody',
    ]);
  });

  it('are found by a field that several subjects have in common', { tags: 'long' }, async () => {
    const { rows } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [{ name: 'person_id' }, { name: 'household' }],
          schema: { primaryKey: 'person_id' },
          csv: 'person_id,household\np1,h1\np2,h2\np3,h1\n',
        },
        {
          name: 'visit',
          fields: [key('household'), { name: 'reason', atrium: { id: 'reason' } }],
          schema: {
            foreignKeys: [{ fields: 'household', reference: { resource: 'person', fields: 'household' } }],
          },
          csv: 'household,reason\nh1,a\nh2,b\n',
        },
      ],
    });
    expect(await rows('visit')).toEqual([
      { _row: 1, reason: 'a' },
      { _row: 2, reason: 'b' },
    ]);
    expect((await rows('_link_visit')).map(({ _row, _subject }) => [_row, _subject])).toEqual([
      [1, 1],
      [1, 3],
      [2, 2],
    ]);
  });

  it('are found by a foreign key of the subjects', { tags: 'long' }, async () => {
    const { rows } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [{ name: 'person_id' }, key('family_id')],
          schema: {
            primaryKey: 'person_id',
            foreignKeys: [{ fields: 'family_id', reference: { resource: 'family', fields: 'family_id' } }],
          },
          csv: 'person_id,family_id\np1,f2\np2,f2\n',
        },
        family,
      ],
      atrium: { root: 'person' },
    });
    expect(await rows('_link_family')).toEqual([
      { _row: 1, _subject: 1 },
      { _row: 1, _subject: 2 },
    ]);
  });
});

describe('a table that names rows of another table', () => {
  const visit = {
    name: 'visit',
    fields: [key('visit_id'), key('person_id'), { name: 'ward', atrium: { id: 'ward' } }],
    schema: { primaryKey: 'visit_id', ...toPerson },
    csv: 'visit_id,person_id,ward\nv1,p2,a\nv2,p1,b\nv3,nobody,c\n',
  } as const;
  const toVisit = { fields: 'visit_id', reference: { resource: 'visit', fields: 'visit_id' } };

  it('belongs to their subjects and is related to them', async () => {
    const { rows, report, warehouse } = await importTiny({
      tables: [
        persons(),
        {
          name: 'result',
          fields: [key('visit_id'), { name: 'value', type: 'number', atrium: { id: 'value' } }],
          schema: { foreignKeys: [toVisit] },
          csv: 'visit_id,value\nv1,1\nv3,3\nv9,9\nv2,2\nv2,4\n',
        },
        visit,
      ],
    });
    expect(await rows('result')).toEqual([
      { _row: 1, _subject: 2, value: 1 },
      { _row: 2, _subject: 1, value: 2 },
      { _row: 3, _subject: 1, value: 4 },
    ]);
    expect(await rows('_related_1')).toEqual([
      { _row: 1, _other: 1 },
      { _row: 2, _other: 2 },
      { _row: 3, _other: 2 },
    ]);
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.collections.map(({ id, relations }) => [id, relations])).toEqual([
      ['person', []],
      ['result', [{ number: 1, collectionId: 'visit' }]],
      ['visit', []],
    ]);
    expect(inShort(report.problems)).toContain(
      'result.visit_id unlinkedRow 2: result.csv:3 v3; result.csv:4 v9',
    );
  });

  it('keeps rows whose second foreign key names no row, and reports them', { tags: 'long' }, async () => {
    const { rows, report } = await importTiny({
      tables: [
        persons(),
        visit,
        {
          name: 'result',
          fields: [
            key('person_id'),
            { name: 'visit_id', type: 'list', delimiter: '|', atrium: { publish: false } },
          ],
          schema: { foreignKeys: [...toPerson.foreignKeys, toVisit] },
          csv: 'person_id,visit_id\np1,v2|v1\np2,v3|v1\np3,\n',
        },
      ],
    });
    expect(await rows('result')).toHaveLength(3);
    expect(await rows('_related_1')).toEqual([
      { _row: 1, _other: 1 },
      { _row: 1, _other: 2 },
      { _row: 2, _other: 1 },
    ]);
    expect(inShort(report.problems)).toEqual([
      'visit.person_id unknownSubject 1: visit.csv:4 nobody',
      'result.visit_id unknownRelated 1: result.csv:3 v3',
    ]);
  });

  it('joins equal whole numbers in any spelling', { tags: 'long' }, async () => {
    const { rows } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [{ name: 'no', type: 'integer' }],
          schema: { primaryKey: 'no' },
          csv: 'no\n7\n12\n',
        },
        {
          name: 'sample',
          fields: [{ name: 'person_no', type: 'integer', atrium: { publish: false } }],
          schema: { foreignKeys: [{ fields: 'person_no', reference: { resource: 'person', fields: 'no' } }] },
          csv: 'person_no,\n012,\n+7,\n7.0,\n',
        },
      ],
    });
    expect((await rows('sample')).map(({ _subject }) => _subject)).toEqual([2, 1, 1]);
  });

  it('joins by several fields at once', async () => {
    const { rows } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [key('site'), key('no'), { name: 'label' }],
          schema: { primaryKey: ['site', 'no'] },
          csv: 'site,no,label\nA,1,a1\nA,2,a2\nB,1,b1\n',
        },
        {
          name: 'sample',
          fields: [key('s'), key('n')],
          schema: {
            foreignKeys: [{ fields: ['s', 'n'], reference: { resource: 'person', fields: ['site', 'no'] } }],
          },
          csv: 's,n\nB,1\nA,2\n',
        },
      ],
    });
    expect((await rows('sample')).map(({ _subject }) => _subject)).toEqual([3, 2]);
  });
});
