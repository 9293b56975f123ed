import { PortalError } from '@atrium/contract';

const deepest = 40;

/** What no text column can hold: NUL, and halves of surrogate pairs. */
const unstorable = /\0|\p{Surrogate}/u;

interface Found {
  readonly value: unknown;
  readonly path: readonly string[];
}

/**
 * Refuses, with bad_request and the name of the field, a body or query that would fail later: text that cannot be
 * stored, nesting that is too deep, and the key `__proto__`. Uses no recursion, because the nesting may be deep.
 */
export function refuseHostileText(given: unknown): void {
  const waiting: Found[] = [{ value: given, path: [] }];
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

/** So many steps of a path are shown. */
const toldSteps = 5;

function refuse(path: readonly string[], reason: string): never {
  const field = path.length === 0 ? 'body' : path.slice(0, toldSteps).map(told).join('.');
  throw new PortalError('bad_request', `${field}: ${reason}`);
}

/** A name unchanged, any other key quoted and cut. */
const told = (key: string): string => (/^\w{1,100}$/.test(key) ? key : JSON.stringify(key.slice(0, 40)));
