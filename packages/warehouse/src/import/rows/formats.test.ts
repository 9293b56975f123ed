import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { literal } from '../../sql/quoted.ts';
import { alice, bob, notesOf } from '../../testing/notes.ts';
import { parquetOf } from '../../testing/parquetOf.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { packageFiles, type TinyPackage, writeTinyPackage } from '../../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../../testing/tinyWarehouse.ts';
import { zipFile } from '../../testing/zipFile.ts';

type Json = Readonly<Record<string, unknown>>;

/** Persons with a number, from a file of any format. */
const personsFrom = (csv: string | Buffer, path = 'person.csv', rest: Json = {}): TinyPackage => ({
  tables: [
    {
      name: 'person',
      fields: [{ name: 'id' }, { name: 'number', type: 'integer' }, { name: 'note' }],
      schema: { primaryKey: 'id' },
      path,
      rest,
    },
  ],
  files: { [path]: csv },
});

describe('a CSV file', () => {
  it('reports the line on which a row begins, after cells with line breaks and empty lines', async () => {
    const { problems, notes } = await notesOf(
      personsFrom('id,number,note\na,1,"two\nlines"\n\nb,bad,"three\r\n\r\nlines"\nc,"\n5",z\nd,worse,\n'),
    );
    expect(problems).toEqual(['person.number notAnInteger 2: person.csv:5 bad; person.csv:10 worse']);
    expect(notes[0]).toEqual(['a', 1, 'two\nlines']);
    expect(notes[2]).toEqual(['c', 5, 'z']);
  });

  it('reports the same lines when it is gzipped and ends its lines as Windows does', {
    tags: 'long',
  }, async () => {
    const csv = ['id,number,note', 'a,1,"two', 'lines"', 'b,bad,', 'c,,"x', '', 'y"', 'd,worse,'].join(
      '\r\n',
    );
    const { gzipSync } = await import('node:zlib');
    const { problems } = await notesOf(personsFrom(gzipSync(csv), 'data/person.csv.gz'));
    expect(problems).toEqual([
      'person.number notAnInteger 2: data/person.csv.gz:4 bad; data/person.csv.gz:8 worse',
    ]);
  });

  it('keeps five examples and counts the rest', async () => {
    const lines = Array.from({ length: 7 }, (_, index) => `p${index},bad${index},`);
    const { problems } = await notesOf(personsFrom(`id,number,note\n${lines.join('\n')}`));
    expect(problems).toEqual([
      `person.number notAnInteger 7: ${[0, 1, 2, 3, 4].map((n) => `person.csv:${n + 2} bad${n}`).join('; ')}`,
    ]);
  });

  it('may have its columns in any order, and columns that are not described', { tags: 'long' }, async () => {
    const { notes, problems } = await notesOf(personsFrom('note,colour,number,id\nx,red,1,a\ny,blue,2,b\n'));
    expect(notes).toEqual([alice, bob]);
    expect(problems).toEqual(['person.colour undescribedColumn 1: person.csv:1 colour']);
  });

  it('may have rows of the wrong length', async () => {
    const { notes, problems } = await notesOf(personsFrom('id,number,note\na,1,x,more\nb\n'));
    expect(notes).toEqual([alice, ['b', null, null]]);
    expect(problems).toEqual([
      'person.* cellCount 2: person.csv:2 4 cells, not 3; person.csv:3 1 cell, not 3',
    ]);
  });

  it('may begin with a byte order mark', { tags: 'long' }, async () => {
    expect((await notesOf(personsFrom('\uFEFFid,number,note\na,1,x\n'))).notes).toEqual([alice]);
  });

  it('is read in its encoding', { tags: 'long' }, async () => {
    const { notes } = await notesOf(
      personsFrom(Buffer.from('id,number,note\na,1,Zoë\n', 'latin1'), 'person.csv', {
        encoding: 'iso-8859-1',
      }),
    );
    expect(notes).toEqual([['a', 1, 'Zoë']]);
    const wide = Buffer.from('\uFEFFid,number,note\na,1,Ж\n', 'utf16le');
    expect((await notesOf(personsFrom(wide, 'person.csv', { encoding: 'utf-16' }))).notes).toEqual([
      ['a', 1, 'Ж'],
    ]);
  });

  it('is refused when it is not in the stated encoding', async () => {
    expect(await refusalOf(personsFrom(Buffer.from('id,number,note\na,1,Zoë\n', 'latin1')))).toEqual([
      'person.csv: is not written in utf-8',
    ]);
  });

  const expectAliceAndBob = async (_: string, dialect: Json, csv: string) => {
    expect((await notesOf(personsFrom(csv, 'person.csv', { dialect }))).notes).toEqual([alice, bob]);
  };
  it.each<readonly [string, Json, string]>([
    ['a delimiter', { delimiter: ';' }, 'id;number;note\na;1;x\nb;2;y\n'],
  ])('may have a dialect with %s', expectAliceAndBob);
  it.each<readonly [string, Json, string]>([
    ['a delimiter of two letters', { delimiter: '||' }, 'id||number||note\na||1||x\nb||2||y\n'],
    ['another quote', { quoteChar: "'" }, "id,number,note\na,1,'x'\n'b',2,y\n"],
    ['an escape', { escapeChar: '\\' }, 'id,number,note\na,1,"x"\n"b",2,"y"\n'],
    ['no header', { header: false }, 'a,1,x\nb,2,y\n'],
    ['rows before the header', { headerRows: [3] }, 'Persons\nof 2026\nid,number,note\na,1,x\nb,2,y\n'],
    ['comments', { commentChar: '#' }, '# by hand\nid,number,note\na,1,x\n# more\nb,2,y\n'],
    ['a word for null', { nullSequence: '\\N' }, 'id,number,note\na,1,x\nb,2,y\n\\N,3,z\n'],
    ['space after delimiters', { skipInitialSpace: true }, 'id, number, note\na, 1, "x"\nb, 2, y\n'],
    ['its own line ends', { lineTerminator: '~' }, 'id,number,note~a,1,x~b,2,y~'],
  ])('may have a dialect with %s', { tags: 'long' }, expectAliceAndBob);

  it('is separated by tabs when it is a tsv', { tags: 'long' }, async () => {
    expect((await notesOf(personsFrom('id\tnumber\tnote\na\t1\tx\n', 'person.tsv'))).notes).toEqual([alice]);
  });

  it('may come in several files, each with its own lines', { tags: 'long' }, async () => {
    const tiny = personsFrom('id,number,note\na,1,x\n', 'one.csv', { path: ['one.csv', 'more/two.csv'] });
    const { notes, problems } = await notesOf({
      ...tiny,
      files: { ...tiny.files, 'more/two.csv': 'number,id,note\n2,b,y\nno,c,z\n' },
    });
    expect(notes).toEqual([alice, bob, ['c', null, 'z']]);
    expect(problems).toEqual(['person.number notAnInteger 1: more/two.csv:3 no']);
  });

  const expectRefusal = async (_: string, csv: string | Buffer, path: string, problem: string) => {
    const [first, ...more] = await refusalOf(personsFrom(csv, path));
    expect(first).toContain(`${path}: `);
    expect(first).toContain(problem);
    expect(more).toEqual([]);
  };
  it.each<readonly [string, string | Buffer, string, string]>([
    ['a quote within', 'id,number,note\na,1,x"y"\n', 'person.csv', 'line 2: a quote stands in the middle'],
    ['broken gzip', Buffer.from('no gzip at all'), 'person.csv.gz', 'is not a whole gzip file'],
  ])('is refused with %s', expectRefusal);
  it.each<readonly [string, string | Buffer, string, string]>([
    ['an open quote', 'id,number,note\na,1,"x\nb,2,y\n', 'person.csv', 'a quote is opened and never closed'],
    [
      'text after a quote',
      'id,number,note\na,1,"x"y\n',
      'person.csv',
      'line 2: text follows a closing quote',
    ],
  ])('is refused with %s', { tags: 'long' }, expectRefusal);
});

