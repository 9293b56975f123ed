/** Each weight lives as long as what it weighs down. */
const weights = new WeakMap<object, object>();

/**
 * Tells the collector what hangs on an object beyond what it can see or cares for: memory of the database, which is
 * freed only when the object is found dead, or short work that leaves much behind. A buffer that could be resized is
 * memory of its own which nothing ever touches: it takes none, but counts, so that the collector comes in time.
 */
export function weighDown(thing: object, bytes: number): void {
  weights.set(thing, Reflect.construct(ArrayBuffer, [bytes, { maxByteLength: bytes }]));
}
