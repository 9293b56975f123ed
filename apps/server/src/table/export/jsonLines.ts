import { pieces } from './pieces.ts';
import type { TableExport } from './tableExport.ts';

/** A JSON object for each row and line. Written key by key, since an object of ours would put names like `1` first. */
export async function* jsonLines({ columns, batches }: TableExport): AsyncGenerator<string> {
  const cells = columns.map(({ name, read }) => ({ key: JSON.stringify(name), read }));
  for await (const batch of pieces(batches)) {
    yield batch
      .map((row) => `{${cells.map(({ key, read }) => `${key}:${JSON.stringify(read(row))}`).join(',')}}\n`)
      .join('');
  }
}
