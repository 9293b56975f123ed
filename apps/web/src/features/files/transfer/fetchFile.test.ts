import type { TransferFile } from '@atrium/contract/wire/transfer';
import { describe, expect, it } from 'vitest';
import { type MemoryFolder, memoryFolder } from '../../../testing/memoryFolder.ts';
import { createHasher, type FetchContext, fetchFile, type HashKind, reasons } from './fetchFile.ts';

const content = new TextEncoder().encode('ACGT'.repeat(250));
const half = 500;

const hashOf = (bytes: Uint8Array, kind: HashKind): string => {
  const hasher = createHasher(kind);
  hasher.update(bytes);
  return hasher.digest();
};

const aFile = (given: Partial<TransferFile> = {}): TransferFile => ({
  fileId: 'f1',
  name: 'one.cram',
  path: 'wgs/one.cram',
  size: content.length,
  checksum: { kind: 'sha256', value: hashOf(content, 'sha256') },
  url: '/files/one?link=a',
  problem: null,
  drsUri: null,
  ...given,
});

/** What the server answers to one request after the other; it is asked from which byte on. */
type Answer = (from: number) => Response;

const bytes = (body: Uint8Array<ArrayBuffer>, from: number): Response =>
  from === 0
    ? new Response(body)
    : new Response(body, {
        status: 206,
        headers: { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` },
      });

const whole: Answer = (from) => bytes(content.slice(from), from);
const upTo =
  (end: number): Answer =>
  (from) =>
    bytes(content.slice(from, end), from);
const lost: Answer = () => {
  throw new TypeError('Failed to fetch');
};
const refused: Answer = () => Response.json({ detail: 'The link has expired.' }, { status: 403 });

interface Run {
  readonly answers: readonly Answer[];
  readonly file?: TransferFile;
  readonly folder?: MemoryFolder;
  readonly given?: Partial<FetchContext>;
}

async function run({ answers, file = aFile(), folder = memoryFolder(), given = {} }: Run) {
  const ranges: number[] = [];
  let counted = 0;
  let renewed = 0;
  const outcome = await fetchFile(file, {
    folder,
    signal: new AbortController().signal,
    wasBegun: false,
    onBytes: (count) => {
      counted += count;
    },
    renew: async () => {
      renewed += 1;
      return file;
    },
    fetch: async (_url, init) => {
      const from = Number(/bytes=(\d+)-/.exec(new Headers(init?.headers).get('range') ?? '')?.[1] ?? 0);
      const answer = answers[Math.min(ranges.length, answers.length - 1)] ?? lost;
      ranges.push(from);
      return answer(from);
    },
    wait: async () => {},
    ...given,
  });
  const stored = folder.folders.get('wgs')?.files.get('one.cram');
  return { outcome, ranges, counted, renewed, stored, folder };
}

const done = { kind: 'done', isVerified: true } as const;

describe('a file is on the disk when it is whole and its checksum is right (rule 13.68)', () => {
  it('in the folder of its path', async () => {
    const { outcome, stored, counted } = await run({ answers: [whole] });
    expect([outcome, stored, counted]).toEqual([done, content, content.length]);
  });

  it('with MD5, and without a checksum as not verified', async () => {
    const md5 = aFile({ checksum: { kind: 'md5', value: hashOf(content, 'md5').toUpperCase() } });
    expect((await run({ answers: [whole], file: md5 })).outcome).toEqual(done);
    const none = await run({ answers: [whole], file: aFile({ checksum: null }) });
    expect(none.outcome).toEqual({ kind: 'done', isVerified: false });
  });

  it('also when the connection is lost on the way: it goes on where it was', async () => {
    const { outcome, ranges, stored } = await run({ answers: [upTo(300), lost, upTo(700), whole] });
    expect([outcome, ranges, stored]).toEqual([done, [0, 300, 300, 700], content]);
  });

  it('also when the server ignores from where on it was asked', async () => {
    const { outcome, stored, counted } = await run({ answers: [upTo(300), () => new Response(content)] });
    expect([outcome, stored, counted]).toEqual([done, content, content.length]);
  });

  it('behind what an earlier attempt left, which is part of the checksum', async () => {
    const folder = memoryFolder();
    (
      await folder.getDirectoryHandle('wgs', { create: true }).then(() => folder.folders.get('wgs'))
    )?.files.set('one.cram', content.slice(0, half));
    const { outcome, ranges, stored } = await run({ answers: [whole], folder, given: { wasBegun: true } });
    expect([outcome, ranges, stored]).toEqual([done, [half], content]);
  });

  it('and is not behind what somebody else left under its name', async () => {
    const folder = memoryFolder();
    await folder.getDirectoryHandle('wgs', { create: true });
    folder.folders.get('wgs')?.files.set('one.cram', new Uint8Array(10));
    const { outcome, ranges, stored } = await run({ answers: [whole], folder });
    expect([outcome, ranges, stored]).toEqual([done, [0], content]);
  });

  it('after a second attempt from the beginning, where the first one was damaged', async () => {
    const damaged: Answer = () => new Response(content.map((byte, index) => (index === 7 ? 0 : byte)));
    const { outcome, ranges, stored, counted } = await run({ answers: [damaged, whole] });
    expect([outcome, ranges, stored, counted]).toEqual([done, [0, 0], content, content.length]);
  });
});

describe('a file fails with its reason', () => {
  it('when it is damaged twice, and is then removed', async () => {
    const damaged: Answer = () => new Response(new Uint8Array(content.length));
    const { outcome, stored } = await run({ answers: [damaged] });
    expect([outcome, stored]).toEqual([{ kind: 'failed', reason: reasons.checksum }, undefined]);
  });

  it('when the connection stays lost; what has arrived stays', async () => {
    const { outcome, ranges, stored } = await run({ answers: [upTo(half), lost] });
    expect(outcome).toEqual({ kind: 'failed', reason: reasons.lost });
    expect([ranges.length, stored?.length]).toEqual([7, half]);
  });

  it('when a fresh link is refused too, in the words of the portal', async () => {
    const { outcome, renewed } = await run({ answers: [refused] });
    expect([outcome, renewed]).toEqual([{ kind: 'failed', reason: 'The link has expired.' }, 2]);
  });

  it('when it may not be read any more', async () => {
    const file = aFile({ url: null, problem: 'You may not read this file.' });
    const { outcome, ranges } = await run({ answers: [whole], file });
    expect([outcome, ranges]).toEqual([{ kind: 'failed', reason: 'You may not read this file.' }, []]);
  });

  it('when it is longer than the catalogue says', async () => {
    const { outcome } = await run({ answers: [whole], file: aFile({ size: 900 }) });
    expect(outcome).toEqual({ kind: 'failed', reason: reasons.size });
  });
});

it('a link that was refused once is renewed, and the file goes on', async () => {
  const { outcome, renewed, ranges } = await run({ answers: [upTo(half), refused, whole] });
  expect([outcome, renewed, ranges]).toEqual([done, 1, [0, half, half]]);
});

it('a download that is stopped keeps what has arrived', async () => {
  const stop = new AbortController();
  const stopping: Answer = () => {
    queueMicrotask(() => stop.abort());
    return new Response(
      new ReadableStream({
        pull: (stream) => {
          stream.enqueue(content.slice(0, 100));
        },
      }),
    );
  };
  const { outcome, stored } = await run({ answers: [stopping], given: { signal: stop.signal } });
  expect(outcome).toEqual({ kind: 'stopped' });
  expect(stored?.length).toBeGreaterThan(0);
});
