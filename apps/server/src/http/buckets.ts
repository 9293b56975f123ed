/** Allowances by key that fill up again steadily. */
export interface Buckets {
  /** Takes one from the key's bucket; returns the whole seconds to wait where it is empty, else 0. */
  take(key: string): number;
}

export interface BucketRules {
  /** What a full bucket holds, and how much it refills in a minute. */
  readonly perMinute: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

interface Bucket {
  left: number;
  readAt: number;
}

const mostKeys = 20_000;
const minuteMs = 60_000;

export function createBuckets({ perMinute, now }: BucketRules): Buckets {
  const buckets = new Map<string, Bucket>();

  return {
    take: (key) => {
      const at = now();
      const held = buckets.get(key) ?? { left: perMinute, readAt: at };
      const left = Math.min(perMinute, held.left + ((at - held.readAt) * perMinute) / minuteMs);
      const isEmpty = left < 1;
      // Set anew, so that the keys stand in the order of their last use and the idlest is forgotten first.
      buckets.delete(key);
      buckets.set(key, { left: isEmpty ? left : left - 1, readAt: at });
      const [idlest] = buckets.keys();
      if (buckets.size > mostKeys && idlest !== undefined) buckets.delete(idlest);
      return isEmpty ? Math.max(1, Math.ceil(((1 - left) * 60) / perMinute)) : 0;
    },
  };
}
