import { codeAt, wordAt } from './bits';

const bytesOfPart: u32 = 40;

/** What a column adds to the key of a line: by a table, or by steps. */
@inline
function partAt(column: u32, position: u32): f64 {
  const code = codeAt(load<u32>(column), load<u32>(column, 4), position);
  const table = load<u32>(column, 8);
  if (table != 0) return load<f64>(table + (code << 3));
  if (code == 0) return load<f64>(column, 16);
  return load<f64>(column, 24) + f64(code - 1) * load<f64>(column, 32);
}

@inline
function keyOf(columns: u32, many: u32, position: u32): f64 {
  let key: f64 = 0;
  const end = columns + many * bytesOfPart;
  for (let column = columns; column < end; column += bytesOfPart) key += partAt(column, position);
  return key;
}

export function tallyBuckets(
  columns: u32, many: u32, from: u32, count: u32, bits: u32, low: f64, shift: u32, buckets: u32, counts: u32,
): void {
  for (let index: u32 = 0; index < count; index += 64) {
    for (let word = wordAt(bits, index); word != 0; word &= word - 1) {
      const key = keyOf(columns, many, from + index + u32(ctz<u64>(word))) - low;
      if (key < 0) continue;
      const bucket = u64(key) >>> u64(shift);
      if (bucket >= u64(buckets)) continue;
      const cell = counts + (u32(bucket) << 2);
      store<u32>(cell, load<u32>(cell) + 1);
    }
  }
}

export function takeLines(
  columns: u32, many: u32, from: u32, count: u32, bits: u32, low: f64, high: f64, out: u32,
): u32 {
  let at = out;
  for (let index: u32 = 0; index < count; index += 64) {
    for (let word = wordAt(bits, index); word != 0; word &= word - 1) {
      const subject = from + index + u32(ctz<u64>(word));
      const key = keyOf(columns, many, subject);
      if (key < low || key >= high) continue;
      store<f64>(at, key);
      store<f64>(at, f64(subject), 8);
      at += 16;
    }
  }
  return (at - out) >>> 4;
}
