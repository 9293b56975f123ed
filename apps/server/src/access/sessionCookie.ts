import type { FastifyReply, FastifyRequest } from 'fastify';
import { carriesToken } from '../http/index.ts';

export const sessionCookie = 'atrium_session';

/**
 * Behind TLS a browser takes a cookie of such a name from this very host alone and over TLS alone, so that no
 * neighbouring site can put a session of its own in the place of a person's.
 */
export const cookieNameFor = (request: FastifyRequest, name: string): string =>
  request.protocol === 'https' ? `__Host-${name}` : name;

/** Secure wherever the request came over TLS, seen by us or said by a trusted proxy. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

/** Undefined beside a bearer token, whose request was not asked where it comes from. */
export const sessionToken = (request: FastifyRequest): string | undefined =>
  carriesToken(request) ? undefined : request.cookies[cookieNameFor(request, sessionCookie)];

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieNameFor(request, sessionCookie), token, attributes(request));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieNameFor(request, sessionCookie), attributes(request));
}
