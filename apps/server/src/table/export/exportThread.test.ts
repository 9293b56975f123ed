import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { askEndlessly } from '../../testing/endlessTable.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';

const formats = ['csv', 'ndjson', 'parquet'] as const;
const concepts = ['note', 'count', 'seen', 'tags', 'calls'] as const;
/** More than the cells of one part of a stream, which are 150,000. */
const readings = 26_000;

let folder: string;
let dying: Portal;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-thread-'));
  const dies = path.join(folder, 'dies.mjs');
  await writeFile(dies, dyingThread);
  dying = await open(await writePackage('few', 10), pathToFileURL(dies));
});
afterAll(async () => {
  await dying.app.close();
  await rm(folder, { recursive: true, force: true });
});

it('a download whose thread ends early is refused, and nothing of it leaves (rule 8.24)', async () => {
  const reply = await download(dying, 'ndjson');
  expect([reply.statusCode, reply.json().code]).toEqual([500, 'fault']);
  expect(await recordsOf(dying)).toEqual([]);
});

describe('many rows', { tags: 'long' }, () => {
  let plain: Portal;
  let threaded: Portal;
  beforeAll(async () => {
    const many = await writePackage('many', readings);
    plain = await open(many);
    threaded = await open(many, pathToFileURL(path.join(inject('programs'), 'exportThread.mjs')));
  });
  afterAll(async () => {
    for (const { app } of [plain, threaded]) await app.close();
  });

  it.each(formats)(
    'an export of %s that a thread makes has the same bytes, and the same record',
    async (format) => {
      const [here, there] = [await download(plain, format), await download(threaded, format)];
      expect([here.statusCode, there.statusCode]).toEqual([200, 200]);
      expect(there.rawPayload.equals(here.rawPayload)).toBe(true);
      const [record] = (await recordsOf(threaded)).slice(-1);
      expect(record).toMatchObject({
        format,
        rows: readings,
        bytes: there.rawPayload.length,
        columns: concepts.length + 1,
        isComplete: true,
      });
    },
  );

  it('a download that is given up ends its thread, and leaves no file', async () => {
    const packagePath = path.join(folder, 'endless');
    await mkdir(packagePath);
    const { cookie } = await askEndlessly(threaded.app, packagePath);
    const address = await threaded.app.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const reply = fetch(`${address}/api/v2/endless/query_tools/export_ndjson/`, {
      headers: { cookie },
      signal: leaving.signal,
    });
    const refused = expect(reply).rejects.toThrow('gone');
    await expect.poll(threaded.app.downloading).toBe(1);
    leaving.abort(new Error('gone'));
    await refused;
    await expect.poll(threaded.app.downloading).toBe(0);
  });
});

interface Portal {
  readonly app: TestApp;
  readonly caller: Caller;
}

/** Sends a piece of two rows, and ends. */
const dyingThread = `import { parentPort } from 'node:worker_threads';
parentPort.once('message', () => {
  parentPort.postMessage({ kind: 'piece', bytes: new TextEncoder().encode('{"a":1}\\n{"a":2}\\n'), rows: 2 });
  parentPort.close();
});`;

/** A package of its own; formulas, digits beyond 2^53, dates with times, and lists of texts and of times. */
async function writePackage(name: string, readings: number): Promise<string> {
  const packagePath = path.join(folder, name);
  await mkdir(packagePath);
  const fields = [
    { name: 'reading', type: 'string' },
    { name: 'note', type: 'string' },
    { name: 'count', type: 'integer' },
    { name: 'seen', type: 'datetime' },
    { name: 'tags', type: 'list', delimiter: '|' },
    { name: 'calls', type: 'list', itemType: 'datetime', delimiter: '|' },
  ].map(({ name, ...rest }) => ({ name, ...rest, atrium: { id: name } }));
  const schema = { primaryKey: 'reading', fields };
  const descriptor = { name: 'many', resources: [{ name: 'reading', path: 'reading.csv', schema }] };
  const notes = ['=1+1', '-x', 'é 🫀; b', '', '"a ""b"", c"'];
  const lines = Array.from({ length: readings }, (_, number) =>
    [
      `R${number}`,
      notes[number % notes.length],
      `9007199254${740_993 + number}`,
      number % 3 === 0 ? '' : '2019-03-02 14:05',
      number % 2 === 0 ? `a;${number}|null|=sum` : '',
      '2019-03-02 14:05|2019-03-02T09:30-01:00',
    ].join(','),
  );
  await writeFile(path.join(packagePath, 'datapackage.json'), JSON.stringify(descriptor));
  const heading = fields.map(({ name }) => name).join(',');
  await writeFile(path.join(packagePath, 'reading.csv'), `${heading}\n${lines.join('\n')}\n`);
  return packagePath;
}

async function open(packagePath: string, exportThread?: URL): Promise<Portal> {
  const app = await testApp({ exportThread });
  const dataset = await app.aDataset({ uniqueId: 'many', packagePath });
  const caller = await app.signedIn((await app.aMember({ dataset, level: 'phi' })).account);
  for (const concept_id of concepts) {
    const isList = ['tags', 'calls'].includes(concept_id);
    const column = { concept_id, ...(isList ? { aggregation_method: 'list_distinct' } : {}) };
    const added = await caller.post('many/table_def/', {
      transformation: { type: 'add_entry', ...column },
    });
    expect([concept_id, added.json().errors]).toEqual([concept_id, []]);
  }
  return { app, caller };
}

const download = ({ caller }: Portal, format: string) => caller.get(`many/query_tools/export_${format}/`);

const recordsOf = async ({ app }: Portal) => {
  const lines = await app.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'export_rows')
    .orderBy('id')
    .execute();
  return lines.map(({ detail }) => detail);
};
