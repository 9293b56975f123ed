import { addBit, codeAt } from './bits';

const unknownPoint: i32 = i32.MIN_VALUE;

/** The longest run of bits that one load always covers. */
const window: u32 = 56;

/** The bits from `begin` on, at most 56 of them, as one number. */
@inline
function bitsFrom(bits: u32, begin: u32, length: u32): u64 {
  return (load<u64>(bits + (begin >>> 3)) >>> u64(begin & 7)) & ((u64(1) << u64(length)) - 1);
}

export function addPaired(
  ownOffsets: u32, ownRows: u32, ownFrom: u32, ownCodes: u32, ownWidth: u32, ownPoints: u32,
  offsets: u32, rows: u32, rowsFrom: u32,
  fromCodes: u32, fromWidth: u32, fromPoints: u32,
  toCodes: u32, toWidth: u32, toPoints: u32,
  isSame: u32, fromDistance: i32, toDistance: i32,
  from: u32, count: u32, outFrom: u32, out: u32,
): void {
  for (let subject = from; subject < from + count; subject += 1) {
    const end = load<u32>(offsets + ((subject + 1) << 2));
    const last = load<u32>(ownOffsets + ((subject + 1) << 2));
    for (let ownAt = load<u32>(ownOffsets + (subject << 2)); ownAt < last; ownAt += window) {
      let owns = bitsFrom(ownRows, ownAt - ownFrom, min<u32>(window, last - ownAt));
      while (owns != 0) {
        const own = ownAt + u32(ctz<u64>(owns));
        owns &= owns - 1;
        const point = load<i32>(ownPoints + (codeAt(ownCodes, ownWidth, own) << 2));
        if (point == unknownPoint) continue;
        let isFound = false;
        for (let at = load<u32>(offsets + (subject << 2)); at < end && !isFound; at += window) {
          let others = bitsFrom(rows, at - rowsFrom, min<u32>(window, end - at));
          while (others != 0) {
            const other = at + u32(ctz<u64>(others));
            others &= others - 1;
            if (isSame == 1 && other == own) continue;
            const first = load<i32>(fromPoints + (codeAt(fromCodes, fromWidth, other) << 2));
            const until = load<i32>(toPoints + (codeAt(toCodes, toWidth, other) << 2));
            if (first == unknownPoint || until == unknownPoint) continue;
            if (point - first < fromDistance || point - until > toDistance) continue;
            isFound = true;
            break;
          }
        }
        if (isFound) addBit(out, own - outFrom);
      }
    }
  }
}

