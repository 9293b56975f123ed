const effort = Number(process.env['ATRIUM_TEST_EFFORT'] ?? 1);

/** How many cases a property tries: `usual`, or as many times more or less as ATRIUM_TEST_EFFORT says. */
export const casesOr = (usual: number): number => Math.ceil(usual * effort);
