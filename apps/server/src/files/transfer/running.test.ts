import { truncate, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { disableAccount } from '../../access/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { ofFile } from '../../testing/ofFile.ts';
import { transferPortal } from '../../testing/transferPortal.ts';

const mebibyte = 1024 * 1024;
/** Too large for the buffers between the portal and a receiver who reads nothing. */
const large = Buffer.alloc(48 * mebibyte, 'genome');
const files = [
  { id: 'L', path: 'large.cram', content: large },
  { id: 'S', path: 'small.txt', content: 'small' },
  { id: 'T', path: 'a b/small ä.txt', content: 'another', checksum: 'md5' },
  { id: 'N', path: 'none.txt', content: 'no checksum', checksum: 'none' },
] as const;

const portal = ofFile(
  await transferPortal({
    streamsPerAccount: 2,
    zip: { files: 2, bytes: 1000 },
    app: { volumes: { limits: { rows: null, bytes: 200 * mebibyte } } },
  }),
);
const dataset = await portal.aFiledDataset(files);
const address = await portal.listen();

const withdrawals: readonly (readonly [string, (accountId: number, username: string) => Promise<unknown>])[] =
  [
    [
      'the membership is taken away',
      (id) => portal.db.deleteFrom('membership').where('account_id', '=', id).execute(),
    ],
    ['the account is disabled', (_, username) => disableAccount(portal.db, username)],
    [
      'the level is lowered',
      (id) =>
        portal.db
          .updateTable('membership')
          .set({ access_level: 'agg' })
          .where('account_id', '=', id)
          .execute(),
    ],
  ];

describe('a file that is being sent', () => {
  it.each(withdrawals)('by a link stops when %s, and what was sent is on record', async (_, withdraw) => {
    const { account, caller } = await portal.aReader(dataset);
    const message = await receive(await linkTo(caller, 'L'));
    expect(message.statusCode).toBe(200);
    await withdraw(account.id, account.username);
    portal.clock.advance(1);
    const { bytes, isWhole } = await readOn(message);
    expect([isWhole, bytes < large.length]).toEqual([false, true]);
    const { detail } = await portal.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'file_sent')
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ file: 'L', isComplete: false });
  });

  it('by a link stops when the time of the link is over', async () => {
    const { caller } = await portal.aReader(dataset);
    const message = await receive(await linkTo(caller, 'L'));
    portal.clock.advance(24 * 60 + 1);
    expect((await readOn(message)).isWhole).toBe(false);
  });

  it('to a session stops when a new release has other bytes under its id', { tags: 'long' }, async () => {
    const other = await portal.aFiledDataset([{ id: 'L', path: 'other.cram', content: large }]);
    const { caller } = await portal.aReader(other);
    const message = await receive(`${address}/api/v2/${other.uniqueId}/transfers/content/L`, {
      cookie: caller.cookie,
    });
    await writeFile(path.join(portal.areaOf(other), 'second.cram'), 'x');
    await portal.aFiledRelease(other, [{ id: 'L', path: 'second.cram', content: 'x' }]);
    portal.clock.advance(1);
    expect((await readOn(message)).isWhole).toBe(false);
  });

  it('is broken off when the stored file is shorter than it was', { tags: 'long' }, async () => {
    const other = await portal.aFiledDataset([{ id: 'L', path: 'cut.cram', content: large }]);
    const { caller } = await portal.aReader(other);
    const message = await receive(`${address}/api/v2/${other.uniqueId}/transfers/content/L`, {
      cookie: caller.cookie,
    });
    await truncate(path.join(portal.areaOf(other), 'cut.cram'), 40 * mebibyte);
    const { bytes, isWhole } = await readOn(message);
    expect([isWhole, bytes <= 40 * mebibyte]).toEqual([false, true]);
  });
});

