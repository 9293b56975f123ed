import { describe, expect, it } from 'vitest';
import { createSpool } from './spool.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Writes texts one after the other and reads the file back. */
async function fileOf(texts: readonly string[], most: number): Promise<Blob> {
  const spool = createSpool({ type: 'text/csv', most });
  for (const text of texts) await spool.write(bytes(text));
  return spool.finish();
}

describe('a download that waits until it is complete', () => {
  it.each([
    ['all in memory', 1_000],
    ['every chunk below it', 1],
    ['some of both', 5],
    ['ending exactly at the limit', 9],
  ])('has every byte in its order: %s', async (_, most) => {
    const file = await fileOf(['abc', 'def', 'ghi'], most);
    expect(await file.text()).toBe('abcdefghi');
    expect(file.type).toBe('text/csv');
  });

  it('may be empty', async () => {
    expect((await fileOf([], 5)).size).toBe(0);
  });

  it('goes on without the private folder where the browser refuses it', async () => {
    const folder = () => Promise.reject(new DOMException('no', 'SecurityError'));
    const spool = createSpool({ type: 'text/csv', most: 2, folder });
    await spool.write(bytes('abc'));
    await spool.write(bytes('d'));
    expect(await (await spool.finish()).text()).toBe('abcd');
  });
});
