import { describe, expect, it } from 'vitest';
import { alice, bob, notesOf } from '../../testing/notes.ts';
import { parquetOf } from '../../testing/parquetOf.ts';
import type { TinyPackage } from '../../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../../testing/tinyWarehouse.ts';

type Json = Readonly<Record<string, unknown>>;

const fields = [{ name: 'id' }, { name: 'number', type: 'integer' }, { name: 'note' }];

function personsFrom(csv: string | Buffer, rest: Json = {}, schema: Json = {}): TinyPackage {
  const path = 'person.csv';
  const table = { name: 'person', fields, schema: { primaryKey: 'id', ...schema }, path, rest };
  return { tables: [table], files: { [path]: csv } };
}

describe('a dialect', () => {
  const plain = 'id,number,note\na,1,x\nb,2,y\n';
  const expectAliceAndBob = async (_: string, dialect: Json, csv: string) => {
    expect((await notesOf(personsFrom(csv, { dialect }))).notes).toEqual([alice, bob]);
  };
  it.each<readonly [string, Json, string]>([
    [
      'rows of comments',
      { commentRows: [1, 4] },
      `Persons,of,2026\n${plain.replace('\nb', '\nunit:,1,none\nb')}`,
    ],
    [
      'column names in several rows',
      { headerRows: [1, 3], headerJoin: '' },
      'i,num,\nunits of,all,columns\nd,ber,note\na,1,x\nb,2,y\n',
    ],
  ])('may have %s', expectAliceAndBob);
  it.each<readonly [string, Json, string]>([
    [
      'rows of comments after an empty row',
      { commentRows: [4] },
      plain.replace('\na', '\n\na').replace('\nb', '\nm,,\nb'),
    ],
    ['column names after an empty row', { headerRows: [3] }, `Persons\n\n${plain}`],
    ['no quotes', { quoteChar: null }, plain],
    ['an escape outside quotes', { escapeChar: '\\' }, 'id,number,note\na,1,\\x\n"\\b",2,"y"\n'],
    [
      'an escape and comments',
      { escapeChar: '\\', commentChar: '#' },
      '# "\n\nid,number,note\na,1,x\n\nb,2,y',
    ],
    ['an escape and row ends', { escapeChar: '\\', lineTerminator: '~' }, 'id,number,note~a,1,x~b,2,y~'],
  ])('may have %s', { tags: 'long' }, expectAliceAndBob);

  it('joins the parts of a column name with a space', async () => {
    const dialect = { headerRows: [1, 2] };
    expect(await refusalOf(personsFrom('id,num,\n,ber,note\na,1,x\n', { dialect }))).toEqual([
      'person.csv: there is no column "number"',
    ]);
  });

  it('keeps quotes in the text where there is no quote', { tags: 'long' }, async () => {
    const dialect = { quoteChar: null };
    expect((await notesOf(personsFrom('id,number,note\na,1,"x\nb,2,y"\n', { dialect }))).notes).toEqual([
      ['a', 1, '"x'],
      ['b', 2, 'y"'],
    ]);
  });

  it('takes the meaning from the character after an escape, and reports the line on which a row begins', {
    tags: 'long',
  }, async () => {
    const dialect = { escapeChar: '\\', nullSequence: '\\N' };
    const csv =
      'id,number,note\na,1,x\\,y\\\\\r\nb,2,"say \\"no\\"\r\nor ""yes"""\nc,bad,\\\nz\nd,worse,\\N\n';
    const { notes, problems } = await notesOf(personsFrom(csv, { dialect }));
    expect(notes).toEqual([
      ['a', 1, 'x,y\\'],
      ['b', 2, 'say "no"\r\nor "yes"'],
      ['c', null, 'z'],
      ['d', null, null],
    ]);
    expect(problems).toEqual(['person.number notAnInteger 2: person.csv:5 bad; person.csv:7 worse']);
  });

  it('reads a long file with an escape whole', { tags: 'long' }, async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `p${index},${index},"é\\"\\,${index}"`);
    const csv = `id,number,note\n${lines.join('\r\n')}`;
    const { warehouse } = await importTiny(personsFrom(csv, { dialect: { escapeChar: '\\' } }));
    const text = `SELECT count(*) AS rows, count(DISTINCT id) AS ids FROM "r1".person
      WHERE note = 'é",' || number::INTEGER`;
    expect(await warehouse.questions.run({ text, values: [] })).toEqual([{ rows: 30_000, ids: 30_000 }]);
  });

  it('keeps every character of a cell, a zero and those that stand for it too', async () => {
    const csv = 'id,number,note\n# a\na,1,"x\0""\ue000y"\nb,2,\ue0000\n';
    expect((await notesOf(personsFrom(csv, { dialect: { commentChar: '#' } }))).notes).toEqual([
      ['a', 1, 'x\0"\ue000y'],
      ['b', 2, '\ue0000'],
    ]);
  });

  it('may have a row of several megabytes', { tags: 'long' }, async () => {
    const note = 'é"'.repeat(1_500_000);
    const csv = `id,number,note\n#\na,1,"${note.replaceAll('"', '""')}"\nb,2,y\n`;
    const { notes } = await notesOf(personsFrom(csv, { dialect: { commentChar: '#' } }));
    expect(notes.map(([, , text]) => String(text).length)).toEqual([note.length, 1]);
  });

  it.each([
    ['a quote that stays open', 'a,1,"x\\"\nb,2,y\n', 'line 2: a quote is opened and never closed'],
    ['text after a quote', 'a,1,"x"y\n', 'line 2: text follows a closing quote'],
  ])('with an escape refuses %s', async (_, rows, problem) => {
    const dialect = { escapeChar: '\\' };
    expect(await refusalOf(personsFrom(`id,number,note\n${rows}`, { dialect }))).toEqual([
      `person.csv: ${problem}`,
    ]);
  });
});