describe('what one account may have', () => {
  it('so many files at a time: the next one waits until another has ended', async () => {
    const { caller } = await portal.aReader(dataset);
    const url = await linkTo(caller, 'L');
    const first = await receive(url);
    const second = await receive(url);
    let hasBegun = false;
    const third = receive(await linkTo(caller, 'S')).then((message) => {
      hasBegun = true;
      return message;
    });
    // A question of somebody else is answered meanwhile.
    const other = await portal.aReader(dataset);
    expect((await other.caller.get(`${dataset.uniqueId}/query_tools/count`)).statusCode).toBe(200);
    expect(hasBegun).toBe(false);
    first.destroy();
    expect(await readOn(await third)).toEqual({ bytes: 5, isWhole: true });
    second.destroy();
  });

  it('so many bytes a day: what is more is refused, and a file that passes the limit ends', async () => {
    const { caller } = await portal.aReader(dataset);
    const url = await linkTo(caller, 'L');
    const whole = [];
    for (let times = 0; times < 5; times += 1) whole.push((await readOn(await receive(url))).isWhole);
    expect(whole).toEqual([true, true, true, true, false]);
    const late = await receive(url);
    expect([late.statusCode, late.headers['retry-after'] !== undefined]).toEqual([429, true]);
    late.destroy();
  });
});

async function entriesOf(zip: Buffer): Promise<ReadonlyMap<string, string>> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, file) => (error === null ? resolve(file) : reject(error))),
  );
  const found = new Map<string, string>();
  return new Promise((resolve, reject) => {
    opened.on('error', reject);
    opened.on('end', () => resolve(found));
    opened.on('entry', (entry: Entry) => {
      opened.openReadStream(entry, async (error, stream) => {
        if (error !== null) return reject(error);
        const parts: Buffer[] = [];
        for await (const part of stream) if (part instanceof Buffer) parts.push(part);
        found.set(entry.fileName, Buffer.concat(parts).toString('utf8'));
        opened.readEntry();
      });
    });
    opened.readEntry();
  });
}

describe('a zip', () => {
  it('holds the files and a manifest', async () => {
    const { caller } = await portal.aReader(dataset);
    const { transfer } = await begin(caller, 'zip', ['S', 'T']);
    const reply = await caller.send({ url: `/api/v2/${transfer}/zip` });
    expect(reply.statusCode).toBe(200);
    const entries = await entriesOf(reply.rawPayload);
    expect([...entries.keys()]).toEqual([
      'manifest.tsv',
      'samples.tsv',
      'files/small.txt',
      'files/a b/small ä.txt',
    ]);
    expect(entries.get('files/a b/small ä.txt')).toBe('another');
    expect(entries.get('manifest.tsv')).toContain('a b/small ä.txt\t7\tmd5:');
  });

  it('counts, and is recorded, as each of its files would be (rule 13.78)', async () => {
    const { caller, account } = await portal.aReader(dataset);
    const { transfer } = await begin(caller, 'zip', ['S', 'T']);
    await caller.send({ url: `/api/v2/${transfer}/zip` });
    const lines = await portal.db
      .selectFrom('audit_event')
      .select('detail')
      .where('account_id', '=', account.id)
      .where('action', '=', 'file_sent')
      .orderBy('id')
      .execute();
    expect(lines.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ file: 'S', bytes: 5, isComplete: true, isInZip: true }),
      expect.objectContaining({ file: 'T', bytes: 7, isComplete: true, isInZip: true }),
    ]);
    const volume = portal.db.selectFrom('export_volume').select('bytes').where('account_id', '=', account.id);
    expect(Number((await volume.executeTakeFirstOrThrow()).bytes)).toBe(12);
  });

  it('of too many files, or of too many bytes, is refused in words before anything begins', async () => {
    const { caller } = await portal.aReader(dataset);
    for (const ids of [['S', 'T', 'N'], ['L']]) {
      const { reply } = await begin(caller, 'zip', ids);
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        expect.objectContaining({
          field: 'way',
          detail: expect.stringContaining('a zip holds at most 2 files'),
        }),
      ]);
    }
    expect((await caller.get(`${dataset.uniqueId}/files/downloads`)).json().results).toEqual([]);
  });
});