describe('a Parquet file', () => {
  it('gives its values whatever spelling the package states, with row numbers for lines', async () => {
    const content = await parquetOf(`SELECT * FROM (VALUES
      (1::BIGINT, DATE '2020-02-29', true, 1.5::DOUBLE, ['x', NULL, 'y'], 'P1Y', TIMESTAMP '2020-01-01 10:00:00'),
      (2, NULL, NULL, NULL, NULL, 'bad', NULL)) AS t(id, born, smokes, bmi, tags, age, seen)`);
    const { rows, report } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [
            { name: 'id', type: 'integer' },
            { name: 'born', type: 'date', format: '%d.%m.%Y' },
            { name: 'smokes', type: 'boolean', trueValues: ['ja'], falseValues: ['nein'] },
            { name: 'bmi', type: 'number', decimalChar: ',' },
            { name: 'tags', type: 'list' },
            { name: 'age', type: 'duration' },
            { name: 'seen', type: 'date' },
          ],
          schema: { primaryKey: 'id' },
          path: 'odd [name]*.parquet',
        },
      ],
      files: { 'odd [name]*.parquet': content },
    });
    expect(await rows('person')).toEqual([
      {
        _row: 1,
        _subject: 1,
        id: 1,
        born: '2020-02-29',
        smokes: true,
        bmi: 1.5,
        age: 365,
        seen: '2020-01-01',
      },
      { _row: 2, _subject: 2, id: 2, born: null, smokes: null, bmi: null, age: null, seen: null },
    ]);
    expect((await rows('_values_5')).map(({ _row, value }) => [_row, value])).toEqual([
      [1, 'x'],
      [1, 'y'],
    ]);
    expect(inShort(report.problems)).toEqual(['person.age notADuration 1: odd [name]*.parquet:2 bad']);
  });

  it('is refused when it is not Parquet', async () => {
    expect(await refusalOf(personsFrom('id,number,note\n', 'person.parquet'))).toEqual([
      'person.parquet: is not a readable Parquet file',
    ]);
  });

  it('gives every row when its lists have more values than are written at once', {
    tags: 'long',
  }, async () => {
    const content = await parquetOf('SELECT i::INTEGER AS id, range(100) AS tags FROM range(2100) AS r(i)');
    const { report, warehouse } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [
            { name: 'id', type: 'integer' },
            { name: 'tags', type: 'list' },
          ],
          schema: { primaryKey: 'id' },
          path: 'person.parquet',
        },
      ],
      files: { 'person.parquet': content },
    });
    expect(report.collections).toEqual([{ collection: 'person', read: 2100, loaded: 2100, skipped: 0 }]);
    const text = 'SELECT count(*) AS tags FROM "r1"."_values_2"';
    expect(await warehouse.questions.run({ text, values: [] })).toEqual([{ tags: 210_000 }]);
  });

  const expectRefusalOf = async (rows: number) => {
    const content = await parquetOf("SELECT range AS id, 1 AS number, 'x' AS note FROM range(2)");
    expect(await refusalOf(personsFrom(withFooterCount(content, { of: 2, rows }), 'person.parquet'))).toEqual(
      [`person.parquet: 2 rows of resource person could be read, but the footer of the file counts ${rows}`],
    );
  };
  it.each([3])('is refused when it holds two rows and its footer counts %i', expectRefusalOf);
  it.each([1])(
    'is refused when it holds two rows and its footer counts %i',
    { tags: 'long' },
    expectRefusalOf,
  );
});

