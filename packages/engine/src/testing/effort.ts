/** How many times the usual amount is tried: once, or as often as ATRIUM_TEST_EFFORT says. */
export const effort = Number(process.env['ATRIUM_TEST_EFFORT'] ?? 1);

/** Whether this run is the gate, which tries a sample. A long run (ATRIUM_LONG), or one with more effort, is not. */
export const isGate = process.env['ATRIUM_LONG'] === undefined && effort <= 1;

/** How many cases a property tries: `usual`, or in the gate `inGate`, times the effort. */
export const casesOr = (usual: number, { inGate = usual } = {}): number =>
  Math.ceil((isGate ? inGate : usual) * effort);
