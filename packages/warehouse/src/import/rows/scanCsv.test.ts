import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { scanCsv } from './scanCsv.ts';

async function scan(content: string | Buffer, quote: string | null = '"') {
  const path = join(await temporaryFolder(), 'a.csv');
  await writeFile(path, content);
  return scanCsv(path, { delimiter: ',', quote }, () => {});
}

it.each([
  ['records with and without a last line end', 'a,b\n1,2\n3,4', 3, []],
  ['lines that end with CR and LF', 'a,b\r\n1,2\r\n', 2, []],
  [
    'empty lines are no records, and the lines after them run ahead',
    'a\n\n1\n\n\n2\n',
    3,
    [
      [2, 1],
      [3, 3],
    ],
  ],
  [
    'line breaks in cells',
    'a,b\n"x\ny",1\n2,3\n"p\r\nq\rr",4\n5,6\n',
    5,
    [
      [3, 1],
      [5, 3],
    ],
  ],
  ['doubled quotes and delimiters in cells', 'a\n"x""y,z"\n""\n', 3, []],
  ['characters of several bytes', 'ä,𝄞\n€,ü', 2, []],
  ['an empty file', '', 0, []],
] as const)('counts %s', async (_, content, records, shifts) => {
  expect(await scan(content)).toEqual({
    records,
    shifts: shifts.map(([record, ahead]) => ({ record, ahead })),
  });
});

it.each([
  ['a quote inside an unquoted cell', 'a\nx"y\n'],
  ['text after a closing quote', 'a\n"x"y\n'],
  ['a quote that stays open', 'a\n"x\n'],
  ['mixed line ends', 'a\r\nb\n'],
  ['a lone CR', 'a\rb\n'],
  ['a CR at the end', 'a\r'],
  ['a NUL', 'a\0\n'],
  ['bytes that are not UTF-8', Buffer.from('a\nü\n', 'latin1')],
  ['a character that is cut', Buffer.from('a\n€').subarray(0, 4)],
] as const)('is not for it: %s', async (_, content) => {
  expect(await scan(content)).toBeNull();
});

it('quotes are ordinary characters where the dialect has none', async () => {
  expect(await scan('a\nx"y\n', null)).toEqual({ records: 2, shifts: [] });
});

it('pieces of the file make no difference, wherever they are cut', async () => {
  const row = `"ä""€\n",𝄞,${'x'.repeat(50)}\r\n`;
  const records = 120_000;
  const found = await scan(row.repeat(records));
  expect(found?.records).toBe(records);
  expect(found?.shifts.at(-1)).toEqual({ record: records, ahead: records - 1 });
});
