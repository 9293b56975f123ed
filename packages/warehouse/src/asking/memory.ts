import { LRUCache } from 'lru-cache';

export interface MemoryRules<Value> {
  /** What is remembered, as metrics name it. */
  readonly name: string;
  /** The size of all values together; those unused for longest are forgotten first. */
  readonly max: number;
  /** A larger value is not remembered. Default: `max`. */
  readonly maxOfOne?: number;
  /** Default: each value has the size 1. */
  readonly sizeOf?: (value: Value) => number;
}

/** Values that were found, by the text that names them. */
export interface Memory<Value> {
  /** A value that does not hold any more counts as missed, and is not given. */
  get(key: string, stillHolds?: (value: Value) => boolean): Value | undefined;
  keep(key: string, value: Value, size?: number): void;
  /**
   * The value of a key, found once: who asks while it is being found waits for the same promise. A failure reaches all
   * who wait, and is not remembered.
   */
  find(key: string, load: () => Promise<Value>): Promise<Value>;
  /** Who asks later finds the value anew. Resolves to what was found, or is being found; undefined where that failed. */
  forget(key: string): Promise<Value | undefined>;
  clear(): void;
}

export interface MemoryUse {
  readonly name: string;
  readonly entries: number;
  /** How often a value was remembered when it was wanted, and how often not, since the process began. */
  readonly found: number;
  readonly missed: number;
}

interface UseOfMemory {
  found: number;
  missed: number;
  readonly caches: Set<WeakRef<{ readonly size: number }>>;
}

const counted = new Map<string, UseOfMemory>();

/** What is remembered in this process, by name; memories with one name count together. */
export const memoriesInUse = (): readonly MemoryUse[] =>
  [...counted].map(([name, { found, missed, caches }]) => {
    let entries = 0;
    for (const cache of caches) entries += cache.deref()?.size ?? 0;
    return { name, entries, found, missed };
  });

function countedAs(name: string, cache: { readonly size: number }): UseOfMemory {
  const found = counted.get(name) ?? { found: 0, missed: 0, caches: new Set() };
  for (const one of found.caches) if (one.deref() === undefined) found.caches.delete(one);
  found.caches.add(new WeakRef(cache));
  counted.set(name, found);
  return found;
}

/**
 * The one way to remember what was found: a bounded number of values by key, whose use is measured
 * (`atrium_memory_…`). What depends on the data names its release in the key, because a release never changes.
 */
export function createMemory<Value>({
  name,
  max,
  maxOfOne = max,
  sizeOf,
}: MemoryRules<Value>): Memory<Value> {
  const cache = new LRUCache<string, { readonly value: Value }>({
    maxSize: max,
    maxEntrySize: maxOfOne,
    sizeCalculation: ({ value }) => sizeOf?.(value) ?? 1,
  });
  const use = countedAs(name, cache);
  const inFlight = new Map<string, Promise<Value>>();
  const get: Memory<Value>['get'] = (key, stillHolds = () => true) => {
    const kept = cache.get(key);
    const isFound = kept !== undefined && stillHolds(kept.value);
    use[isFound ? 'found' : 'missed'] += 1;
    return isFound ? kept.value : undefined;
  };
  const begin = (key: string, load: () => Promise<Value>): Promise<Value> => {
    const isStillWanted = (): boolean => inFlight.get(key) === finding;
    const finding = load()
      .then((value) => {
        if (isStillWanted()) cache.set(key, { value });
        return value;
      })
      .finally(() => {
        if (isStillWanted()) inFlight.delete(key);
      });
    inFlight.set(key, finding);
    return finding;
  };
  return {
    get,
    keep: (key, value, size) => void cache.set(key, { value }, size === undefined ? {} : { size }),
    find: async (key, load) => get(key) ?? inFlight.get(key) ?? begin(key, load),
    forget: async (key) => {
      const known = cache.peek(key)?.value ?? inFlight.get(key);
      cache.delete(key);
      inFlight.delete(key);
      try {
        return await known;
      } catch {
        return undefined;
      }
    },
    clear: () => {
      cache.clear();
      inFlight.clear();
    },
  };
}
