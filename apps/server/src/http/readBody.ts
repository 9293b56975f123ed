import { PortalError } from '@atrium/contract';
import type { FastifyRequest } from 'fastify';
import { refuseHostileText } from './hostileText.ts';

/**
 * The JSON of a request whatever its content type says (rule 9.4): no bytes are no body, and text that is
 * not JSON is refused only where the content type promises JSON.
 */
export function readBody(request: FastifyRequest): unknown {
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
