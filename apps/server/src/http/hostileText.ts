import { fieldRefusal } from '@atrium/contract';

const deepest = 40;

/** Text that no database column can hold: NUL, and halves of surrogate pairs. */
const unstorable = /\0|\p{Surrogate}/u;

interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/**
 * Refuses, with bad_request and the name of the field, a body or query that would only fail further in: text that
 * cannot be stored, nesting without end, and keys that reach for a prototype. Walks without recursion.
 */
export function refuseHostileText(given: unknown): void {
  const waiting: Place[] = [{ value: given, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') refuseText(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (path.length === deepest) refuse(path, `nested more than ${deepest} deep`);
    for (const [key, held] of Object.entries(value)) {
      refuseText(key, path);
      if (key === '__proto__') refuse([...path, key], 'a forbidden key');
      waiting.push({ value: held, path: [...path, key] });
    }
  }
}

function refuseText(text: string, path: readonly string[]): void {
  if (unstorable.test(text)) refuse(path, 'holds a character that cannot be stored');
}

/** Enough of a path to find the field. */
const toldSteps = 5;

function refuse(path: readonly string[], reason: string): never {
  const field = path.length === 0 ? 'body' : path.slice(0, toldSteps).map(told).join('.');
  throw fieldRefusal('bad_request', field, reason);
}

/** A name as it is, any other key quoted and cut. */
const told = (key: string): string => (/^\w{1,100}$/.test(key) ? key : JSON.stringify(key.slice(0, 40)));