/** The file with another number of rows, below 64, in its footer: a varint between two headers of fields. */
function withFooterCount(content: Buffer, { of, rows }: { of: number; rows: number }): Buffer {
  const footer = content.length - 8 - content.readUInt32LE(content.length - 8);
  const at = content.indexOf(Buffer.from([0x16, 2 * of, 0x19]), footer);
  expect(at).toBeGreaterThan(footer);
  const changed = Buffer.from(content);
  changed[at + 1] = 2 * rows;
  return changed;
}

describe('a zip', () => {
  const tiny = personsFrom('id,number,note\na,1,x\nb,2,y\n', 'data/person.csv');
  const importZip = async (files: ReadonlyMap<string, Buffer>) => {
    const packagePath = join(await temporaryFolder(), 'package.zip');
    await writeFile(packagePath, zipFile(files));
    return importTiny(tiny, { packagePath });
  };

  it('is read like a folder', async () => {
    const { column } = await importZip(packageFiles(tiny));
    expect(await column('person', 'note')).toEqual(['x', 'y']);
  });

  it('may hold the package in a folder of its own', { tags: 'long' }, async () => {
    const inside = [...packageFiles(tiny)].map(([path, content]): [string, Buffer] => [
      `tiny-1.0/${path}`,
      content,
    ]);
    const { column } = await importZip(new Map(inside));
    expect(await column('person', 'note')).toEqual(['x', 'y']);
  });

  it('may hold Parquet, which is unpacked first', { tags: 'long' }, async () => {
    const folder = await temporaryFolder();
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT 'a' AS id, 1 AS number, 'x' AS note) TO ${literal(join(folder, 'p.parquet'))}`,
    );
    connection.closeSync();
    instance.closeSync();
    const files = packageFiles(personsFrom(await readFile(join(folder, 'p.parquet')), 'data/p.parquet'));
    const { column } = await importZip(files);
    expect(await column('person', 'number')).toEqual([1]);
  });

  it('is refused without a descriptor', async () => {
    await expect(importZip(new Map([['person.csv', Buffer.from('id\n')]]))).rejects.toThrow(
      'datapackage.json: there is no such file in the package',
    );
  });
});

describe('a package', () => {
  it('may be named by its descriptor', { tags: 'long' }, async () => {
    const folder = await writeTinyPackage(personsFrom('id,number,note\na,1,x\n'));
    const { report } = await importTiny(personsFrom(''), { packagePath: join(folder, 'datapackage.json') });
    expect(report.subjects).toBe(1);
  });

  it('is refused when there is nothing, or no JSON', async () => {
    const nowhere = join(await temporaryFolder(), 'nowhere');
    await expect(importTiny(personsFrom(''), { packagePath: nowhere })).rejects.toThrow(
      'there is no such file',
    );
    const folder = await writeTinyPackage({ ...personsFrom(''), files: { 'datapackage.json': '{"name": ' } });
    await expect(importTiny(personsFrom(''), { packagePath: folder })).rejects.toThrow(
      'cannot be read as JSON',
    );
  });

  it('may keep schemas and dialects in files of their own, as version 1 allows', {
    tags: 'long',
  }, async () => {
    const tiny = personsFrom('id;number;note\na;1;x\n', 'person.csv', {
      profile: 'tabular-data-resource',
      schema: 'schemas/person.json',
      dialect: 'dialect.json',
    });
    const { notes } = await notesOf({
      ...tiny,
      files: {
        ...tiny.files,
        'schemas/person.json': JSON.stringify({ fields: tiny.tables[0]?.fields, primaryKey: 'id' }),
        'dialect.json': '{"delimiter": ";", "csvddfVersion": 1.2}',
      },
    });
    expect(notes).toEqual([alice]);
  });
});
