/** The index to which a key moves in a row of things, of which the last has the index `last`; undefined for other keys. */
export function indexAfterKey(key: string, from: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
