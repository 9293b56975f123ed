import { DuckDBTypeId, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr, isGate } from '../../../../engine/src/testing/effort.ts';
import { createInstance } from '../../duckdb/instance.ts';
import { openPackage, parsePackage } from '../../package/openPackage.ts';
import type { TablePlan } from '../../package/packagePlan.ts';
import { defaultUnpackLimits } from '../../package/unpackBudget.ts';
import type { ImportReport } from '../../releases/importReport.ts';
import type { Row } from '../../sql/row.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { type TinyPackage, writeTinyPackage } from '../../testing/tinyPackage.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';
import type { FileAccess } from '../rows/openRows.ts';
import { openTableFile } from '../rows/tableFile.ts';
import { valueCast } from './columnCasts.ts';
import { countOf } from './textMeanings.ts';

/** Fields of every kind, and texts that are easy or hard to read as such. */
const fieldKinds = {
  text: [
    { type: 'string' },
    [
      'a',
      ' a',
      'a ',
      'ä',
      'Zürich',
      'x\u00a0',
      '',
      ' ',
      'NA',
      'two words',
      'line\nbreak',
      'a\r\nb',
      'q"q',
      ',',
      '🙂',
      '-99',
    ],
  ],
  enum: [{ type: 'string', constraints: { enum: ['x', 'y'] } }, ['x', 'y', 'z', ' x', 'NA', '']],
  integer: [
    { type: 'integer' },
    [
      '1',
      '-1',
      '0',
      '-0',
      '+7',
      '007',
      '3.0',
      '3.5',
      '1e3',
      '9007199254740993',
      'x',
      ' 5 ',
      '',
      'NA',
      '-99',
      '-99.0',
    ],
  ],
  number: [
    { type: 'number' },
    [
      '1',
      '1.5',
      '-0.25',
      '.5',
      '5.',
      '1e5',
      '1e400',
      'NaN',
      'inf',
      '0x10',
      '1_000',
      '1,5',
      '123456789012345.123456789',
      '',
      'NA',
      '-99',
      '-0',
    ],
  ],
  comma: [{ type: 'number', decimalChar: ',', groupChar: '.' }, ['1.000,5', '2,5', '2.5', 'x', '']],
  percent: [{ type: 'number', bareNumber: false }, ['95%', '€ 12.50', '7', 'x', '']],
  year: [{ type: 'year' }, ['2020', '-5', '+5', '12345678', 'x', '']],
  boolean: [{ type: 'boolean' }, ['true', 'FALSE', 'Yes', 'n', '1', 'maybe', 'unknown', '', 'NA']],
  own: [{ type: 'boolean', trueValues: ['ja'], falseValues: ['nein'] }, ['ja', 'nein', 'Ja', 'true', '']],
  date: [
    { type: 'date' },
    [
      '2020-02-29',
      '2021-02-29',
      '0000-01-01',
      '0001-01-01',
      '9999-12-31',
      '2020-1-1',
      ' 2020-01-01',
      '20200101',
      '',
      'NA',
    ],
  ],
  german: [{ type: 'date', format: '%d.%m.%Y' }, ['29.02.2020', '1.2.2021', '31.02.2020', '2020-02-29', '']],
  datetime: [
    { type: 'datetime' },
    [
      '2020-01-01T10:00:00Z',
      '2020-01-01 10:00',
      '2020-02-30T10:00',
      '2020-01-01T10',
      '2020-01-01',
      '2020-01-01T10:00:05.5',
      '2020-01-01 10:00:05.123456',
      '2020-01-01 10:00:05.1234567',
      '2020-01-01 23:30:00-02',
      '2020-01-01 00:30:00+0230',
      ' 2020-01-01 10:00',
      '2020-01-01 24:00:00',
      '2020-01-01 10:60',
      '2020-01-01 10:00:60',
      '0001-01-01 10:00',
      '9999-12-31 23:59:59.999999',
      'NA',
      'x',
      '',
    ],
  ],
  datetimeOfClock: [
    { type: 'datetime', format: '%d.%m.%Y %I:%M %p' },
    ['29.02.2020 12:05 AM', '1.3.2020 1:00 pm', '1.3.2020 13:00 pm', '2020-02-29', ''],
  ],
  boundedDatetime: [
    { type: 'datetime', constraints: { minimum: '2020-01-01', maximum: '2020-01-01' } },
    ['2020-01-01 23:59', '2019-12-31 23:59', '2020-01-02T00:00Z', '2020-01-01T23:30:00-05:00', ''],
  ],
  days: [{ type: 'integer', atrium: { type: 'age' } }, ['100', '-0', '-5', '3000000000', '1.5', 'x', '']],
  years: [{ type: 'number', atrium: { type: 'age', unit: 'years' } }, ['17', '0.5', '-1', 'x', '']],
  duration: [{ type: 'duration' }, ['P17Y', 'P5M', 'P1Y2M3D', '-P1Y', 'x', '']],
  bounded: [
    { type: 'number', constraints: { minimum: 0, exclusiveMaximum: 10 } },
    ['0', '-1', '10', '9.99', '1e1', 'x', '', '-99.00'],
  ],
  patterned: [
    { type: 'string', constraints: { pattern: '[a-z]+', maxLength: 3 } },
    ['abc', 'abcd', 'A', ' ab ', '', 'NA'],
  ],
  labelled: [
    {
      type: 'integer',
      atrium: { type: 'category' },
      categories: [
        { value: 1, label: 'yes' },
        { value: 2, label: 'no' },
      ],
    },
    ['1', '2', '1.0', '3', 'x', '', '-99'],
  ],
  list: [{ type: 'list', delimiter: ';' }, ['a;b', 'b;a;b', ' a ; ä', ';', '', 'NA', 'a;NA', 'NA;']],
  numbers: [{ type: 'list', itemType: 'integer', delimiter: '|' }, ['1|2', '2|x|y', '1', '', '-99|1']],
  instants: [
    { type: 'list', itemType: 'datetime', delimiter: '|' },
    ['2020-01-01 10:00|2020-01-01T10:00:00.5', '2020-01-01 10:00:00|2020-01-01 10:00', 'x|2020-01-01', ''],
  ],
  needed: [{ type: 'number', constraints: { required: true } }, ['1', '', 'x', 'NA']],
  single: [{ type: 'string', constraints: { unique: true } }, ['a', 'b', 'c', 'd', '']],
} as const satisfies Record<string, readonly [Readonly<Record<string, unknown>>, readonly string[]]>;

