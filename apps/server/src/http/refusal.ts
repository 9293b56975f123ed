import { describeIssues, type ErrorCode, fieldOfIssues, issueWords, PortalError } from '@atrium/contract';
import type { z } from 'zod';

/** Parses `input` by the schema; the refusal names each field that is wrong and the reason, and carries the first. */
export function parsed(schema: z.ZodType, input: unknown, code: ErrorCode): unknown {
  const read = schema.safeParse(input, { error: issueWords });
  if (read.success) return read.data;
  const { issues } = read.error;
  const field = fieldOfIssues(issues);
  throw new PortalError(code, describeIssues(issues), field === undefined ? {} : { field });
}
