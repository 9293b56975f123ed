import { type ErrorCode, fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { describeIssues, fieldOfIssues, issueWords } from '@atrium/contract/errors/issueWords';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/**
 * Parses the body of a request as JSON, whatever its content type (rule 9.4). An empty body is undefined. So is text that
 * is not JSON, unless the content type is JSON: then it is refused with bad_request.
 */
export function parseBody(request: FastifyRequest): unknown {
  const text = request.body;
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const body = parseJson(text);
  if (body === undefined && (request.headers['content-type'] ?? '').includes('json'))
    throw new PortalError('bad_request', 'The body is not valid JSON.');
  refuseHostileText(body);
  return body;
}

/** The body of a request as far as it is JSON, before anything of it is judged. */
export const peekBody = ({ body }: FastifyRequest): unknown =>
  typeof body === 'string' ? parseJson(body) : undefined;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
const shownSteps = 5;

function refuse(path: readonly string[], reason: string): never {
  const field = path.length === 0 ? 'body' : path.slice(0, shownSteps).map(shownKey).join('.');
  throw fieldRefusal('bad_request', field, reason);
}

/** A name unchanged, any other key quoted and cut. */
const shownKey = (key: string): string => (/^\w{1,100}$/.test(key) ? key : JSON.stringify(key.slice(0, 40)));

/** Parses `input` by the schema; the refusal names each field that is wrong and the reason, and carries the first. */
export function parsed(schema: z.ZodType, input: unknown, code: ErrorCode): unknown {
  const read = schema.safeParse(input, { error: issueWords });
  if (read.success) return read.data;
  const { issues } = read.error;
  const field = fieldOfIssues(issues);
  throw new PortalError(code, describeIssues(issues), field === undefined ? {} : { field });
}
