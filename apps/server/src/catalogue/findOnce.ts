interface Kept<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
}

/**
 * Finds the value of a key once: what was found is kept in `kept`, and who asks while it is being found waits for the
 * same promise. A failure reaches all who wait and is not kept.
 */
export function findOnce<Value>(
  kept: Kept<Value>,
): (key: string, find: () => Promise<Value>) => Promise<Value> {
  const inFlight = new Map<string, Promise<Value>>();
  const begin = (key: string, find: () => Promise<Value>): Promise<Value> => {
    const finding = find()
      .then((value) => {
        kept.set(key, value);
        return value;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, finding);
    return finding;
  };
  return async (key, find) => kept.get(key) ?? inFlight.get(key) ?? begin(key, find);
}
