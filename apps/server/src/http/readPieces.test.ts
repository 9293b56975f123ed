import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReads, readPieces } from './readPieces.ts';

const content = Buffer.alloc(300_000, 'genome ');
const goesOn = new AbortController().signal;
let folder = '';
let file = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-pieces-'));
  file = path.join(folder, 'file');
  await writeFile(file, content);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a file is read in small pieces (rule 13.70)', () => {
  it('each piece in one of its own, which is over before the piece is sent', async () => {
    const { events, pieces, bytes } = await read({ start: 7, length: 290_000 });
    expect(bytes.equals(content.subarray(7, 290_007))).toBe(true);
    expect(events).toEqual(pieces.flatMap(() => ['begin', 'end', 'sent']));
    expect(pieces.map(({ length }) => length)).toEqual([131_072, 131_072, 27_856]);
  });

  it('to its end where it is shorter than it was', async () => {
    expect((await read({ start: 0, length: 400_000 })).bytes.length).toBe(content.length);
  });

  it('a read that fails gives its permit back', async () => {
    const handle = await open(file);
    await handle.close();
    let underWay = 0;
    const takePermit = async () => {
      underWay += 1;
      return () => {
        underWay -= 1;
      };
    };
    const reading = readPieces(handle, { start: 0, length: 10 }, takePermit);
    await expect(reading.next()).rejects.toThrow();
    expect(underWay).toBe(0);
  });

  it('six at a time and three of one account, and the next is of whoever has fewest', async () => {
    const take = createReads();
    const begun: string[] = [];
    const ask = (account: string) =>
      take(account, goesOn).then((end) => {
        begun.push(account);
        return end;
      });
    const ofFirst = Array.from({ length: 5 }, () => ask('first'));
    const ofSecond = Array.from({ length: 4 }, () => ask('second'));
    const ofThird = ask('third');
    const [end] = await Promise.all([ofFirst[0], ofSecond[2]]);
    expect(begun).toEqual(['first', 'first', 'first', 'second', 'second', 'second']);
    end?.();
    (await ofThird)();
    expect(begun.slice(6)[0]).toBe('third');
  });
});

/** Reads a part, and notes each permit whose use begins and ends. */
async function read(part: { readonly start: number; readonly length: number }) {
  const handle = await open(file);
  const events: string[] = [];
  const pieces: Uint8Array[] = [];
  const takePermit = async () => {
    events.push('begin');
    return () => void events.push('end');
  };
  for await (const piece of readPieces(handle, part, takePermit)) {
    events.push('sent');
    pieces.push(piece);
  }
  await handle.close();
  return { events, pieces, bytes: Buffer.concat(pieces) };
}
