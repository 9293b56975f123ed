import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Step = PropertyKey;

/** The faults of form in words, each with what it concerns: `resource subject, field sex, atrium: …`. */
export function describeIssues(issues: readonly Issue[], document: unknown): string[] {
  return [...new Set(issues.flatMap((issue) => describeIssue(issue, document)))];
}

function describeIssue(issue: Issue, document: unknown): string[] {
  const owner = describePath(issue.path, document);
  const label = owner.startsWith('resource ') ? owner : ['package', owner].filter(Boolean).join(', ');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${label}: there is no property "${key}"`);
  }
  return [`${label}: ${describeFault(issue, document)}`];
}

function describeFault(issue: Issue, document: unknown): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') {
    return follow(document, issue.path) === undefined
      ? `is missing (a ${issue.expected} is expected)`
      : `must be of type ${issue.expected}`;
  }
  if (issue.code === 'invalid_format') return `must consist of ${issue.message}`;
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
}

const singular: Readonly<Record<string, string>> = {
  resources: 'resource',
  fields: 'field',
  categories: 'category',
  ontologies: 'ontology',
  foreignKeys: 'foreign key',
};

function describePath(path: readonly Step[], document: unknown): string {
  const words: string[] = [];
  let value: unknown = document;
  path.forEach((step, index) => {
    const parent = path[index - 1];
    const inner = inside(value, step);
    if (typeof step === 'number' && typeof parent === 'string') {
      words.pop();
      words.push(`${singular[parent] ?? parent} ${nameOf(inner) ?? step + 1}`);
    } else if (step !== 'schema' || index === path.length - 1) {
      words.push(String(step));
    }
    value = inner;
  });
  return words.join(', ');
}

function inside(value: unknown, step: Step): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
}

function nameOf(value: unknown): string | null {
  const name = inside(value, 'name') ?? inside(value, 'id');
  return typeof name === 'string' && name !== '' ? name : null;
}

/**
 * A copy of a descriptor without the properties that are at fault, so that the rest can be checked at the same time.
 * A faulty item of a list stays, since the items after it would get another index.
 */
export function withoutFaults(document: unknown, issues: readonly Issue[]): unknown {
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
