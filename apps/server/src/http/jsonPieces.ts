/** So many parts are written at once, in some tenths of a millisecond. */
const partsOfPiece = 2000;

/** Whether plain data has more parts than this: members, items, and each 64 characters of a text. */
export const hasMoreParts = (data: unknown, most: number): boolean => partsOf(data, most) > most;

/**
 * The text that `JSON.stringify` makes of plain data, in pieces. The writer of a long text lets other requests run
 * between two pieces.
 */
export function* jsonPieces(data: unknown): Generator<string, undefined, undefined> {
  if (!hasMoreParts(data, partsOfPiece) || typeof data !== 'object' || data === null)
    yield JSON.stringify(data);
  else if (Array.isArray(data)) yield* piecesOfList(data);
  else yield* piecesOfObject(data);
}

function* piecesOfList(list: readonly unknown[]): Generator<string, undefined, undefined> {
  yield '[';
  for (let begin = 0; begin < list.length; ) {
    if (begin > 0) yield ',';
    const end = endOfPiece(list, begin);
    if (end === begin) yield* jsonPieces(list[begin]);
    else yield JSON.stringify(list.slice(begin, end)).slice(1, -1);
    begin = Math.max(end, begin + 1);
  }
  yield ']';
}

function* piecesOfObject(object: object): Generator<string, undefined, undefined> {
  let before = '{';
  for (const [key, held] of Object.entries(object)) {
    if (held === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonPieces(held);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** The index after the items from `begin` on that are one piece; `begin` where the first of them is longer than a piece. */
function endOfPiece(list: readonly unknown[], begin: number): number {
  let left = partsOfPiece;
  let end = begin;
  for (; end < list.length; end += 1) {
    left -= partsOf(list[end], left);
    if (left < 0) break;
  }
  return end;
}

/** How many parts data has; where there are more than `most`, it stops counting. */
function partsOf(data: unknown, most: number): number {
  if (typeof data === 'string') return 1 + Math.floor(data.length / 64);
  if (typeof data !== 'object' || data === null) return 1;
  let parts = 1;
  for (const held of Array.isArray(data) ? data : Object.values(data)) {
    parts += partsOf(held, most - parts);
    if (parts > most) break;
  }
  return parts;
}
