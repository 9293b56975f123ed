import type { StoredTexts } from '../layout/indexWriter.ts';

/** Gathers so many texts as they lie in an index. */
export function storeTexts(count: number): {
  readonly add: (texts: readonly string[]) => void;
  readonly finish: () => StoredTexts;
} {
  const offsets = new Uint32Array(count + 1);
  const pieces: Buffer[] = [];
  let [stored, end] = [0, 0];
  return {
    add: (texts) => {
      for (const text of texts) {
        stored += 1;
        end += Buffer.byteLength(text);
        offsets[stored] = end;
      }
      pieces.push(Buffer.from(texts.join('')));
    },
    finish: () => ({ offsets, bytes: new Uint8Array(Buffer.concat(pieces)) }),
  };
}