it('a transfer is refused where the lists of its account would hold too many files (rule 8.27)', async () => {
  const { caller, account } = await portal.aReader(dataset);
  const held = { account_id: account.id, dataset_id: dataset.id, files: 4_999_999, bytes: 1, entries: '[]' };
  const begun = {
    started_at: portal.clock.now(),
    way: 'script',
    release: 'release_1',
    cohort_snapshot_id: null,
  } as const;
  await portal.db
    .insertInto('download')
    .values({ ...held, ...begun })
    .execute();
  const refused = (await begin(caller, 'script', ['S', 'T'])).reply;
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    expect.stringContaining('5,000,000 files'),
  ]);
  expect((await begin(caller, 'script', ['S'])).reply.statusCode).toBe(200);
});

describe('a bag', () => {
  it('says size, number and checksum of its payload, and has the checksums of its own files', async () => {
    const { caller } = await portal.aReader(dataset);
    const { transfer } = await begin(caller, 'manifest', ['S', 'T']);
    const reply = await caller.send({ url: `/api/v2/${transfer}/manifest?format=bag` });
    const entries = new Map(
      [...(await entriesOf(reply.rawPayload))].map(([name, text]) => [name.replace(/^[^/]+\//, ''), text]),
    );
    expect([...entries.keys()]).toEqual([
      'bagit.txt',
      'bag-info.txt',
      'fetch.txt',
      'samples.tsv',
      'manifest-sha256.txt',
      'manifest-md5.txt',
      'tagmanifest-sha256.txt',
    ]);
    expect(entries.get('bag-info.txt')).toContain('Payload-Oxum: 12.2\n');
    expect(entries.get('manifest-md5.txt')).toMatch(/^[0-9a-f]{32} {2}data\/a b\/small ä\.txt\n$/);
    expect(entries.get('tagmanifest-sha256.txt')?.trimEnd().split('\n').length).toBe(6);
  });

  it('without a checksum of each file is refused', async () => {
    const { caller } = await portal.aReader(dataset);
    const { transfer } = await begin(caller, 'manifest', ['S', 'N']);
    const reply = await caller.get(`${transfer}/manifest?format=bag`);
    expect([reply.statusCode, reply.json().detail]).toEqual([409, expect.stringContaining('none.txt')]);
  });
});

describe('a link to a script', () => {
  const open = async (headers: Readonly<Record<string, string>>) => {
    const { caller } = await portal.aReader(dataset);
    const { transfer } = await begin(caller, 'script', ['S']);
    const url = `/api/v2/${transfer}/script`;
    return (await caller.send({ url, headers: { 'sec-fetch-mode': 'navigate', ...headers } })).statusCode;
  };

  it('may be opened from the portal and from no page, never from another site', async () => {
    const statuses = [];
    for (const site of ['same-origin', 'none', 'same-site', 'cross-site'])
      statuses.push(await open({ 'sec-fetch-site': site }));
    expect(statuses).toEqual([200, 200, 403, 403]);
  });
});

async function linkTo(caller: Caller, id: string): Promise<string> {
  const { transfer } = await begin(caller, 'browser', [id]);
  const { pathname, search } = new URL((await caller.get(`${transfer}/files`)).json().results[0].url);
  return address + pathname + search;
}

/** A receiver who has begun, and reads nothing more until asked to. */
function receive(url: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(url, { headers }, (message) => {
      message.pause();
      // That it was broken off is seen by `complete`.
      message.on('error', () => {});
      resolve(message);
    }).once('error', reject);
  });
}

/** Reads to the end; tells how many bytes came, and whether they were all. */
async function readOn(
  message: IncomingMessage,
): Promise<{ readonly bytes: number; readonly isWhole: boolean }> {
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  message.resume();
  if (!message.closed) await new Promise((resolve) => message.once('close', resolve));
  return { bytes, isWhole: message.complete };
}

async function begin(caller: Caller, way: string, fileIds: readonly string[]) {
  const reply = await caller.post(`${dataset.uniqueId}/transfers/start`, { way, file_ids: fileIds });
  return { reply, transfer: `${dataset.uniqueId}/transfers/${reply.json().transfer_id}` };
}
