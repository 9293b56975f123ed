import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AsperaNode, asperaNode } from '../../testing/asperaNode.ts';
import type { Caller } from '../../testing/caller.ts';
import { untilEnd } from '../../testing/childProcess.ts';
import type { TestDataset } from '../../testing/factories.ts';
import { openTestBucket } from '../../testing/testBucket.ts';
import { type TestFile, type TransferPortal, transferPortal } from '../../testing/transferPortal.ts';

let portal: TransferPortal;
let dataset: TestDataset;
/** A part of the bucket belongs to it. */
let bucketed: TestDataset;
let node: AsperaNode;
let bucket: Awaited<ReturnType<typeof openTestBucket>>;

const authorization = `Basic ${Buffer.from('portal:secret').toString('base64')}`;

beforeAll(async () => {
  node = await asperaNode(authorization);

  bucket = await openTestBucket();
  const { endpoint } = bucket.settings;
  const client = new AwsClient({ ...bucket.keys, service: 's3' });
  const put = await client.fetch(`${endpoint}/genomes/wgs/${encodeURIComponent('a+b=c.cram')}`, {
    method: 'PUT',
    body: String(inBucket.content),
  });
  expect(put.status).toBe(200);
  portal = await transferPortal({
    stores: [{ kind: 's3', below: 'bucket/', prefix: '', ...bucket.settings }],
    externalHosts: ['data.example.org'],
    app: { volumes: { limits: { rows: null, bytes: dayBytes } } },
    areas: [{ dataset: 'in_bucket', below: 'bucket/wgs/' }],
    aspera: {
      nodeUrl: node.url,
      headers: { authorization },
      sourceRoot: '/pcgc/public',
      below: '',
      tokenSeconds: 3600,
      fallbackPort: 8443,
    },
  });
  dataset = await portal.aFiledDataset(files);
  bucketed = await portal.aFiledDataset([inBucket], { uniqueId: 'in_bucket' });
});
beforeEach(() => {
  node.behave('well');
  // The state of the service is remembered for a minute.
  portal.clock.advance(2);
});
afterAll(async () => {
  await portal.close();
  await node.close();
  await bucket.close();
});

const download = (caller: Caller, of = dataset) =>
  caller.post(`/pcgc/importedfiles/download-aspera/?dataset=${of.uniqueId}`);
const scriptOf = (caller: Caller, query = '') =>
  caller.get(`/pcgc/importedfiles/download-aspera-script?dataset=${dataset.uniqueId}${query}`);
const downloadsOf = async (caller: Caller, of = dataset) =>
  (await caller.get(`${of.uniqueId}/files/downloads`)).json().results;

