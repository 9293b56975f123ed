/** Each weight lives as long as the object that it belongs to. */
const weights = new WeakMap<object, object>();

/**
 * Tells the garbage collector that an object holds memory outside the heap: memory of the database that is freed only
 * when the object is collected, or buffers that short work leaves behind. A resizable buffer is reserved and never
 * touched: it takes no memory, but counts as external memory pressure, so that the collector runs in time.
 */
export function addMemoryPressure(object: object, bytes: number): void {
  weights.set(object, Reflect.construct(ArrayBuffer, [bytes, { maxByteLength: bytes }]));
}
