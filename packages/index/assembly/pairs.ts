import { addBit, codeAt, nextBit, offsetAt, wordAt } from './bits';

const unknownPoint: i32 = i32.MIN_VALUE;

@inline
function pointAt(codes: u32, width: u32, points: u32, position: u32): i32 {
  return load<i32>(points + (codeAt(codes, width, position) << 2));
}

/** Subjects come as a set: a subject without a row of its own, or without a target row, need not be looked at. */
export function addPaired(
  ownOffsets: u32, ownRows: u32, ownFrom: u32, ownCodes: u32, ownWidth: u32, ownPoints: u32,
  offsets: u32, rows: u32, rowsFrom: u32,
  fromCodes: u32, fromWidth: u32, fromPoints: u32,
  toCodes: u32, toWidth: u32, toPoints: u32,
  isSame: u32, isOrdered: u32, fromDistance: i32, toDistance: i32,
  subjects: u32, from: u32, count: u32, outFrom: u32, out: u32,
): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = wordAt(subjects, index);
    for (; word != 0; word &= word - 1) {
      const subject = from + index + u32(ctz<u64>(word));
      const ownEnd = offsetAt(ownOffsets, subject + 1) - ownFrom;
      const begin = offsetAt(offsets, subject) - rowsFrom;
      const end = offsetAt(offsets, subject + 1) - rowsFrom;
      const firstOther = nextBit(rows, begin, end);
      // The target rows from `firstOther` to `other - 1` are not after the own row; of their last days these are the
      // last ones, and where the very last lies.
      let other = firstOther;
      let last = i64.MIN_VALUE;
      let lastRow: u32 = 0;
      let lastButOne = i64.MIN_VALUE;
      let until = i64.MIN_VALUE;
      for (
        let own = nextBit(ownRows, offsetAt(ownOffsets, subject) - ownFrom, ownEnd);
        own < ownEnd;
        own = nextBit(ownRows, own + 1, ownEnd)
      ) {
        const point = pointAt(ownCodes, ownWidth, ownPoints, ownFrom + own);
        if (point == unknownPoint) continue;
        const latest = i64(point) - i64(fromDistance);
        if (latest < until || isOrdered == 0) {
          other = firstOther;
          last = i64.MIN_VALUE;
          lastButOne = i64.MIN_VALUE;
        }
        until = latest;
        for (; other < end; other = nextBit(rows, other + 1, end)) {
          const first = pointAt(fromCodes, fromWidth, fromPoints, rowsFrom + other);
          if (first == unknownPoint) continue;
          if (i64(first) > latest) {
            if (isOrdered == 1) break;
            continue;
          }
          const day = pointAt(toCodes, toWidth, toPoints, rowsFrom + other);
          if (day == unknownPoint) continue;
          if (i64(day) > last) {
            lastButOne = last;
            last = i64(day);
            lastRow = other;
          } else if (i64(day) > lastButOne) {
            lastButOne = i64(day);
          }
        }
        const isItself = isSame == 1 && rowsFrom + lastRow == ownFrom + own;
        if ((isItself ? lastButOne : last) >= i64(point) - i64(toDistance)) addBit(out, ownFrom + own - outFrom);
      }
    }
  }
}
