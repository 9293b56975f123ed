import type { z } from 'zod';

/**
 * A copy of a descriptor without the properties that are at fault, so that the rest can be checked in the same go.
 * What is at fault in the place of a list's item is left, since the others would lose their place.
 */
export function withoutFaults(document: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(document);
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      const owner = follow(copy, issue.path);
      for (const key of issue.keys) drop(owner, key);
    } else {
      drop(follow(copy, issue.path.slice(0, -1)), issue.path.at(-1));
    }
  }
  return copy;
}

function follow(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
}

function drop(owner: unknown, key: PropertyKey | undefined): void {
  if (typeof owner !== 'object' || owner === null || Array.isArray(owner) || key === undefined) return;
  Reflect.deleteProperty(owner, key);
}
