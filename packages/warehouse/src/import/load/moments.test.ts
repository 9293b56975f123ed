import { expect, it } from 'vitest';
import { key, persons, toPerson } from '../../testing/tinyPackage.ts';
import { importTiny, inShort } from '../../testing/tinyWarehouse.ts';

const visits = {
  tables: [
    {
      name: 'person',
      fields: [
        { name: 'person_id', type: 'string' },
        { name: 'born', type: 'datetime', atrium: { time: false } },
        {
          name: 'called',
          type: 'list',
          delimiter: ';',
          itemType: 'string',
          atrium: { type: 'date', time: true },
        },
        { name: 'kept', type: 'datetime', format: '%d.%m.%Y %H:%M:%S' },
        { name: 'exact', type: 'datetime' },
      ],
      schema: { primaryKey: 'person_id' },
      csv: [
        'person_id,born,called,kept,exact',
        'p1,2001-02-03 04:05,2020-01-01 10:00;2020-01-01 09:00;2020-01-02,1.2.2020 3:04:00,2020-01-01T00:30:00.1234+02:00',
        'p2,,,1.2.2020 3:04:05,2020-01-01 25:00',
        '',
      ].join('\n'),
    },
  ],
};

it('a date and its time lie side by side, and the dictionary says how exact the times are', async () => {
  const { rows, warehouse, report } = await importTiny(visits);
  const { dictionary } = await warehouse.questions.open('r1');
  expect(await rows('person')).toEqual([
    {
      _row: 1,
      _subject: 1,
      person_id: 'p1',
      born: '2001-02-03',
      kept: '2020-02-01',
      _moment_4: '2020-02-01 03:04:00.000000',
      exact: '2020-01-01',
      _moment_5: '2019-12-31 22:30:00.123400 2020-01-01 00:30:00.123400+02:00',
    },
    {
      _row: 2,
      _subject: 2,
      person_id: 'p2',
      born: null,
      kept: '2020-02-01',
      _moment_4: '2020-02-01 03:04:05.000000',
      exact: null,
      _moment_5: null,
    },
  ]);
  expect(await rows('_values_3')).toEqual([
    { _row: 1, value: '2020-01-01' },
    { _row: 1, value: '2020-01-02' },
  ]);
  expect(await rows('_moments_3')).toEqual([
    { _row: 1, value: '2020-01-01 09:00:00.000000' },
    { _row: 1, value: '2020-01-01 10:00:00.000000' },
    { _row: 1, value: '2020-01-02' },
  ]);
  expect(dictionary.concepts.map(({ id, type, time }) => [id, type, time])).toEqual([
    ['person_id', 'text', null],
    ['born', 'date', null],
    ['called', 'date', 'minute'],
    ['kept', 'date', 'second'],
    ['exact', 'date', 'microsecond'],
  ]);
  expect(report.problems.map(({ field, kind, count }) => [field, kind, count])).toEqual([
    ['exact', 'notADate', 1],
  ]);
});

it('an event ends before it starts only by the day, whatever its times', async () => {
  const field = (name: string) => ({ name, type: 'datetime' });
  const stays = [
    'p1,2020-01-01 10:00,2020-01-01',
    'p1,2020-01-01 10:00,2020-01-01 09:00',
    'p1,2020-01-01T10:00-05:00,2020-01-01 09:00',
    'p1,2020-01-02 00:00,2020-01-01 23:59',
  ];
  const { report, rows } = await importTiny({
    tables: [
      persons(['p1']),
      {
        name: 'stay',
        fields: [key('person_id'), field('from'), field('to')],
        schema: toPerson,
        csv: `person_id,from,to\n${stays.join('\n')}\n`,
        rest: { atrium: { event: { start: 'from', end: 'to' } } },
      },
    ],
  });
  expect(inShort(report.problems)).toEqual(['stay.to endsBeforeStart 1: stay.csv:5 2020-01-02 – 2020-01-01']);
  expect((await rows('stay')).map(({ _start, _end }) => [_start, _end])).toEqual([
    ['2020-01-01', '2020-01-01'],
    ['2020-01-01', '2020-01-01'],
    ['2020-01-01', '2020-01-01'],
    ['2020-01-02', '2020-01-01'],
  ]);
});