describe('the fields of a schema', () => {
  const match = (fieldsMatch: unknown, csv: string) => personsFrom(csv, {}, { fieldsMatch });

  const expectRow = async (how: string, csv: string, row: readonly unknown[]) => {
    expect((await notesOf(match(how, csv))).notes).toEqual([row]);
    expect((await notesOf(match([how], csv))).notes).toEqual([row]);
  };
  it.each([['superset', 'note,id\nx,a\n', ['a', null, 'x']]])('are matched by %s', expectRow);
  it.each([
    ['exact', 'id,number,note\na,1,x\n', ['a', 1, 'x']],
    ['equal', 'note,id,number\nx,a,1\n', ['a', 1, 'x']],
    ['subset', 'note,more,id,number\nx,!,a,1\n', ['a', 1, 'x']],
    ['partial', 'more,id\n!,a\n', ['a', null, null]],
  ])('are matched by %s', { tags: 'long' }, expectRow);

  const expectRefusal = async (how: string, csv: string, problem: string) => {
    expect(await refusalOf(match(how, csv))).toEqual([`person.csv: ${problem}`]);
  };
  it.each([
    ['exact', 'id,number,note,more\n', 'the column "more" is not described (its fieldsMatch is "exact")'],
    ['superset', 'number,note\n', 'there is no column "id"'],
  ])('that must match by %s refuse other columns', expectRefusal);
  it.each([
    [
      'exact',
      'id,note,number\n',
      'its columns are not in the order of the fields (its fieldsMatch is "exact")',
    ],
    ['equal', 'id,number,note,more\n', 'the column "more" is not described (its fieldsMatch is "equal")'],
    [
      'superset',
      'id,number,note,more\n',
      'the column "more" is not described (its fieldsMatch is "superset")',
    ],
    ['subset', 'id,number\n', 'there is no column "note"'],
  ])('that must match by %s refuse other columns', { tags: 'long' }, expectRefusal);

  it('report a column that may be lacking', async () => {
    expect((await notesOf(match('partial', 'id,note\na,x\n'))).problems).toEqual([
      'person.number emptyColumn 1: person.csv:1 number',
    ]);
  });
});

