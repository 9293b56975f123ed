/** An inclusive range of numbers; null leaves a side open. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** The inclusive bounds of each bin, in ascending order. */
export type Edges = readonly (readonly [from: number, to: number])[];

/** A range on the axis of a histogram that can be dragged, or moved with the keyboard. */
export interface RangeBrush {
  readonly edges: Edges;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  /** A bound as text, for screen readers. */
  readonly spoken: (value: number, side: Side) => string;
}

export type Side = 'min' | 'max';

/** The distance between the greatest value of a bin and the least of the next: 1 for whole numbers, 0 for fractions. */
const unitOf = (edges: Edges): number => {
  const [first, second] = edges;
  return first === undefined || second === undefined ? 0 : Math.max(0, second[0] - first[1]);
};

/** The position of a bound, counted in bins from the left edge (0) to the right edge (the number of bins). */
export function positionOf(edges: Edges, value: number | null, side: Side): number {
  if (value === null) return side === 'min' ? 0 : edges.length;
  const unit = unitOf(edges);
  for (const [index, [from, to]] of edges.entries()) {
    const end = edges[index + 1]?.[0] ?? to + unit;
    if (value < from) return index;
    const isWithin = side === 'min' ? value < end : value + unit <= end;
    if (!isWithin) continue;
    const span = end - from;
    return span <= 0 ? index : index + (value + (side === 'max' ? unit : 0) - from) / span;
  }
  return edges.length;
}

/** The positions of both bounds. A range whose bounds are reversed has no width. */
export function positionsOf(edges: Edges, { min, max }: Range): readonly [number, number] {
  const left = positionOf(edges, min, 'min');
  return [left, Math.max(left, positionOf(edges, max, 'max'))];
}

/** The bin at a distance from the start of an axis of this length. */
export function binAt(distance: number, length: number, bins: number): number {
  const bin = Math.floor((distance / Math.max(1, length)) * bins);
  return Math.max(0, Math.min(bins - 1, bin));
}

/** The side whose position is nearer to another position; between two that are as near, the one beyond which it lies. */
export function nearerSide([left, right]: readonly [number, number], position: number): Side {
  const [toLeft, toRight] = [Math.abs(position - left), Math.abs(position - right)];
  return toLeft === toRight ? (position < left ? 'min' : 'max') : toLeft < toRight ? 'min' : 'max';
}

/** The range that covers two bins and all between them, in either order. */
export function rangeOver(edges: Edges, a: number, b: number): Range {
  const [first, last] = a < b ? [a, b] : [b, a];
  return { min: edges[first]?.[0] ?? null, max: edges[last]?.[1] ?? null };
}

/** The range with one side moved to a bin, but never past the other side. */
export function withSide(edges: Edges, range: Range, move: { side: Side; bin: number }): Range {
  const [left, right] = positionsOf(edges, range);
  const lastOfMax = Math.max(0, Math.ceil(right) - 1);
  const firstOfMin = Math.min(edges.length - 1, Math.floor(left));
  return move.side === 'min'
    ? { ...range, min: edges[Math.max(0, Math.min(move.bin, lastOfMax))]?.[0] ?? null }
    : { ...range, max: edges[Math.min(edges.length - 1, Math.max(move.bin, firstOfMin))]?.[1] ?? null };
}

const page = 5;

/** The range after a key on one side (slider pattern); undefined for other keys. Delete leaves the side open. */
export function rangeAfterKey(
  key: string,
  side: Side,
  { edges, range }: Pick<RangeBrush, 'edges' | 'range'>,
): Range | undefined {
  const [left, right] = positionsOf(edges, range);
  const onwards = side === 'min' ? Math.floor(left) + 1 : Math.floor(right);
  const backwards = side === 'min' ? Math.ceil(left) - 1 : Math.ceil(right) - 2;
  const to = (bin: number) => withSide(edges, range, { side, bin });
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return to(onwards);
    case 'ArrowLeft':
    case 'ArrowDown':
      return to(backwards);
    case 'PageUp':
      return to(onwards + page - 1);
    case 'PageDown':
      return to(backwards - page + 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(edges.length - 1);
    case 'Delete':
    case 'Backspace':
      return { ...range, [side]: null };
    default:
      return undefined;
  }
}

/** Whether any part of a bin lies in the range. */
export function isInRange(bin: number, [left, right]: readonly [number, number]): boolean {
  return bin < right && bin + 1 > left;
}
