import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PackageRefused } from '../package/packageErrors.ts';
import { parquetOf } from '../testing/parquetOf.ts';
import { type TinyPackage, writeTinyPackage } from '../testing/tinyPackage.ts';
import { importTiny } from '../testing/tinyWarehouse.ts';

const persons = (path: string, file: Buffer): TinyPackage => ({
  tables: [
    { name: 'person', fields: [{ name: 'id' }, { name: 'note' }], schema: { primaryKey: 'id' }, path },
  ],
  files: { [path]: file },
});

const rows = 200_000;
const select = `SELECT 'p' || range AS id, 'note ' || range || ' of many' AS note FROM range(${rows})`;
const csv = (): Buffer =>
  Buffer.from(
    `id,note\n${Array.from({ length: rows }, (_, row) => `p${row},note ${row} of many\n`).join('')}`,
  );

/** The file with other bytes where the text stands for the first time. */
function overwritten(file: Buffer, text: string, bytes: Buffer): Buffer {
  const at = file.indexOf(text);
  expect(at).toBeGreaterThan(0);
  const changed = Buffer.from(file);
  bytes.copy(changed, at);
  return changed;
}

const notUtf8 = (file: Buffer): Buffer => overwritten(file, 'note 150001 of', Buffer.from([0xff, 0xfe]));

function damagedInTheMiddle(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  changed.fill(0xa5, changed.length >> 1, (changed.length >> 1) + 5000);
  return changed;
}

const expectRefusal = async (_: string, path: string, write: () => Promise<Buffer>, reason: string) => {
  const { warehouse } = await importTiny(persons('person.csv', Buffer.from('id,note\np1,x\n')));
  const packagePath = await writeTinyPackage(persons(path, await write()));
  const outcome = await warehouse.releases
    .build({ release: 'r2', packagePath })
    .catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(PackageRefused);
  expect(String(outcome)).toContain(reason);
  expect(await warehouse.releases.list()).toEqual(['r1']);
};
it.each<readonly [string, string, () => Promise<Buffer>, string]>([
  [
    'Parquet with a damaged page',
    'person.parquet',
    async () => damagedInTheMiddle(await parquetOf(select, ', COMPRESSION zstd')),
    'person.parquet: ',
  ],
  [
    'a gzip with a damaged middle',
    'person.csv.gz',
    async () => damagedInTheMiddle(gzipSync(csv())),
    'is not a whole gzip file',
  ],
])('%s is refused after thousands of rows, and what was live stays', expectRefusal);
it.each<readonly [string, string, () => Promise<Buffer>, string]>([
  [
    'Parquet with a text that is not UTF-8',
    'person.parquet',
    async () => notUtf8(await parquetOf(select, ', COMPRESSION uncompressed')),
    'person.parquet: ',
  ],
  ['CSV with a text that is not UTF-8', 'person.csv', async () => notUtf8(csv()), 'is not written in utf-8'],
  [
    'a gzip that was cut',
    'person.csv.gz',
    async () => gzipSync(csv()).subarray(0, 300_000),
    'is not a whole gzip file',
  ],
])('%s is refused after thousands of rows, and what was live stays', { tags: 'long' }, expectRefusal);
