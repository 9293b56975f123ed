import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTransfer } from './transferSettings.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-transfer-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const load = async (file: unknown, environment: Readonly<Record<string, string>> = {}) => {
  if (file !== undefined) await writeFile(path.join(home, 'transfer.json'), JSON.stringify(file));
  const given = (name: string) => environment[name];
  return loadTransfer({ home, file: undefined, storageRoot: '/storage', given });
};

const bucket = {
  kind: 's3',
  endpoint: 'https://s3.example.org',
  bucket: 'genomes',
  accessKeyId: 'portal',
  secretAccessKey: { env: 'S3_SECRET' },
};
const { kind: _, ...plain } = bucket;
const service = {
  nodeUrl: 'https://transfer.example.org:9092/',
  authentication: { kind: 'basic', user: 'portal', password: { file: 'password' } },
};

describe('the settings of transfers', () => {
  it('are HTTPS from the storage root where the site says nothing', async () => {
    expect(await load(undefined)).toEqual({
      storageRoot: '/storage',
      stores: [],
      areas: [],
      indexes: null,
      externalHosts: [],
      linkHours: 24,
      streamsPerAccount: 16,
      streams: 400,
      zip: { files: 500, bytes: 2_000_000_000 },
      aspera: null,
    });
  });

  it('take secrets from the environment or from a file beside them', async () => {
    await writeFile(path.join(home, 'password'), 'hidden\n');
    const indexes = { ...plain, bucket: 'indexes' };
    const settings = await load({ stores: [bucket], indexes, aspera: service }, { S3_SECRET: 'key' });
    expect(settings.stores[0]).toMatchObject({ secretAccessKey: 'key', region: 'us-east-1' });
    expect(settings.indexes).toMatchObject({ secretAccessKey: 'key', prefix: '' });
    expect(settings.aspera).toMatchObject({
      nodeUrl: 'https://transfer.example.org:9092',
      headers: { authorization: `Basic ${Buffer.from('portal:hidden').toString('base64')}` },
      sourceRoot: '/pcgc/public',
      tokenSeconds: 86_400,
    });
  });

  it.each([
    [{ linkHours: 25 }, 'linkHours'],
    [{ areas: { a: ['x'] } }, 'areas.a.0'],
    [{ areas: { a: ['../b/'] } }, 'areas.a.0'],
    [{ areas: { a: ['http://data.example.org/'] } }, 'areas.a.0'],
    [{ areas: { a: ['x/'], b: ['x/'] } }, 'areas: "x/" of a holds "x/", which is that of b'],
    [{ areas: { a: ['x/'], b: ['X/y/'] } }, 'areas: "x/" of a holds "X/y/", which is that of b'],
    [{ areas: { a: ['\u00e9/'], b: ['e\u0301/'] } }, 'areas: '],
    [{ areas: { a: [''], b: ['b/'] } }, 'areas: "" of a holds "b/", which is that of b'],
    [{ areas: { a: ['b/c/'], b: ['x/'] } }, 'areas: "b/" of b holds "b/c/", which is that of a'],
    [{ stores: [{ ...bucket, secretAccessKey: 'in the file' }] }, 'secretAccessKey'],
    [{ stores: [{ ...bucket, secretAccessKey: {} }] }, 'secretAccessKey'],
    [{ stores: [{ kind: 'folder', folder: '/data', below: '../' }] }, 'below'],
    [{ aspera: { ...service, nodeUrl: 'file:///etc/passwd' } }, 'nodeUrl'],
    [{ externalHosts: ['https://data.example.org'] }, 'externalHosts'],
    [
      { stores: [{ ...bucket, prefix: 'a/' }], indexes: { ...plain, prefix: 'a/b/' } },
      'indexes: must not lie',
    ],
    [{ stores: [bucket], indexes: { ...plain, prefix: 'indexes/' } }, 'indexes: must not lie'],
    [{ unknown: 1 }, 'unknown'],
  ])('refuse %j and name the field', async (file, field) => {
    await expect(load(file)).rejects.toThrow(field);
  });

  it('name a missing secret, and never show a secret', async () => {
    await expect(load({ stores: [bucket] })).rejects.toThrow(
      'S3_SECRET is named in transfer.json and is empty',
    );
    await expect(load({ aspera: service })).rejects.toThrow('password cannot be read');
  });
});
