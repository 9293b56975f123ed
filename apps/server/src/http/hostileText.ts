import { PortalError } from '@atrium/contract';

const deepest = 40;

/** Text that no database column can hold: NUL, and halves of surrogate pairs. */
const unstorable = /\0|\p{Surrogate}/u;

/**
 * Refuses, with bad_request, a body or query that would only fail further in: text that cannot be stored, nesting without end,
 * and keys that reach for a prototype. Walks without recursion.
 */
export function refuseHostileText(given: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: given, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') refuseText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === deepest)
      throw new PortalError('bad_request', `The request is nested more than ${deepest} deep.`);
    for (const [key, held] of Object.entries(value)) {
      refuseKey(key);
      waiting.push({ value: held, depth: depth + 1 });
    }
  }
}

function refuseText(text: string): void {
  if (unstorable.test(text))
    throw new PortalError('bad_request', 'Text holds a character that cannot be stored.');
}

function refuseKey(key: string): void {
  refuseText(key);
  if (key === '__proto__') throw new PortalError('bad_request', 'The request holds a forbidden key.');
}
