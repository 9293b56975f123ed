import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Step = PropertyKey;

/** Faults of form, each with its place in words: `resource subject, field sex, atrium: …`. */
export function describeIssues(issues: readonly Issue[], document: unknown): string[] {
  return [...new Set(issues.flatMap((issue) => describeIssue(issue, document)))];
}

function describeIssue(issue: Issue, document: unknown): string[] {
  const place = describePlace(issue.path, document);
  const label = place.startsWith('resource ') ? place : ['package', place].filter(Boolean).join(', ');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${label}: there is no property "${key}"`);
  }
  return [`${label}: ${describeFault(issue)}`];
}

function describeFault(issue: Issue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') {
    return issue.input === undefined && issue.message.endsWith('undefined')
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

function describePlace(path: readonly Step[], document: unknown): string {
  const words: string[] = [];
  let here: unknown = document;
  path.forEach((step, index) => {
    const parent = path[index - 1];
    const there = inside(here, step);
    if (typeof step === 'number' && typeof parent === 'string') {
      words.pop();
      words.push(`${singular[parent] ?? parent} ${nameOf(there) ?? step + 1}`);
    } else if (step !== 'schema' || index === path.length - 1) {
      words.push(String(step));
    }
    here = there;
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
