import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

/** A storage of the protocol of S3 on this machine, with one bucket. */
export async function openTestBucket() {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-s3-'));
  const bucket = 'genomes';
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  });
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' };
  return {
    /** How it is reached, as `transfer.json` says it. */
    settings: { ...keys, endpoint: `http://127.0.0.1:${(await server.run()).port}`, bucket },
    keys,
    /** Where its objects lie. */
    folder,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