const dayBytes = 1_000_000;
describe('a file in a bucket', () => {
  it('is reached by an address for a short time, in ranges too, and counts as sent', async () => {
    const { caller } = await portal.aReader(bucketed);
    const url = `/api/v2/${bucketed.uniqueId}/transfers/content/S3/`;
    const reply = await caller.send({ url, headers: { range: 'bytes=0-5' } });
    expect(reply.statusCode).toBe(307);
    const address = new URL(String(reply.headers.location));
    expect([address.origin, Number(address.searchParams.get('X-Amz-Expires'))]).toEqual([
      bucket.settings.endpoint,
      300,
    ]);
    const whole = await fetch(address);
    const part = await fetch(address, { headers: { range: 'bytes=0-5' } });
    expect([whole.status, await whole.text(), part.status, await part.text()]).toEqual([
      200,
      inBucket.content,
      206,
      'genome',
    ]);
    expect(signatureOf(address, 'S3RVER')).toBe(address.searchParams.get('X-Amz-Signature'));
    address.searchParams.set('X-Amz-Date', '20200101T000000Z');
    expect((await fetch(address)).status).toBe(403);
    const [line] = await portal.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'file_sent')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    const bytes = inBucket.content.length;
    expect(line?.detail).toMatchObject({ file: 'S3', from: 0, bytes, isElsewhere: true, way: 'url' });
  });

  it('counts whole for a range of one byte, once for an address however often it is given, and not for its headers', async () => {
    const { caller, account } = await portal.aReader(bucketed);
    const url = `/api/v2/${bucketed.uniqueId}/transfers/content/S3/`;
    const ask = async (method: 'GET' | 'HEAD', range: string) =>
      (await caller.send({ method, url, headers: { range } })).headers.location;
    const taken = async () => [
      await portal.takenBy(account.id),
      (await portal.linesOf(account.id, 'file_sent')).length,
    ];
    const whole = inBucket.content.length;
    expect([await ask('HEAD', 'bytes=0-0'), ...(await taken())]).toEqual([undefined, 0, 0]);
    const first = await ask('GET', 'bytes=0-0');
    expect(await taken()).toEqual([whole, 1]);
    expect([await ask('GET', 'bytes=1-1'), await ask('GET', 'bytes=0-5')]).toEqual([first, first]);
    expect(await taken()).toEqual([whole, 1]);
    const again = expect.objectContaining({ file: 'S3', isElsewhere: true, isAgain: true });
    expect(await portal.linesOf(account.id, 'file_begin')).toEqual([again, again]);
    portal.clock.advance(6);
    expect(await ask('GET', 'bytes=1-1')).toContain(bucket.settings.endpoint);
    expect(await taken()).toEqual([2 * whole, 2]);
  });

  it('is not handed out where it is larger than what is left of the day, for one byte of it either', async () => {
    const { caller, account } = await portal.aReader(bucketed);
    await portal.take(account.id, bucketed.id, dayBytes - inBucket.content.length + 1);
    const url = `/api/v2/${bucketed.uniqueId}/transfers/content/S3/`;
    const reply = await caller.send({ url, headers: { range: 'bytes=0-0' } });
    expect([reply.statusCode, reply.json().code, reply.headers.location]).toEqual([
      429,
      'volume_limit',
      undefined,
    ]);
    expect(await portal.linesOf(account.id, 'file_sent')).toEqual([]);
  });

  it('of a bucket or host that the site does not name is not handed out', async () => {
    const other = await portal.aFiledDataset(
      [
        { ...inBucket, id: 'X1', url: 's3://another/wgs/a.cram' },
        { ...inBucket, id: 'X2', url: 'https://elsewhere.example.org/elsewhere/a.cram' },
        { ...inBucket, id: 'X3', url: 'https://data.example.org/elsewhere/a.cram' },
      ],
      { uniqueId: 'elsewhere' },
    );
    const { caller } = await portal.aReader(other);
    const statuses = [];
    for (const id of ['X1', 'X2', 'X3'])
      statuses.push((await caller.get(`${other.uniqueId}/transfers/content/${id}`)).statusCode);
    expect(statuses).toEqual([503, 503, 307]);
  });

  it('that is the place of another dataset is not handed out', async () => {
    const urls = [
      's3://genomes/wgs/a+b=c.cram',
      'https://data.example.org/in_bucket/a.cram',
      'https://data.example.org/a.cram',
      'https://data.example.org/thief2/a.cram',
      'https://data.example.org/thief/../in_bucket/a.cram',
      'https://data.example.org/thief/%2e%2e/in_bucket/a.cram',
      'https://data.example.org/thief/..%2Fin_bucket/a.cram',
      'https://data.example.org/thief/..%5cin_bucket/a.cram',
      'https://data.example.org/thief/%252e%252e/in_bucket/a.cram',
      'https://data.example.org//thief/a.cram',
      'https://me@data.example.org/thief/a.cram',
    ];
    const named = urls.map((url, index) => ({ ...inBucket, id: `X${index}`, url }));
    const other = await portal.aFiledDataset(named, { uniqueId: 'thief' });
    const { caller } = await portal.aReader(other);
    for (const { id, url } of named) {
      const reply = await caller.get(`thief/transfers/content/${id}`);
      expect([url, reply.headers.location, [404, 503].includes(reply.statusCode)]).toEqual([
        url,
        undefined,
        true,
      ]);
    }
  });
});

