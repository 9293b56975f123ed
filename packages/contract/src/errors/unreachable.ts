/** Ends a switch over a union: a new member fails to compile here. */
export function unreachable(value: never): never {
  throw new Error(`Not a member of the union: ${JSON.stringify(value)}`);
}
