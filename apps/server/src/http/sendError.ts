import type { Socket } from 'node:net';
import { errorStatus, fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TooManyRequests } from './tooManyRequests.ts';

/** Sends every error as `{detail, code, field?, requestId}`; the cause is only in the log (rule 9.3). */
export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** Seconds to wait, where the refusal does not say them (rule 9.15). */
const pauses: ReadonlyMap<number, number> = new Map([
  [errorStatus.too_many_requests, 10],
  [errorStatus.unavailable, 2],
  [errorStatus.no_room, 60],
]);

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, reply);
  if (refusal.status >= 500) request.log.error({ err: error }, refusal.message);
  else request.log.info({ code: refusal.code, ...askerOf(request, refusal.status) }, 'refused');
  const pause = refusal instanceof TooManyRequests ? refusal.retryAfter : pauses.get(refusal.status);
  if (pause !== undefined) reply.header('retry-after', String(pause));
  return reply
    .code(refusal.status)
    .removeHeader('content-disposition')
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        detail: refusal.message,
        code: refusal.code,
        field: refusal.field,
        requestId: request.id,
      }),
    );
}

/** Refusals about the caller or the caller's address; for other mistakes no address is recorded. */
const aboutTheCaller: ReadonlySet<number> = new Set([
  errorStatus.not_signed_in,
  errorStatus.not_permitted,
  errorStatus.wrong_host,
  errorStatus.too_many_requests,
]);

/** Account and address of a caller who was refused, so that the operator can find who tried. */
const askerOf = (request: FastifyRequest, status: number) =>
  aboutTheCaller.has(status) ? { account: request.accountKey, address: request.ip } : {};

/** The reply to an error: the refusal itself; any other error becomes a refusal or a fault without its cause. */
export function refusalOf(error: unknown, reply: FastifyReply): PortalError {
  if (error instanceof PortalError) return error;
  if (reply.raw.destroyed) return new PortalError('client_gone', 'The client went away.');
  if (isOfFullDisk(error))
    return new PortalError('no_room', 'The disk of the portal is full. Please tell the operator.');
  if (hasUnreadablePath(error)) return fieldRefusal('bad_request', 'path', 'its % escapes are broken');
  switch (statusOf(error)) {
    case errorStatus.too_large:
      return new PortalError('too_large', 'The request is larger than the portal accepts.');
    case errorStatus.not_ready:
      return new PortalError('not_ready', 'The portal is closing.');
    case undefined:
      return new PortalError('fault', 'Something went wrong. The fault has been recorded.');
    default:
      return new PortalError('bad_request', 'The request could not be read.');
  }
}

/** No room or no files left, or a disk that takes nothing (rule 9.17). */
const fullDisk: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE']);

const isOfFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fullDisk.has(error.code);

const hasUnreadablePath = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL';

/** The status of a refusal by the framework; undefined for a fault. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  if (typeof statusCode !== 'number') return undefined;
  return statusCode < 500 || statusCode === errorStatus.not_ready ? statusCode : undefined;
}

const unreadable = JSON.stringify({ detail: 'The request could not be read.', code: 'bad_request' });
const unreadableReply = [
  'HTTP/1.1 400 Bad Request',
  `Content-Length: ${Buffer.byteLength(unreadable)}`,
  'Content-Type: application/json; charset=utf-8',
  'Connection: close',
  '',
  unreadable,
].join('\r\n');

/** Answers bytes that are not HTTP, or headers that are too long: there is no request yet. */
export function answerBrokenConnection(error: { readonly code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(unreadableReply);
  socket.destroy();
}

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
