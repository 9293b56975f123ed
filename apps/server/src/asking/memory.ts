import { createMemory, type Memory, type MemoryRules } from '@atrium/warehouse';

/** How many things of one kind are remembered. */
const maxRemembered = 10_000;

/**
 * Remembers what was loaded in an epoch (rule 8.6). It may be newer than the epoch, never older, because it is loaded
 * after the epoch is known. Remembers nothing without an epoch or a result.
 * @param name as metrics show it
 */
export function perEpoch<Found extends object>(
  name: string,
): (
  where: { readonly epoch: string | undefined; readonly key: string },
  load: () => Promise<Found | null>,
) => Promise<Found | null> {
  const memory = createMemory<{ readonly epoch: string; readonly found: Found }>({
    name,
    max: maxRemembered,
  });
  return async ({ epoch, key }, load) => {
    const before = epoch === undefined ? undefined : memory.get(key, (kept) => kept.epoch === epoch);
    if (before !== undefined) return before.found;
    const found = await load();
    if (epoch !== undefined && found !== null) memory.keep(key, { epoch, found });
    return found;
  };
}

/** A function of two objects that finds its answer once, and remembers it as long as both of them are in use. */
export function oncePer<One extends object, Other extends object, Found>(
  find: (one: One, other: Other) => Found,
): (one: One, other: Other) => Found {
  const known = new WeakMap<One, WeakMap<Other, { readonly found: Found }>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new WeakMap<Other, { readonly found: Found }>();
    known.set(one, ofOne);
    const kept = ofOne.get(other) ?? { found: find(one, other) };
    ofOne.set(other, kept);
    return kept.found;
  };
}

/** A memory for each owner, such as a state database or a release, that ends with it. */
export function memoryOf<Value>(rules: MemoryRules<Value>): (owner: object) => Memory<Value> {
  const memories = new WeakMap<object, Memory<Value>>();
  return (owner) => {
    const memory = memories.get(owner) ?? createMemory(rules);
    memories.set(owner, memory);
    return memory;
  };
}
