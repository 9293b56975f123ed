const windowMs = 5_000;

/** How many bytes come a second, of the last seconds. */
export function createRateMeter(now: () => number): { add(bytes: number): number | null } {
  let samples: { readonly at: number; readonly bytes: number }[] = [];
  return {
    add: (bytes) => {
      const at = now();
      samples = [...samples.filter((one) => at - one.at <= windowMs), { at, bytes }];
      const first = samples[0];
      if (first === undefined || at - first.at < 500) return null;
      return Math.max(0, (bytes - first.bytes) / ((at - first.at) / 1000));
    },
  };
}
