import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { decodeInSlices } from './sessions.ts';

it('the next piece of an answer is read when others were given way to, and none is lost (rule 8.17)', async () => {
  const connection = new PassThrough({ readableHighWaterMark: 1 });
  const read: string[] = [];
  connection.on('data', (piece) => read.push(String(piece)));
  const waiting: (() => void)[] = [];
  decodeInSlices(connection, { giveWay: () => new Promise((resolve) => waiting.push(resolve)) });
  for (const piece of ['a', 'b', 'c']) connection.write(piece);
  for (const piece of ['a', 'b', 'c']) {
    for (const _ of [1, 2, 3]) await turn();
    expect([read.at(-1), waiting.length]).toEqual([piece, 1]);
    waiting.pop()?.();
  }
  expect(read).toEqual(['a', 'b', 'c']);
});