describe('the transfer service', () => {
  it('is asked for exactly the files of the queue, and its specs are passed on', async () => {
    const caller = await aFilledQueue();
    const reply = await download(caller);
    expect(reply.json().transfer_specs[0].transfer_spec).toMatchObject({
      remote_host: 'transfer.example.org',
      token: "ATV_it's_a_token",
      paths: [
        { source: `${dataset.uniqueId}/wgs/p1.cram`, destination: 'wgs/p1.cram' },
        { source: `${dataset.uniqueId}/wgs/p2.cram`, destination: 'wgs/p2.cram' },
      ],
    });
    expect(node.accepted.at(-1)).toMatchObject({
      source_root: '/pcgc/public',
      token_life_seconds: 3600,
      cookie: expect.stringContaining(dataset.uniqueId),
    });
    expect(await downloadsOf(caller)).toEqual([expect.objectContaining({ way: 'aspera', files: 2 })]);
    expect((await queueOf(caller)).length).toBe(2);
  });

  it('is called by GET from scripts, and by no link', { tags: 'long' }, async () => {
    const caller = await aFilledQueue();
    const url = `/pcgc/importedfiles/download-aspera?dataset=${dataset.uniqueId}`;
    const site = { 'sec-fetch-site': 'same-origin' };
    const called = await caller.send({ url, headers: { ...site, 'sec-fetch-mode': 'cors' } });
    expect(called.json().transfer_specs.length).toBe(1);
    const followed = await caller.send({ url, headers: { ...site, 'sec-fetch-mode': 'navigate' } });
    expect(followed.json().code).toBe('cross_site');
  });

  const counts = 'its %s counts with all bytes that it opens, and each is recorded';
  const expectCounted = async (form: string): Promise<void> => {
    const { caller, account } = await portal.aReader(dataset);
    await caller.post(`${dataset.uniqueId}/files/queue/add`, { file_ids: ['A', 'B'] });
    const begin = () => (form === 'token' ? download(caller) : scriptOf(caller, '&way=aspera'));
    expect((await begin()).body).toContain(form === 'token' ? 'ATV_' : 'ascp');
    const bytes = 'genomeanother'.length;
    expect(await portal.takenBy(account.id)).toBe(bytes);
    const given = { form: `aspera ${form}`, files: 2, bytes, isElsewhere: true };
    expect(await portal.linesOf(account.id, 'transfer_list')).toEqual([expect.objectContaining(given)]);
    await begin();
    expect(await portal.takenBy(account.id)).toBe(2 * bytes);
    const accepted = node.accepted.length;
    await portal.take(account.id, (await portal.aFiledDataset(files)).id, dayBytes - 3 * bytes + 1);
    expect((await begin()).json().code).toBe('volume_limit');
    expect([node.accepted.length, (await downloadsOf(caller)).length]).toEqual([accepted, 2]);
  };
  it.each(['token'])(counts, expectCounted);
  it.each(['script'])(counts, { tags: 'long' }, expectCounted);

  it('gives no specs for an empty queue', async () => {
    const { caller } = await portal.aReader(dataset);
    expect((await download(caller)).json()).toEqual({ transfer_specs: [] });
    expect(await downloadsOf(caller)).toEqual([]);
  });

  const expectFallback = async (how: 'refusing' | 'broken'): Promise<void> => {
    const caller = await aFilledQueue();
    node.behave(how);
    const reply = await download(caller);
    expect([reply.statusCode, reply.json().detail]).toEqual([503, expect.stringContaining('use HTTPS')]);
    expect(await downloadsOf(caller)).toEqual([]);
    const script = await scriptOf(caller);
    expect(script.body).toContain('curl');
    expect(script.body).not.toContain('ascp');
    const { ways } = (await caller.get(`${dataset.uniqueId}/transfers/ways`)).json();
    const aspera = ways.find(({ way }: { way: string }) => way === 'aspera');
    expect([aspera.is_available, aspera.reason]).toEqual([false, expect.stringContaining('use HTTPS')]);
    expect(ways[0]).toMatchObject({ way: 'browser', is_available: true, reason: null });
  };

  const fallsBack = 'that is %s begins nothing, and the script comes over HTTPS by itself';
  it.each(['broken'] as const)(fallsBack, expectFallback);
  it.each(['refusing'] as const)(fallsBack, { tags: 'long' }, expectFallback);

  it('has a script in whose lists no name of a file is anything but a name', async () => {
    const odd = await portal.aFiledDataset([
      { id: 'O1', path: 'END_OF_LIST', content: 'x' },
      { id: 'O2', path: 'touch opened', content: 'x' },
      { id: 'O3', path: '=1+1;=cmd', content: 'x' },
    ]);
    const caller = await aFilledQueue(odd, ['O1', 'O2', 'O3']);
    const { body } = await caller.get(`/pcgc/importedfiles/download-aspera-script?dataset=${odd.uniqueId}`);
    const [, pairs = ''] = /"\$work\/pairs" <<'END_OF_LIST'\n([\s\S]*?)\nEND_OF_LIST\n/.exec(body) ?? [];
    expect(pairs.split('\n')).toEqual([
      `=${odd.uniqueId}/END_OF_LIST`,
      '=END_OF_LIST',
      `=${odd.uniqueId}/touch opened`,
      '=touch opened',
      `=${odd.uniqueId}/=1+1;=cmd`,
      '=_1+1;_cmd',
    ]);
  });

  it('has a script that gives ascp the token in the environment, and verifies what came', {
    tags: 'long',
  }, async () => {
    const caller = await aFilledQueue();
    const folder = path.join(portal.folder, 'ascp');
    await mkdir(path.join(folder, 'bin'), { recursive: true });
    const reply = await scriptOf(caller);
    expect(reply.headers['content-disposition']).toContain('attachment');
    await writeFile(path.join(folder, 'download.sh'), reply.body);
    await writeFile(path.join(folder, 'key'), 'a key');
    // In place of ascp: it notes what it was given, and copies the pairs from the storage.
    const ascp = `#!/bin/sh
case "$1" in --version) exit 0 ;; esac
echo "$ASPERA_SCP_TOKEN" > "${folder}/token"; echo "$@" > "${folder}/arguments"
for word in "$@"; do case "$word" in --file-pair-list=*) list="\${word#*=}" ;; esac; target="$word"; done
while read -r source && read -r destination <&0; do mkdir -p "$target/$(dirname "$destination")"
cp "${portal.storage}/$source" "$target/$destination"; done < "$list"
`;
    await writeFile(path.join(folder, 'bin/ascp'), ascp, { mode: 0o755 });
    const child = spawn('sh', ['download.sh', 'got'], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}`, ASPERA_KEY: `${folder}/key` },
    });
    child.stdin.end();
    const ended = await untilEnd(child);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(await readFile(path.join(folder, 'token'), 'utf8')).toBe("ATV_it's_a_token\n");
    const given = await readFile(path.join(folder, 'arguments'), 'utf8');
    expect(given).toContain('-P 33001 -O 33001');
    expect(given).toContain('--host=transfer.example.org --user=xfer');
    expect(given).not.toContain('ATV_');
    expect(await readFile(path.join(folder, 'got/wgs/p2.cram'), 'utf8')).toBe('another');
  });
});

describe('the script of the protocol', () => {
  it('of a dataset whose name no dataset can have is not found', async () => {
    const { caller } = await portal.aReader(dataset);
    for (const name of ['%00', 'a/b', 'x'.repeat(64), '%D7%90'])
      expect(
        (await caller.get(`/pcgc/importedfiles/download-aspera-script?dataset=${name}`)).statusCode,
      ).toBe(404);
  });

  it('is refused in words for an empty queue', async () => {
    const { caller } = await portal.aReader(dataset);
    const reply = await scriptOf(caller);
    expect([reply.statusCode, reply.json().detail]).toEqual([400, expect.stringContaining('queue is empty')]);
  });

  it('leaves the queue as it is, and is kept as a download', async () => {
    const caller = await aFilledQueue();
    await scriptOf(caller, '&way=https');
    expect((await queueOf(caller)).length).toBe(2);
    expect(await downloadsOf(caller)).toEqual([expect.objectContaining({ way: 'script', files: 2 })]);
  });

  it('is made for PowerShell too', { tags: 'long' }, async () => {
    const caller = await aFilledQueue();
    const { body } = await scriptOf(caller, '&kind=ps1');
    expect(body).toContain("$list = @'\n6|sha256|");
    expect(body).toContain('Get-FileHash');
  });
});

const inBucket: TestFile = {
  id: 'S3',
  url: 's3://genomes/wgs/a+b=c.cram',
  name: 'a+b=c.cram',
  content: 'genome in a bucket',
};
const files: readonly TestFile[] = [
  { id: 'A', path: 'wgs/p1.cram', content: 'genome' },
  { id: 'B', path: 'wgs/p2.cram', content: 'another', checksum: 'md5', subject: 'P2' },
];

/** The signature that a presigned address must have (AWS Signature Version 4), which the server for tests does not compute. */
function signatureOf(address: URL, secret: string): string {
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const fields = [...address.searchParams].filter(([name]) => name !== 'X-Amz-Signature');
  const query = fields
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const path = address.pathname.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/');
  const canonical = ['GET', path, query, `host:${address.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const time = address.searchParams.get('X-Amz-Date') ?? '';
  const scope = [time.slice(0, 8), 'us-east-1', 's3', 'aws4_request'];
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash].join('\n');
  const key = scope.reduce((last: string | Buffer, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

const queueOf = async (caller: Caller) =>
  (await caller.get(`/pcgc/importedfiles/queue-type-list/?dataset=${dataset.uniqueId}`)).json();

async function aFilledQueue(of = dataset, fileIds: readonly string[] = ['A', 'B']): Promise<Caller> {
  const { caller } = await portal.aReader(of);
  const added = await caller.post(`${of.uniqueId}/files/queue/add`, { file_ids: fileIds });
  expect(added.statusCode).toBe(200);
  return caller;
}