describe('rows inside the descriptor', () => {
  const inline = (data: readonly unknown[], rest: Json = {}): TinyPackage => ({
    tables: [{ name: 'person', fields, schema: { primaryKey: 'id' }, path: [], rest: { data, ...rest } }],
  });
  const names = ['note', 'id', 'number'];

  const expectBoth = async (_: string, data: readonly unknown[], rest: Json) => {
    expect((await notesOf(inline(data, rest))).notes).toEqual([alice, bob]);
  };
  it.each<readonly [string, readonly unknown[], Json]>([
    [
      'objects',
      [
        { id: 'a', number: 1, note: 'x' },
        { note: 'y', id: 'b', number: 2 },
      ],
      {},
    ],
  ])('may be %s', expectBoth);
  it.each<readonly [string, readonly unknown[], Json]>([
    ['arrays under their column names', [names, ['x', 'a', 1], ['y', 'b', '2']], {}],
    ['arrays without column names', [alice, bob], { dialect: { header: false } }],
  ])('may be %s', { tags: 'long' }, expectBoth);

  it('may hold lists, and texts of lists, and are refused no length that their field allows', async () => {
    const list = { name: 'tags', type: 'list', delimiter: ';', constraints: { maxLength: 2 } };
    const data = [
      { id: 'a', tags: ['x', null, 'y;z'] },
      { id: 'b', tags: 'x;y;x' },
      { id: 'c', tags: ['x', 'y', 'z'] },
      { id: 'd', tags: null },
    ];
    const table = {
      name: 'person',
      fields: [{ name: 'id' }, list],
      schema: { primaryKey: 'id' },
      path: [],
      rest: { data },
    };
    const { rows, report } = await importTiny({ tables: [table] });
    expect((await rows('_values_2')).map(({ _row, value }) => [_row, value])).toEqual([
      [1, 'x'],
      [1, 'y;z'],
      [2, 'x'],
      [2, 'y'],
      [3, 'x'],
      [3, 'y'],
      [3, 'z'],
    ]);
    expect(inShort(report.problems)).toEqual(['person.tags tooLong 1: datapackage.json:3 x, y, z']);
  });

  it('have no value where they hold null or nothing, and problems are reported by row', async () => {
    const rows = [
      { id: 'a', number: null },
      { id: 'b', number: 'two', note: 'y' },
    ];
    const { notes, problems } = await notesOf(inline(rows));
    expect(notes).toEqual([
      ['a', null, null],
      ['b', null, 'y'],
    ]);
    expect(problems).toEqual(['person.number notAnInteger 1: datapackage.json:2 two']);
  });
});

describe('the format of a file', () => {
  const table = { name: 'person', fields, schema: { primaryKey: 'id' }, path: 'person.txt' };
  const from = async (content: string | Buffer, rest: Json) =>
    (await notesOf({ tables: [{ ...table, rest }], files: { 'person.txt': content } })).notes;
  const csv = 'id,number,note\na,1,x\n';

  it('is its format before its media type', { tags: 'long' }, async () => {
    expect(await from(csv, { format: 'csv', mediatype: 'text/tab-separated-values' })).toEqual([alice]);
  });

  it('is its media type before its ending', { tags: 'long' }, async () => {
    const parquet = await parquetOf("SELECT 'a' AS id, 1 AS number, 'x' AS note");
    expect(await from(csv, { mediatype: 'text/csv; charset=utf-8' })).toEqual([alice]);
    expect(await from(csv.replaceAll(',', '\t'), { mediatype: 'text/tab-separated-values' })).toEqual([
      alice,
    ]);
    expect(await from(parquet, { mediatype: 'application/vnd.apache.parquet' })).toEqual([alice]);
  });
});

describe('UTF-16', () => {
  const little = Buffer.from('id,number,note\na,1,Ж🫀\n', 'utf16le');
  const big = Buffer.from(little).swap16();
  const marked = (mark: readonly number[], content: Buffer) => Buffer.concat([Buffer.from(mark), content]);

  const expectText = async (_: string, content: Buffer, rest: Json) => {
    expect((await notesOf(personsFrom(content, rest))).notes).toEqual([['a', 1, 'Ж🫀']]);
  };
  it.each<readonly [string, Buffer, Json]>([
    ['by a mark where no encoding is stated', marked([0xfe, 0xff], big), {}],
  ])('is known %s', expectText);
  it.each<readonly [string, Buffer, Json]>([
    ['by its name, little end first', little, { encoding: 'utf-16le' }],
    ['by its name, big end first', big, { encoding: 'UTF-16BE' }],
    ['by a name of Python', big, { encoding: 'utf_16_be' }],
    ['by a mark, little end first', marked([0xff, 0xfe], little), { encoding: 'utf-16' }],
    ['by a mark, big end first', marked([0xfe, 0xff], big), { encoding: 'utf-16' }],
  ])('is known %s', { tags: 'long' }, expectText);
});
