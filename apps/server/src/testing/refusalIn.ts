import { beaconError } from '@atrium/contract/wire/beacon';
import type { LightMyRequestResponse } from 'fastify';

/** The Data Repository Service has refusals of its own standard, with a status in the place of a code. */
const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'not_permitted',
  404: 'not_found',
  413: 'too_large',
};

/** The refusal that an answer holds, in the portal's own form. */
export function refusalIn(reply: Pick<LightMyRequestResponse, 'json' | 'headers' | 'statusCode'>) {
  const body = reply.json();
  const { data: beacon } = beaconError.safeParse(body);
  if (beacon !== undefined) {
    const { errorMessage: detail, code } = beacon.error;
    return { detail, code, requestId: reply.headers['x-request-id'] };
  }
  if (typeof body !== 'object' || body === null || !('msg' in body)) return body;
  return {
    detail: body.msg,
    code: codes[reply.statusCode],
    requestId: reply.headers['x-request-id'],
  };
}
