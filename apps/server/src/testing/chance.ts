import { effort } from '../../../../packages/engine/src/testing/effort.ts';

export { isGate } from '../../../../packages/engine/src/testing/effort.ts';

/** Reproducible random numbers from 0 up to 1 (mulberry32). Print the seed with a failure. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed of this run, which vitest.config.ts fixes; the variable in the environment is another. */
export const chosenSeed = (): number => Number(process.env['ATRIUM_TEST_SEED']);

/** How many times the usual number of cases is tried. */
export const chosenEffort = (): number => effort;
