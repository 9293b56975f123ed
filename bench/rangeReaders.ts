import { z } from 'zod';

const readersData = z.object({ url: z.url(), size: z.number(), readers: z.number(), seconds: z.number() });
/** Who reads what, and for how long. */
export type Readers = z.infer<typeof readersData>;

/** Tells once that everybody has begun, and in the end how many bytes came. */
const { url, size, readers, seconds } = readersData.parse(JSON.parse(process.argv[2] ?? ''));
const rangeBytes = 1_000_000;
const end = performance.now() + seconds * 1000;
const sums = Promise.all(Array.from({ length: readers }, (_, index) => readRanges(index)));
process.send?.('begun');
process.send?.((await sums).reduce((sum, one) => sum + one, 0));

/** Reads ranges one after the other until the end; each must be whole. Returns the bytes that came. */
async function readRanges(reader: number): Promise<number> {
  let bytes = 0;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const start = ((reader * 7 + turn * 13) % Math.floor(size / rangeBytes)) * rangeBytes;
    const headers = { range: `bytes=${start}-${start + rangeBytes - 1}` };
    const answer = await fetch(url, { headers });
    const { byteLength } = await answer.arrayBuffer();
    if (answer.status !== 206 || byteLength !== rangeBytes)
      throw new Error(`A range was answered with ${answer.status} and ${byteLength} bytes.`);
    bytes += byteLength;
  }
  return bytes;
}
