import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const packs = [
  ['.br', (text) => promisify(brotliCompress)(text, brotliFor(text))],
  ['.gz', (text) => promisify(gzip)(text, { level: 9 })],
];
const brotliFor = (text) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});
const smallest = 1024;

/** Writes a .br and a .gz beside each script, style sheet and drawing that the page loads, as small as possible. */
export async function compressAssets(folder) {
  const files = readdirSync(folder)
    .filter((name) => /\.(?:js|css|svg)$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).size >= smallest);
  await Promise.all(
    files.flatMap((file) => {
      const text = readFileSync(file);
      return packs.map(async ([ending, pack]) => writeFileSync(file + ending, await pack(text)));
    }),
  );
}
