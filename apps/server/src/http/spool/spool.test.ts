import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/testClock.ts';
import { createSpool, type HeldFile, type Spool, type SpoolSettings, type Wanted } from './spool.ts';

const megabyte = Buffer.alloc(1024 * 1024, 'row\r\n');
let folder = '';
let clock = createTestClock();
const spools: Spool[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-spool-test-'));
  clock = createTestClock();
});
afterEach(async () => {
  for (const spool of spools.splice(0)) await spool.close();
  await rm(folder, { recursive: true, force: true });
});

const stays = new AbortController().signal;
const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  owner: 'ada',
  key: 'table',
  rows: undefined,
  make: () => megabytes(1),
  begin: async () => () => {},
  check: async () => {},
  signal: stays,
  ...given,
});

async function* megabytes(count: number): AsyncGenerator<Buffer> {
  for (let one = 0; one < count; one += 1) yield megabyte;
}

describe('a file of the spool (rule 8.24)', () => {
  it('has no name on the disk, so nothing is left of it when the process is killed', async () => {
    const spool = openSpool();
    const held = await spool.take(wanted({ make: () => megabytes(2) }));
    expect((await held.file.handle.stat()).size).toBe(2 * megabyte.length);
    expect((await held.file.handle.stat()).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual([]);
    held.end();
  });

  it('is found again for an hour, by the same account and key alone', async () => {
    const spool = openSpool();
    let made = 0;
    const take = async (given: Partial<Wanted> = {}) => {
      const make = () => {
        made += 1;
        return megabytes(1);
      };
      const held = await spool.take(wanted({ make, ...given }));
      held.end();
      return held.isFound;
    };
    expect([await take(), await take(), made]).toEqual([false, true, 1]);
    expect([await take({ owner: 'bo' }), await take({ key: 'another' })]).toEqual([false, false]);
    expect([await take({ key: null }), await take({ key: null })]).toEqual([false, false]);
    clock.advance(59);
    expect(await take()).toBe(true);
    clock.advance(1);
    expect(await take()).toBe(false);
  });

  it('is made once for all who wait for it, also when the first of them goes away', async () => {
    const spool = openSpool();
    const { make, begun, goOn, made } = slowFile();
    const leaving = new AbortController();
    const first = spool.take(wanted({ make, signal: leaving.signal }));
    const second = spool.take(wanted({ make }));
    await begun;
    leaving.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    goOn();
    const held = await second;
    expect([await contentOf(held), made()]).toEqual(['slow\r\n', 1]);
    held.end();
  });

  it('is no longer made when nobody waits for it, and made anew for who comes then', async () => {
    const spool = openSpool();
    const { make, begun, closed } = slowFile();
    const leaving = new AbortController();
    const first = spool.take(wanted({ make, signal: leaving.signal }));
    await begun;
    leaving.abort(new Error('gone'));
    const again = spool.take(wanted());
    await expect(first).rejects.toThrow('gone');
    await closed;
    (await again).end();
  });

  it('is neither begun nor given out when the right to it ends while it waits or is made', async () => {
    const spool = openSpool();
    const { make, begun, goOn, made } = slowFile();
    const ended = async (): Promise<never> => {
      throw new Error('ended');
    };
    await expect(spool.take(wanted({ make, check: ended }))).rejects.toThrow('ended');
    expect(made()).toBe(0);
    let check = async (): Promise<unknown> => undefined;
    const refused = spool.take(wanted({ make, check: () => check() }));
    await begun;
    check = ended;
    await expect(refused).rejects.toThrow('ended');
    goOn();
  });

  it('is refused where the rows that were written are not those that were counted', async () => {
    const spool = openSpool();
    const make = async function* () {
      yield { bytes: megabyte, rows: 2 };
      yield { bytes: megabyte, rows: 3 };
    };
    for (const rows of [4, 6, 0])
      await expect(spool.take(wanted({ make, rows: async () => rows }))).rejects.toThrow(
        `An export has 5 rows, but ${rows} were counted.`,
      );
    (await spool.take(wanted({ make, key: null, rows: async () => null }))).end();
    const held = await spool.take(wanted({ make, rows: async () => 5 }));
    expect([0, 0.5, 1, 1.5, 2].map((part) => held.file.rowsBefore(part * megabyte.length))).toEqual([
      0, 1, 2, 3.5, 5,
    ]);
    held.end();
  });

  it('ends with the portal, also while it is made', async () => {
    const spool = openSpool();
    const { make, begun } = slowFile();
    const refused = expect(spool.take(wanted({ make }))).rejects.toThrow('closing');
    await begun;
    await spool.close();
    await refused;
    await expect(spool.take(wanted())).rejects.toThrow('closing');
  });
});

describe('the room of the spool (rule 8.24)', () => {
  const limits = { megabytes: 4, eachMegabytes: 3 };
  const take = (spool: Spool, owner: string, count: number, key = 'table') =>
    spool.take(wanted({ owner, key, make: () => megabytes(count) }));

  it('holds no file that is larger than the share of one account', async () => {
    const spool = openSpool({ limits });
    await expect(take(spool, 'ada', 4)).rejects.toMatchObject({
      code: 'too_large',
      message:
        'This file would be larger than 3 MB, the most that the portal makes for one account. Choose fewer columns or a smaller cohort.',
    });
    (await take(spool, 'ada', 3)).end();
  });

  it('is refused to an account whose other files take its share while they are read', async () => {
    const spool = openSpool({ limits });
    const read = await take(spool, 'ada', 2, 'first');
    await expect(take(spool, 'ada', 2, 'second')).rejects.toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('Files of yours'),
    });
    (await take(spool, 'bo', 2)).end();
    read.end();
    (await take(spool, 'ada', 2, 'second')).end();
  });

  it('is refused in words when files that are read take all of it, and given back when one has ended', async () => {
    const spool = openSpool({ limits });
    const [first, second] = [await take(spool, 'ada', 2), await take(spool, 'bo', 2)];
    await expect(take(spool, 'cy', 1)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfter: 60,
      message: expect.stringContaining('take all the room'),
    });
    first.end();
    const third = await take(spool, 'cy', 1);
    expect(() => second.requireKept()).not.toThrow();
    second.end();
    third.end();
  });

  it('goes first to files that nobody reads, then after an hour to those that are read still', async () => {
    const spool = openSpool({ limits });
    const read = await take(spool, 'ada', 2);
    (await take(spool, 'bo', 1)).end();
    const other = await take(spool, 'cy', 2);
    read.requireKept();
    clock.advance(60);
    const later = await take(spool, 'bo', 2);
    expect(() => read.requireKept()).toThrow('take all the room');
    expect(await contentOf(read)).toBe('');
    expect((await contentOf(later)).length).toBe(2 * megabyte.length);
    for (const held of [read, other, later]) held.end();
  });

  it('is not taken where the disk has too little, and what was written for it is given back', async () => {
    let isFull = true;
    const requireRoom = (): void => {
      if (isFull) throw new Error('full');
    };
    const spool = openSpool({ limits, requireRoom });
    await expect(take(spool, 'ada', 2)).rejects.toThrow('full');
    isFull = false;
    (await take(spool, 'ada', 3)).end();
  });

  it('of a file that fails is given back, as are its slot and its place', async () => {
    const spool = openSpool({ limits });
    let slots = 0;
    const begin = async () => {
      slots += 1;
      return () => {
        slots -= 1;
      };
    };
    const make = async function* () {
      yield* megabytes(3);
      throw new Error('disk gone');
    };
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(spool.take(wanted({ make, begin }))).rejects.toThrow('disk gone');
    expect(slots).toBe(0);
    (await take(spool, 'bo', 3)).end();
  });
});

function openSpool(settings: SpoolSettings = {}): Spool {
  const spool = createSpool({ folder, clock: clock.now, ...settings });
  spools.push(spool);
  return spool;
}

async function contentOf({ file }: HeldFile): Promise<string> {
  const bytes = Buffer.alloc(file.size);
  const { bytesRead } = await file.handle.read(bytes, 0, file.size, 0);
  return bytes.subarray(0, bytesRead).toString();
}

/** A file that reports that it is being made, and ends when it is told to or when nobody waits for it. */
function slowFile() {
  const seen = new EventEmitter();
  const [begun, closed] = [once(seen, 'begun'), once(seen, 'closed')];
  let made = 0;
  const make = async function* (signal: AbortSignal): AsyncGenerator<string> {
    made += 1;
    try {
      yield 'slow\r\n';
      const released = once(seen, 'go on', { signal });
      seen.emit('begun');
      await released;
    } finally {
      seen.emit('closed');
    }
  };
  return { make, begun, closed, goOn: () => seen.emit('go on'), made: () => made };
}
