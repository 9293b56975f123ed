import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { FilePiece } from '../formats/filePiece.ts';
import { takePieces } from './exportInThread.ts';

const begin = `const { parentPort: port, workerData: orders } = require('node:worker_threads');
  const piece = () => port.postMessage({ kind: 'piece', bytes: new Uint8Array([7]), rows: 1 });`;

/** Takes the pieces of a thread that runs this code. */
function take(text: string, { signal = new AbortController().signal, patienceMs = 600_000 } = {}) {
  const orders = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(`${begin}\n${text}`, { eval: true, workerData: orders });
  return { orders, pieces: takePieces(worker, { signal, patienceMs }) };
}

async function collect(pieces: AsyncIterable<FilePiece>): Promise<number> {
  let rows = 0;
  for await (const piece of pieces) rows += piece.rows;
  return rows;
}

it.each([
  ['exits before its first piece', `process.exit(0);`],
  ['exits after a piece', `port.once('message', () => { piece(); setImmediate(() => process.exit(0)); });`],
  ['lets go of its port', `port.once('message', () => { piece(); port.close(); });`],
])('a thread that %s is an error, and never the end of a file', async (_, text) => {
  await expect(collect(take(text).pieces)).rejects.toThrow('ended early');
});

it('a thread that throws gives its error', async () => {
  const text = `port.once('message', () => { throw new RangeError('out of something'); });`;
  await expect(collect(take(text).pieces)).rejects.toThrow('out of something');
});

it('a file of which a part was lost is an error', async () => {
  const text = (rows: number) => `let messages = 0;
    port.on('message', (order) => {
      if (order === 'end') return port.close();
      if (messages++ === 0) piece(); else port.postMessage({ kind: 'end', rows: ${rows} });
    });`;
  expect(await collect(take(text(1)).pieces)).toBe(1);
  await expect(collect(take(text(2)).pieces)).rejects.toThrow(
    '2 rows were read for a file, but 1 have arrived.',
  );
});

const counting = `port.on('message', (order) => {
    if (order === 'end') return port.close();
    Atomics.add(orders, 0, 1);
    piece();
  });`;

it('a thread is asked for one piece more than was taken, and for no others', async () => {
  const { orders, pieces } = take(counting);
  for (let taken = 1; taken <= 5; taken += 1) {
    await pieces.next();
    expect(Atomics.load(orders, 0)).toBeLessThanOrEqual(taken + 1);
  }
  await pieces.return(undefined);
  expect(Atomics.load(orders, 0)).toBe(6);
});

it.each([
  ['hears nothing', `port.once('message', piece); setInterval(() => {}, 1000);`],
  ['does nothing else', `port.once('message', () => { piece(); for (;;); });`],
])('a thread that does not end when it is asked to is ended: one that %s', async (_, text) => {
  const { pieces } = take(text, { patienceMs: 0 });
  expect((await pieces.next()).value).toMatchObject({ rows: 1 });
  expect(await pieces.return(undefined)).toMatchObject({ done: true });
  const leaving = new AbortController();
  const reading = collect(take(text, { signal: leaving.signal, patienceMs: 0 }).pieces);
  leaving.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('gone');
});
