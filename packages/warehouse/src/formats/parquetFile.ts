import type { FileValue } from '@atrium/engine';
import { isScalar } from '@atrium/engine/plain';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { addMemoryPressure } from '../sql/externalMemory.ts';
import type { FilePiece } from './filePiece.ts';
import { type ParquetColumn, parquetSchema, parquetValue } from './parquetColumn.ts';

/**
 * Values that are held before they are written as one row group. A group is encoded in one go, while the thread does
 * nothing else; so this limits that time as well as the memory.
 */
const groupValues = 65_536;

/** Memory that the encoding of a group leaves to be collected: levels, dictionaries and pages. */
const groupBytes = 16 * 1024 * 1024;

/**
 * Writes a Parquet file in pieces as its rows arrive, one row group after the other. It holds one group in memory, and
 * a few numbers for each earlier group. Rows have one value per column, in the order of the columns.
 */
export async function* parquetFile(
  columns: readonly ParquetColumn[],
  portions: AsyncIterable<readonly (readonly FileValue[])[]>,
): AsyncGenerator<FilePiece> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(parquetSchema)],
    createdBy: 'atrium',
  });
  const written = (rows: number): FilePiece => {
    const piece = { bytes: bytes.getBytes().slice(), rows };
    bytes.index = 0;
    return piece;
  };
  for await (const { columnData, rows } of groupsOf(columns, portions)) {
    await file.write({ columnData, rowGroupSize: Number.MAX_SAFE_INTEGER });
    yield written(rows);
  }
  await file.finish();
  yield written(0);
}

async function* groupsOf(
  columns: readonly ParquetColumn[],
  portions: AsyncIterable<readonly (readonly FileValue[])[]>,
) {
  const store = columns.map(parquetValue);
  const empty = () => columns.map(({ name }) => ({ name, data: [] as unknown[], offsetIndex: false }));
  let group = empty();
  let [held, rows] = [0, 0];
  for await (const portion of portions) {
    for (const row of portion) {
      group.forEach(({ data }, index) => {
        const value = row[index] ?? null;
        held += isScalar(value) ? 1 : Math.max(1, value.length);
        data.push(store[index]?.(value) ?? null);
      });
      rows += 1;
      if (held < groupValues) continue;
      addMemoryPressure(group, groupBytes);
      yield { columnData: group, rows };
      group = empty();
      [held, rows] = [0, 0];
    }
  }
  if (rows > 0) yield { columnData: group, rows };
}
