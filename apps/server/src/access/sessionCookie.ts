import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'atrium_session';

/** Secure wherever the request came over TLS, seen by us or said by a trusted proxy. */
const attributes = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

export const sessionToken = (request: FastifyRequest): string | undefined => request.cookies[name];

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(name, token, attributes(request));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(name, attributes(request));
}
