import type { PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from './sendError.ts';
import { TooManyRequests } from './tooManyRequests.ts';

/** Sends refusals in the form of a standard; the cause is only in the log. */
export const refuseInForm =
  (formOf: (refusal: PortalError, request: FastifyRequest) => object) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error, reply);
    if (refusal.status >= 500) request.log.error({ err: error }, refusal.message);
    else request.log.info({ code: refusal.code, account: request.accountKey }, 'refused');
    if (refusal instanceof TooManyRequests) reply.header('retry-after', String(refusal.retryAfter));
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
    reply.code(refusal.status);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(formOf(refusal, request)));
  };