type FieldKind = keyof typeof fieldKinds;
const kinds = Object.keys(fieldKinds).filter((kind): kind is FieldKind => kind in fieldKinds);

interface Form {
  readonly newline: string;
  readonly delimiter: string;
  readonly quotesAll: boolean;
  readonly header: boolean;
  readonly blankLines: boolean;
  readonly lastLineEnds: boolean;
  readonly isPacked: boolean;
}

interface RandomTable {
  readonly kinds: readonly FieldKind[];
  /** Cells by row; the key first. */
  readonly rows: readonly (readonly string[])[];
  readonly form: Form;
}

const form: fc.Arbitrary<Form> = fc.record({
  newline: fc.constantFrom('\n', '\r\n'),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  quotesAll: fc.boolean(),
  header: fc.boolean(),
  blankLines: fc.boolean(),
  lastLineEnds: fc.boolean(),
  isPacked: fc.boolean(),
});

const keys = fc.constantFrom('p1', 'p2', 'p3', ' p1', 'P1', '', 'nobody', 'ü', 'NA');

const randomTable: fc.Arbitrary<RandomTable> = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }), form)
  .chain(([chosen, given]) => {
    const cells = chosen.map((kind) => fc.constantFrom<string>(...fieldKinds[kind][1]));
    return fc
      .array(fc.tuple(keys, ...cells), { maxLength: 25 })
      .map((rows) => ({ kinds: chosen, rows, form: given }));
  });

function csvOf({ kinds: chosen, rows, form: given }: RandomTable): string {
  const cell = (text: string): string =>
    given.quotesAll || new RegExp(`["\\r\\n${given.delimiter === '|' ? '\\|' : given.delimiter}]`).test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const header = ['person_id', ...chosen];
  const lines = [...(given.header ? [header] : []), ...rows].map((row) =>
    row.map(cell).join(given.delimiter),
  );
  const apart = lines.map((_, index) => given.newline.repeat(given.blankLines && index % 3 === 0 ? 2 : 1));
  const all = lines.map((line, index) => (index === 0 ? line : `${apart[index - 1]}${line}`)).join('');
  return all + (given.lastLineEnds ? given.newline : '');
}

interface Outcome {
  readonly report: Partial<ImportReport>;
  readonly tables: readonly (readonly Row[])[];
}

/** A comment character that never occurs makes the file one that is rewritten. */
function packageOf(given: RandomTable, form: 'usual' | 'rewritten'): TinyPackage {
  const { delimiter, header, isPacked } = given.form;
  return {
    tables: [
      {
        name: 'person',
        fields: [{ name: 'person_id', type: 'string' }],
        schema: { primaryKey: 'person_id' },
        csv: 'person_id\np1\np2\nü\n',
      },
      {
        name: 'visit',
        fields: [
          { name: 'person_id', type: 'string' },
          ...given.kinds.map((kind) => ({ name: kind, ...fieldKinds[kind][0] })),
        ],
        schema: {
          missingValues: ['', 'NA', '-99'],
          foreignKeys: [{ fields: 'person_id', reference: { resource: 'person', fields: 'person_id' } }],
        },
        csv: csvOf(given),
        path: isPacked ? 'visit.csv.gz' : 'visit.csv',
        rest: { dialect: { delimiter, header, ...(form === 'rewritten' ? { commentChar: '\u0001' } : {}) } },
      },
    ],
  };
}

