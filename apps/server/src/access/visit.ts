import type { FastifyRequest } from 'fastify';
import { describeAgent } from './agent.ts';
import type { SessionOrigin, Visit } from './sessions.ts';

/** How a session begins: the browser in a few words, the address, and who vouched. */
export const visitOf = (request: FastifyRequest, origin: SessionOrigin): Visit => ({
  agent: describeAgent(request.headers['user-agent']),
  address: request.ip,
  ...origin,
});
