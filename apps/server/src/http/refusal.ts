import { type ErrorCode, PortalError } from '@atrium/contract';
import type { z } from 'zod';

const absent = (issue: { readonly input?: unknown }): string | undefined =>
  issue.input === undefined ? 'Required' : undefined;

/** What the schema reads from `input`; a refusal says which field is wrong and why. */
export function parsed(schema: z.ZodType, input: unknown, code: ErrorCode): unknown {
  const read = schema.safeParse(input, { error: absent });
  if (read.success) return read.data;
  throw new PortalError(code, describeIssues(read.error.issues));
}

/** The issues as text, like `transformation.concept_id: Required`; several errors are joined by "; ". */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const sentences = issues.flatMap(furtherIn).slice(0, 5).map(describeIssue);
  return [...new Set(sentences)].join('; ');
}

/** Of a union, the issues of the one kind that the value was meant as; the union's own issue where that is not clear. */
function furtherIn(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.filter((faults) => faults.every(({ path }) => path.length > 0));
  const [faults, ...others] = meant;
  if (faults === undefined || others.length > 0) return [issue];
  return faults.flatMap((fault) => furtherIn({ ...fault, path: [...issue.path, ...fault.path] }));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined)
    return `${field}: not one of the known kinds`;
  const reason = issue.code === 'invalid_union' ? 'not a value that is taken here' : issue.message;
  return `${field}: ${reason.replace(/^Invalid input: /, '')}`;
}
