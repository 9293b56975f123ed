import type { FastifyReply, FastifyRequest } from 'fastify';
import { carriesToken } from '../http/index.ts';
import { describeAgent } from './agent.ts';
import type { SessionOrigin, SessionStart } from './sessions.ts';

export const sessionCookie = 'atrium_session';

/**
 * Behind TLS a browser takes a cookie with this prefix from this very host and over TLS only, so that no neighbouring
 * site can replace a person's session by one of its own.
 */
export const cookieNameFor = (request: FastifyRequest, name: string): string =>
  request.protocol === 'https' ? `__Host-${name}` : name;

/** Secure wherever the request came over TLS, directly or to a trusted proxy. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

/** Undefined beside a bearer token: the origin of such a request was not checked. */
export const sessionToken = (request: FastifyRequest): string | undefined =>
  carriesToken(request) ? undefined : request.cookies[cookieNameFor(request, sessionCookie)];

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieNameFor(request, sessionCookie), token, attributes(request));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieNameFor(request, sessionCookie), attributes(request));
}

/** How a session begins: the browser in a few words, the address, and the provider that signed the person in. */
export const sessionStart = (request: FastifyRequest, origin: SessionOrigin): SessionStart => ({
  agent: describeAgent(request.headers['user-agent']),
  address: request.ip,
  ...origin,
});
