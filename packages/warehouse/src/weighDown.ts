/** Each weight lives as long as what it weighs down. */
const weights = new WeakMap<object, ArrayBuffer>();

/**
 * Tells the collector what hangs on an object beyond what it can see or cares for: memory of the database, which is
 * freed only when the object is found dead, or short work that leaves much behind. An untouched buffer costs nothing
 * itself, but counts, so that the collector comes before the memory has grown.
 */
export function weighDown(thing: object, bytes: number): void {
  weights.set(thing, new ArrayBuffer(bytes));
}