async function outcomeOf(given: RandomTable, form: 'usual' | 'rewritten'): Promise<Outcome> {
  const { report, rows, warehouse } = await importTiny(packageOf(given, form));
  const { dictionary } = await warehouse.questions.open('r1');
  const lists = dictionary.concepts.flatMap(({ isMultiple, number, time }) =>
    isMultiple ? [`_values_${number}`, ...(time === null ? [] : [`_moments_${number}`])] : [],
  );
  const { durationMs: _, ...rest } = report;
  const problems = [...report.problems].sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
  return {
    report: { ...rest, problems },
    tables: await Promise.all(['person', 'visit', ...lists].map((table) => rows(table))),
  };
}

const orderOf = ({ collection, field, kind }: ImportReport['problems'][number]): string =>
  JSON.stringify([collection, field, kind]);

it('a table read as it lies there is the table that is rewritten first, problems and lines of the file too', async () => {
  await fc.assert(
    fc.asyncProperty(randomTable, async (given) => {
      expect(await outcomeOf(given, 'usual')).toEqual(await outcomeOf(given, 'rewritten'));
    }),
    { numRuns: casesOr(10, { inGate: 1 }) },
  );
});

/** A table with each text of each kind. */
const everyText: RandomTable = {
  kinds,
  rows: Array.from({ length: Math.max(...kinds.map((kind) => fieldKinds[kind][1].length)) }, (_, index) => [
    'p1',
    ...kinds.map((kind) => fieldKinds[kind][1][index % fieldKinds[kind][1].length] ?? ''),
  ]),
  form: {
    newline: '\n',
    delimiter: ',',
    quotesAll: false,
    header: true,
    blankLines: false,
    lastLineEnds: true,
    isPacked: false,
  },
};

it('every text of every kind is the same in a file that is rewritten', { tags: 'long' }, async () => {
  expect(await isReadAsItLies(everyText)).toBe(true);
  expect(await outcomeOf(everyText, 'usual')).toEqual(await outcomeOf(everyText, 'rewritten'));
});

/** The plan of the table of visits, and an instance of the database. */
async function withVisits<Result>(
  given: RandomTable,
  work: (table: TablePlan, access: FileAccess) => Promise<Result>,
): Promise<Result> {
  const source = await openPackage(await writeTinyPackage(packageOf(given, 'usual')), defaultUnpackLimits);
  const instance = await createInstance({ spillFolder: await temporaryFolder(), megabytes: 512 });
  const fileConnection = await instance.connect();
  try {
    const { plan } = await parsePackage(source, undefined);
    const table = plan.tables.find(({ name }) => name === 'visit');
    if (table === undefined) throw new Error('There is no plan of the table.');
    return await work(table, {
      source,
      fileConnection,
      scratchFolder: await temporaryFolder(),
      signal: undefined,
    });
  } finally {
    fileConnection.closeSync();
    instance.closeSync();
    await source.close();
  }
}

const isReadAsItLies = (given: RandomTable): Promise<boolean> =>
  withVisits(given, async (table, access) => {
    const [path] = table.files;
    const file = path === undefined ? null : await openTableFile(path, table, access, () => {});
    return file !== null && (await countOf(access.fileConnection, file.from)) === given.rows.length;
  });

it('a text that SQL casts has the value that the parser gives it, and no problem', async () => {
  await withVisits(everyText, async (table, { fileConnection }) => {
    for (const field of table.fields) {
      const kind = kinds.find((name) => name === field.name);
      if (kind === undefined) continue;
      const cells = fieldKinds[kind][1].flatMap((text) => text.split(field.delimiter ?? '\0'));
      const column = { sql: 'text', type: DuckDBTypeId.VARCHAR, isTyped: false };
      const cast = valueCast({ ...field, delimiter: null }, column, new Map());
      const sql = `SELECT text, ${cast.obvious} AS value FROM (SELECT unnest($1) AS text)`;
      const found = await fileConnection.runAndReadAll(sql, [listValue(cells)], [LIST(VARCHAR)]);
      for (const [text, value] of found.getRows()) {
        if (value === null) continue;
        const problems: string[] = [];
        expect(cast.parse(String(text), (problem) => problems.push(problem)) === value).toBe(true);
        expect(problems).toEqual([]);
      }
    }
  });
});

it('nearly every table of the usual form is read as it lies there', async () => {
  let asItLies = 0;
  for (const given of fc.sample(randomTable, { numRuns: isGate ? 3 : 40, seed: 7 })) {
    if (await isReadAsItLies(given)) asItLies++;
  }
  expect(asItLies).toBeGreaterThan(isGate ? 1 : 33);
});
