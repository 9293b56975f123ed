import { describe, expect, it } from 'vitest';
import { key, persons, toPerson } from '../../testing/tinyPackage.ts';
import { importTiny, inShort } from '../../testing/tinyWarehouse.ts';

describe('an import', () => {
  it('takes a package without any atrium key and gives it the defaults', { tags: 'long' }, async () => {
    const { warehouse, report } = await importTiny({
      tables: [
        {
          name: 'visit',
          fields: [
            { name: 'visit_no', type: 'integer' },
            { name: 'person_id', type: 'string' },
            { name: 'Visit reason', type: 'string', constraints: { enum: ['b', 'a'] } },
            { name: 'seen', type: 'date' },
            { name: 'length', type: 'duration' },
            { name: 'note', type: 'object' },
          ],
          schema: toPerson,
          csv: 'visit_no,person_id,Visit reason,seen,length,note\n7,p1,a,2020-02-29,P1D,{}\n',
        },
        {
          name: 'person',
          fields: [
            { name: 'person_id' },
            { name: 'smokes', type: 'boolean' },
            { name: 'born', type: 'year' },
          ],
          schema: { primaryKey: ['person_id'] },
          csv: 'person_id,smokes,born\np1,yes,1980\n',
        },
      ],
    });
    const { dictionary, root } = await warehouse.questions.open('r1');
    expect(report.problems).toEqual([]);
    expect(root).toMatchObject({ id: 'person', title: 'person', titlePlural: 'persons', isRoot: true });
    expect(dictionary.collections.map(({ id }) => id)).toEqual(['person', 'visit']);
    expect(dictionary).toMatchObject({
      datasetId: 'tiny',
      rootCollectionId: 'person',
      subjectIdConceptId: 'person_id',
      eventTime: null,
      defaultColumns: ['person_id'],
    });
    expect(
      dictionary.concepts.map(({ id, type, number, isInteger }) => [number, id, type, isInteger]),
    ).toEqual([
      [1, 'visit_visit_no', 'number', true],
      [2, 'visit_person_id', 'text', false],
      [3, 'visit_Visit_reason', 'category', false],
      [4, 'visit_seen', 'date', false],
      [5, 'visit_length', 'age', false],
      [6, 'visit_note', 'text', false],
      [7, 'person_id', 'text', false],
      [8, 'smokes', 'boolean', false],
      [9, 'born', 'number', true],
    ]);
    expect(dictionary.concepts[2]).toMatchObject({
      declaredValues: ['b', 'a'],
      uses: ['cohort', 'table', 'analysis'],
    });
    const visits = await warehouse.questions.run({ text: 'SELECT * FROM r1.visit', values: [] });
    expect(visits).toEqual([
      {
        _row: 1,
        _subject: 1,
        visit_visit_no: 7,
        visit_person_id: 'p1',
        visit_Visit_reason: 'a',
        visit_seen: '2020-02-29',
        visit_length: 1,
        visit_note: '{}',
      },
    ]);
  });

  it('numbers subjects and rows in file order, without gaps for skipped rows', { tags: 'long' }, async () => {
    const { rows, report } = await importTiny({
      tables: [
        persons(['p2', 'p1']),
        {
          name: 'sample',
          fields: [key('person_id'), { name: 'tube', type: 'string', atrium: { id: 'tube' } }],
          schema: toPerson,
          csv: 'person_id,tube\np1,a\nnobody,b\n,c\np2,d\n',
        },
      ],
    });
    expect(await rows('person')).toEqual([
      { _row: 1, _subject: 1, person_id: 'p2' },
      { _row: 2, _subject: 2, person_id: 'p1' },
    ]);
    expect(await rows('sample')).toEqual([
      { _row: 1, _subject: 2, tube: 'a' },
      { _row: 2, _subject: 1, tube: 'd' },
    ]);
    expect(report.collections).toEqual([
      { collection: 'person', read: 2, loaded: 2, skipped: 0 },
      { collection: 'sample', read: 4, loaded: 2, skipped: 2 },
    ]);
    expect(inShort(report.problems)).toEqual([
      'sample.person_id missingSubject 1: sample.csv:4 ',
      'sample.person_id unknownSubject 1: sample.csv:3 nobody',
    ]);
  });

  it('skips subjects without an id', async () => {
    const { report, rows } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [{ name: 'person_id' }, { name: 'note' }],
          schema: { primaryKey: 'person_id' },
          csv: 'person_id,note\np1,a\n ,b\np3,c\n',
        },
      ],
    });
    expect((await rows('person')).map(({ _row, note }) => [_row, note])).toEqual([
      [1, 'a'],
      [2, 'c'],
    ]);
    expect(report.subjects).toBe(2);
    expect(inShort(report.problems)).toEqual(['person.person_id missingSubject 1: person.csv:3 ']);
  });

  it('stores the values of a list beside the row, each once and without nulls', async () => {
    const { rows } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [
            { name: 'person_id' },
            { name: 'race', type: 'list', delimiter: ';', atrium: { type: 'category' } },
            { name: 'scores', type: 'list', itemType: 'integer' },
          ],
          schema: { primaryKey: 'person_id' },
          csv: 'person_id,race,scores\np1,White; Asian;White;,"3,1"\np2,,\np3,Black,x\n',
        },
      ],
    });
    expect(await rows('_values_2')).toEqual([
      { _row: 1, value: 'Asian' },
      { _row: 1, value: 'White' },
      { _row: 3, value: 'Black' },
    ]);
    expect(await rows('_values_3')).toEqual([
      { _row: 1, value: 1 },
      { _row: 1, value: 3 },
    ]);
  });

  it('gives event collections their start and end, published or not, in no second column, and reports an end before the start', async () => {
    const { rows, report, warehouse } = await importTiny({
      tables: [
        persons(),
        {
          name: 'stay',
          fields: [
            key('person_id'),
            { name: 'from', type: 'date', atrium: { id: 'stay_from' } },
            { name: 'to', type: 'date', atrium: { publish: false } },
          ],
          schema: toPerson,
          rest: { atrium: { event: { start: 'from', end: 'to' } } },
          csv: 'person_id,from,to\np1,2020-01-01,2020-01-05\np2,2020-03-01,2020-02-01\np3,,2020-01-01\np1,2020-04-01,2020-04-01\n',
        },
      ],
    });
    expect(await rows('stay')).toEqual([
      { _row: 1, _subject: 1, _start: '2020-01-01', _end: '2020-01-05' },
      { _row: 2, _subject: 2, _start: '2020-03-01', _end: '2020-02-01' },
      { _row: 3, _subject: 3, _start: null, _end: '2020-01-01' },
      { _row: 4, _subject: 1, _start: '2020-04-01', _end: '2020-04-01' },
    ]);
    expect(inShort(report.problems)).toEqual([
      'stay.to endsBeforeStart 1: stay.csv:3 2020-03-01 – 2020-02-01',
    ]);
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.eventTime).toBe('date');
    expect(dictionary.collections[1]?.event).toEqual({
      startConceptId: 'stay_from',
      endConceptId: null,
      isInterval: true,
    });
  });

  it('keeps ages as event times in days', { tags: 'long' }, async () => {
    const { rows } = await importTiny({
      tables: [
        persons(),
        {
          name: 'onset',
          fields: [
            key('person_id'),
            { name: 'at', type: 'number', atrium: { type: 'age', unit: 'years', id: 'at' } },
          ],
          schema: toPerson,
          rest: { atrium: { event: { start: 'at' } } },
          csv: 'person_id,at\np1,1.5\np1,0\n',
        },
      ],
    });
    expect(await rows('onset')).toEqual([
      { _row: 1, _subject: 1, _start: 547 },
      { _row: 2, _subject: 1, _start: 0 },
    ]);
  });

  it('reports what a constraint forbids and keeps the value', async () => {
    const { report, column } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [
            { name: 'person_id' },
            { name: 'sex', constraints: { enum: ['F', 'M'] } },
            { name: 'tag', constraints: { unique: true, required: true } },
          ],
          schema: { primaryKey: 'person_id' },
          csv: 'person_id,sex,tag\np1,F,t\np2,X,t\np3,M,\n',
        },
      ],
    });
    expect(await column('person', 'sex')).toEqual(['F', 'X', 'M']);
    expect(inShort(report.problems)).toEqual([
      'person.sex undeclaredValue 1: person.csv:3 X',
      'person.tag required 1: person.csv:4 ',
      'person.tag notUnique 1: person.csv:3 t',
    ]);
  });

  it('reports a repeated key of a sub-collection and keeps both rows', async () => {
    const { report } = await importTiny({
      tables: [
        persons(),
        {
          name: 'sample',
          fields: [key('person_id'), key('tube')],
          schema: { ...toPerson, primaryKey: ['person_id', 'tube'] },
          csv: 'person_id,tube\np1,a\np1,b\np1,a\n',
        },
      ],
    });
    expect(report.collections[1]).toMatchObject({ read: 3, loaded: 3 });
    expect(inShort(report.problems)).toEqual(['sample.person_id, tube repeatedKey 1: sample.csv:4 p1, a']);
  });

  it('leaves out tables and fields that are not to be loaded', async () => {
    const { warehouse } = await importTiny({
      tables: [
        {
          ...persons(),
          fields: [{ name: 'person_id' }, { name: 'secret', atrium: { publish: false } }],
          csv: 'person_id,secret\np1,x\n',
        },
        { name: 'notes', fields: [{ name: 'text' }], path: 'absent.csv', rest: { atrium: { load: false } } },
      ],
    });
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.collections.map(({ id }) => id)).toEqual(['person']);
    expect(dictionary.concepts.map(({ id }) => id)).toEqual(['person_id']);
  });
});

