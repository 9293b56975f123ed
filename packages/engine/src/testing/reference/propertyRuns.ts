/** How many random datasets a property looks at, and from which seed: more and the same again by the environment. */
export function propertyRuns(datasets: number): { readonly numRuns: number; readonly seed?: number } {
  const seed = process.env['ATRIUM_PROPERTY_SEED'];
  return {
    numRuns: Number(process.env['ATRIUM_PROPERTY_DATASETS'] ?? datasets),
    ...(seed ? { seed: Number(seed) } : {}),
  };
}
