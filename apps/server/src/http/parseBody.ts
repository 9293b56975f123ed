import { PortalError } from '@atrium/contract';
import type { FastifyRequest } from 'fastify';
import { refuseHostileText } from './hostileText.ts';

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