describe('the report of an import', () => {
  it('says of no row that it is skipped and kept', async () => {
    const { report } = await importTiny({
      tables: [
        persons(['p1', 'p2']),
        {
          name: 'stay',
          fields: [
            { name: 'stay_id' },
            key('person_id'),
            { name: 'ward', constraints: { enum: ['north', 'south'], unique: true } },
            { name: 'from', type: 'date' },
            { name: 'to', type: 'date' },
            { name: 'next', atrium: { publish: false } },
          ],
          schema: {
            primaryKey: 'stay_id',
            foreignKeys: [
              ...toPerson.foreignKeys,
              { fields: 'next', reference: { resource: '', fields: 'stay_id' } },
            ],
          },
          rest: { atrium: { event: { start: 'from', end: 'to' } } },
          csv: [
            'stay_id,person_id,ward,from,to,next',
            's1,p1,north,2020-01-02,2020-01-03,',
            's1,p9,north,2020-01-02,2020-01-01,s9',
            's2,,east,2020-01-02,2020-01-01,s9',
            's2,p2,south,2020-01-02,2020-01-03,',
            '',
          ].join('\n'),
        },
      ],
    });
    const linesWith = (words: RegExp): string[] =>
      report.problems
        .filter(({ message }) => words.test(message))
        .flatMap(({ examples }) => examples.map(({ file, line }) => `${file}:${line}`));
    const skipped = linesWith(/row skipped/);
    expect(skipped.sort()).toEqual(['stay.csv:3', 'stay.csv:4']);
    expect(linesWith(/kept/).filter((line) => skipped.includes(line))).toEqual([]);
    expect(report.collections.find(({ collection }) => collection === 'stay')).toMatchObject({
      read: 4,
      loaded: 2,
      skipped: 2,
    });
  });
});
