import type { FastifyReply, FastifyRequest } from 'fastify';
import { carriesToken } from '../http/index.ts';

export const sessionCookie = 'atrium_session';

/** Secure wherever the request came over TLS, seen by us or said by a trusted proxy. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

/** Undefined beside a bearer token, whose request was not asked where it comes from. */
export const sessionToken = (request: FastifyRequest): string | undefined =>
  carriesToken(request) ? undefined : request.cookies[sessionCookie];

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie, token, attributes(request));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, attributes(request));
}
