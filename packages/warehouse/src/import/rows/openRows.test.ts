import { expect, it } from 'vitest';
import { alice, bob, notesOf } from '../../testing/notes.ts';
import { withCount } from './openRows.ts';
import type { OpenRowSource, SourceRow } from './rowSource.ts';

/** A source that ends after so many rows, as if the file had no more. */
const rowsUpTo = (last: number): OpenRowSource => ({
  columns: ['id'],
  typedColumns: new Set(),
  rows: async function* () {
    for (let line = 1; line <= last; line++) yield [{ line, cells: [`p${line}`] }];
  },
  close: async () => {},
});

async function read(last: number, counted: number): Promise<SourceRow[]> {
  const found: SourceRow[] = [];
  const rows = withCount(rowsUpTo(last), { file: 'a.csv', resource: 'person' }, async () => counted);
  for await (const batch of rows.rows()) found.push(...batch);
  return found;
}

it('a file whose rows are as many as were counted is read', async () => {
  expect((await read(3, 3)).map(({ line }) => line)).toEqual([1, 2, 3]);
});

it.each([
  [2, 3],
  [3, 2],
  [0, 1],
])('a file of which %d rows come where %d were counted is refused', async (last, counted) => {
  await expect(read(last, counted)).rejects.toThrow(
    `a.csv: ${last} rows of resource person could be read, but the file holds ${counted}`,
  );
});

it.each([
  ['person.csv', 'id;number;note\na;1;x\n"b";2;y\n', { delimiter: ';', escapeChar: '\\' }],
  ['person.csv.gz', 'id,number,note\n#\na,1,x\n\n"b",2,y', { commentChar: '#' }],
] as const)('a file of another form is read and counted: %s', async (path, csv, dialect) => {
  const fields = [{ name: 'id' }, { name: 'number', type: 'integer' }, { name: 'note' }];
  const schema = { primaryKey: 'id' };
  const table = { name: 'person', fields, schema, path, csv, rest: { dialect } };
  expect((await notesOf({ tables: [table] })).notes).toEqual([alice, bob]);
});
