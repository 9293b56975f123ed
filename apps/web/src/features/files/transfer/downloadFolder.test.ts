import type { TransferFile } from '@atrium/contract/wire/transfer';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/apiError.ts';
import { memoryFolder } from '../../../testing/memoryFolder.ts';
import { downloadFolder, type FolderDownload, type FolderNews } from './downloadFolder.ts';
import type { FileOutcome } from './fetchFile.ts';

const names = Array.from({ length: 450 }, (_, index) => `f${index}`);

const fileNamed = (fileId: string): TransferFile => ({
  fileId,
  name: `${fileId}.txt`,
  path: `${fileId}.txt`,
  size: fileId.length,
  checksum: null,
  url: `https://portal/${fileId}`,
  problem: null,
  drsUri: null,
});

async function run(given: Partial<FolderDownload> = {}, ids = names) {
  const folder = memoryFolder();
  const ended = new Map<string, FileOutcome>();
  let bytes = 0;
  let atOnce = 0;
  let most = 0;
  const pages: number[] = [];
  const news: FolderNews = {
    bytes: (count) => {
      bytes += count;
    },
    begun: async () => {},
    ended: async ({ fileId }, outcome) => void ended.set(fileId, outcome),
  };
  const end = await downloadFolder(
    {
      folder,
      signal: new AbortController().signal,
      done: new Set(),
      begun: new Set(),
      atATime: 3,
      load: async (after, limit) => {
        pages.push(after);
        const results = ids.slice(after, after + limit).map(fileNamed);
        const next = after + limit < ids.length ? after + limit : null;
        return { results, next, linksUntil: '2026-11-24T03:00:00Z' };
      },
      fetch: async (url) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await Promise.resolve();
        atOnce -= 1;
        return new Response(String(url).split('/').at(-1));
      },
      wait: async () => {},
      ...given,
    },
    news,
  );
  return { end, folder, ended, bytes, most, pages };
}

describe('a download into a folder', () => {
  it('has every file once, page by page, and no more at a time than it may', async () => {
    const { end, folder, ended, bytes, most, pages } = await run();
    expect([end.kind, ended.size, folder.files.size, pages]).toEqual(['ended', 450, 450, [0, 200, 400]]);
    expect(most).toBeLessThanOrEqual(3);
    expect(bytes).toBe(names.join('').length);
    expect(new TextDecoder().decode(folder.files.get('f17.txt'))).toBe('f17');
  });

  it('leaves out what is on the disk already', async () => {
    const { ended } = await run({ done: new Set(['a']) }, ['a', 'b']);
    expect([...ended.keys()]).toEqual(['b']);
  });

  it('goes on when a file fails, whose bytes do not count', async () => {
    const fetch: FolderDownload['fetch'] = async (url) => {
      if (String(url).endsWith('b')) return Response.json({ detail: 'Gone.' }, { status: 404 });
      return new Response('a');
    };
    const { end, ended, bytes } = await run({ fetch }, ['a', 'b', 'c']);
    expect(end).toEqual({ kind: 'ended' });
    expect([...ended].map(([id, { kind }]) => `${id} ${kind}`).sort()).toEqual([
      'a done',
      'b failed',
      'c done',
    ]);
    expect(bytes).toBe(2);
  });

  it('names the reason of the disk', async () => {
    const full = {
      ...memoryFolder(),
      getFileHandle: async () => Promise.reject(new DOMException('', 'QuotaExceededError')),
    };
    const { ended } = await run({ folder: full }, ['a']);
    expect(ended.get('a')).toEqual({ kind: 'failed', reason: 'There is no room for it on the disk.' });
  });

  it('that is stopped begins no further file', async () => {
    const stop = new AbortController();
    const fetch: FolderDownload['fetch'] = async () => {
      stop.abort();
      return new Response('f0');
    };
    const { end, ended } = await run({ signal: stop.signal, fetch, atATime: 1 });
    expect([end, ended.size]).toEqual([{ kind: 'stopped' }, 1]);
  });

  it('that is stopped ends although the portal has not answered', async () => {
    const stop = new AbortController();
    const load: FolderDownload['load'] = () => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => {});
    };
    expect((await run({ signal: stop.signal, load })).end).toEqual({ kind: 'stopped' });
  });
});

describe('when the portal gives nothing more, as after the end of a membership', () => {
  const detail = 'You are no member of this dataset.';
  const refusal = () => new ApiError({ status: 403, detail, code: 'not_a_member' });

  it('all of it stops with the reason, and what has arrived stays', async () => {
    let pages = 0;
    const load: FolderDownload['load'] = async () => {
      pages += 1;
      if (pages > 1) throw refusal();
      return { results: ['first', 'second', 'third'].map(fileNamed), next: null, linksUntil: '' };
    };
    const requests: string[] = [];
    const fetch: FolderDownload['fetch'] = async (url) => {
      requests.push(String(url));
      if (requests.length > 1) return Response.json({ detail: 'Refused.' }, { status: 403 });
      return new Response('fi');
    };
    const { end, ended, folder } = await run({ load, fetch, atATime: 1 });
    expect(end).toEqual({ kind: 'refused', reason: detail });
    expect([...ended]).toEqual([['first', { kind: 'stopped' }]]);
    expect([requests.length, new TextDecoder().decode(folder.files.get('first.txt'))]).toEqual([2, 'fi']);
  });

  it('a list that cannot be read ends the download only when nothing is written any more', async () => {
    let isWriting = false;
    const load: FolderDownload['load'] = async (after) => {
      if (after > 0) throw refusal();
      return { results: [fileNamed('slow'), fileNamed('fast')], next: 2, linksUntil: '' };
    };
    const fetch: FolderDownload['fetch'] = async (url, init) => {
      if (String(url).endsWith('fast')) return new Response('fast');
      isWriting = true;
      await new Promise((resolve) => init?.signal?.addEventListener('abort', resolve));
      await Promise.resolve();
      isWriting = false;
      throw new DOMException('', 'AbortError');
    };
    const { end, ended } = await run({ load, fetch, atATime: 2 });
    expect([end.kind, isWriting, ended.get('slow')]).toEqual(['refused', false, { kind: 'stopped' }]);
  });
});
