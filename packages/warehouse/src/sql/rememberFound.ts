/** Where what was found is kept: a map, or one that forgets. */
interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
}

/** Finds the value of a key once, and forgets it where asked to. */
export interface Remembered<Key, Value> {
  find(key: Key, find: () => Promise<Value>): Promise<Value>;
  /** Who asks later finds the value anew. Resolves to what was found, or is being found; undefined where that failed. */
  forget(key: Key): Promise<Value | undefined>;
}

/**
 * Finds the value of a key once: what was found is kept in `kept`, and who asks while it is being found waits for the
 * same promise. A failure reaches all who wait and is not kept.
 */
export function rememberFound<Key, Value>(kept: Kept<Key, Value>): Remembered<Key, Value> {
  const inFlight = new Map<Key, Promise<Value>>();
  const begin = (key: Key, find: () => Promise<Value>): Promise<Value> => {
    const isStillWanted = (): boolean => inFlight.get(key) === finding;
    const finding = find()
      .then((value) => {
        if (isStillWanted()) kept.set(key, value);
        return value;
      })
      .finally(() => {
        if (isStillWanted()) inFlight.delete(key);
      });
    inFlight.set(key, finding);
    return finding;
  };
  return {
    find: async (key, find) => kept.get(key) ?? inFlight.get(key) ?? begin(key, find),
    forget: async (key) => {
      const known = kept.get(key) ?? inFlight.get(key);
      kept.delete(key);
      inFlight.delete(key);
      try {
        return await known;
      } catch {
        return undefined;
      }
    },
  };
}
