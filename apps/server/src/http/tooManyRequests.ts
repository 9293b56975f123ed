import { type ErrorCode, PortalError } from '@atrium/contract';

/** A refusal of too many requests, with the whole seconds to wait. */
export class TooManyRequests extends PortalError {
  readonly retryAfter: number;

  constructor(
    retryAfter: number,
    detail = `Too many requests. Please wait ${retryAfter} seconds.`,
    code: Extract<ErrorCode, 'too_many_requests' | 'volume_limit'> = 'too_many_requests',
  ) {
    super(code, detail);
    this.retryAfter = retryAfter;
  }
}
