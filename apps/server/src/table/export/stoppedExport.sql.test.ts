import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { askEndlessly } from '../../testing/endlessTable.ts';
import { folderOfFile, portalOfFile } from '../../testing/ofFile.ts';
import { testApp } from '../../testing/testApp.ts';

const portal = await portalOfFile();
const folder = await folderOfFile();
const ada = await askEndlessly(portal, folder);
const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });

const patience = { timeout: 240_000, interval: 20 };

/** PostgreSQL tells of the statement that counts the rows, too, and each has an end of its own; Citus of one of them. */
const isAlone = process.env['ATRIUM_TEST_ENGINE'] !== 'postgres' || 'ATRIUM_TEST_CITUS_URL' in process.env;
const leastRunning = isAlone ? 1 : 2;

const named = 'a download of %s that is stopped ends its query';
it.each(['ndjson'])(named, expectToEnd);
it.each(['csv', 'parquet'])(named, { tags: 'long' }, expectToEnd);

it('a download whose rows break off is refused, and nothing of it leaves (rule 8.24)', {
  tags: 'long',
}, async () => {
  const stopped = await testApp();
  const packagePath = await mkdtemp(path.join(tmpdir(), 'atrium-stopped-'));
  try {
    const bo = await askEndlessly(stopped, packagePath);
    const reply = bo.get('endless/query_tools/export_ndjson/');
    await expect.poll(stopped.downloading, patience).toBeGreaterThanOrEqual(leastRunning);
    await stopped.warehouse.close();
    expect((await reply).statusCode).toBeGreaterThanOrEqual(500);
    const lines = stopped.db.selectFrom('audit_event').select('id');
    expect(await lines.where('action', 'in', ['export_begin', 'export_rows']).execute()).toEqual([]);
  } finally {
    await stopped.close();
    await rm(packagePath, { recursive: true, force: true });
  }
});

async function expectToEnd(format: string): Promise<void> {
  const leaving = new AbortController();
  const reply = fetch(`${address}/api/v2/endless/query_tools/export_${format}/`, {
    headers: { cookie: ada.cookie },
    signal: leaving.signal,
  });
  const refused = expect(reply).rejects.toThrow('gone');
  await expect.poll(portal.downloading, patience).toBeGreaterThanOrEqual(leastRunning);
  leaving.abort(new Error('gone'));
  await refused;
  await expect.poll(portal.downloading, patience).toBe(0);
}
