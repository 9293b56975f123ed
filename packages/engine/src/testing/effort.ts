const effort = Number(process.env['ATRIUM_TEST_EFFORT'] ?? 1);

/**
 * How many cases a property tries: `usual`, or as many times more or less as ATRIUM_TEST_EFFORT says. Where nothing
 * is said, as in the gate, `inGate`.
 */
export const casesOr = (usual: number, { inGate = usual } = {}): number =>
  effort === 1 ? inGate : Math.ceil(usual * effort);
