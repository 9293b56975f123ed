import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { askEndlessly, endlessPackage } from '../../testing/endlessTable.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';

let portal: TestApp;
let folder: string;
let ada: Caller;
let address: string;

beforeAll(async () => {
  portal = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-stop-'));
  ada = await askEndlessly(portal, folder);
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const patience = { timeout: 240_000, interval: 20 };

async function expectToEnd(format: string): Promise<void> {
  const leaving = new AbortController();
  const reply = fetch(`${address}/api/v2/endless/query_tools/export_${format}/`, {
    headers: { cookie: ada.cookie },
    signal: leaving.signal,
  });
  const refused = expect(reply).rejects.toThrow('gone');
  await expect.poll(portal.downloading, patience).toBe(1);
  leaving.abort(new Error('gone'));
  await refused;
  await expect.poll(portal.downloading, patience).toBe(0);
}

const named = 'a download of %s that is stopped ends its query';
test.each(['ndjson'])(named, expectToEnd);
test.each(['csv', 'parquet'])(named, { tags: 'long' }, expectToEnd);

test('a download whose rows break off is never a whole file, and the audit says so', {
  tags: 'long',
}, async () => {
  const long = await testApp();
  const packagePath = await mkdtemp(path.join(tmpdir(), 'atrium-long-'));
  try {
    const lines = Array.from({ length: 200_000 }, (_, number) => `${'P'.repeat(100)}${number}`);
    const [person] = endlessPackage.resources;
    await writeFile(
      path.join(packagePath, 'datapackage.json'),
      JSON.stringify({ name: 'long', resources: [person] }),
    );
    await writeFile(path.join(packagePath, 'person.csv'), `person_id\n${lines.join('\n')}\n`);
    const dataset = await long.aDataset({ uniqueId: 'long', packagePath });
    const bo = await long.signedIn((await long.aMember({ dataset, level: 'phi' })).account);
    const origin = await long.app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(`${origin}/api/v2/long/query_tools/export_ndjson/`, {
      headers: { cookie: bo.cookie },
    });
    expect(reply.status).toBe(200);
    const closed = long.warehouse.close();
    await expect(reply.text()).rejects.toThrow();
    await closed;
    const ends = () =>
      long.db.selectFrom('audit_event').select('detail').where('action', '=', 'export_rows').execute();
    await expect
      .poll(async () => (await ends()).map(({ detail }) => detail), patience)
      .toMatchObject([{ format: 'ndjson', isComplete: false }]);
  } finally {
    await long.close();
    await rm(packagePath, { recursive: true, force: true });
  }
});
