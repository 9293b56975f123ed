import { PortalError } from '@atrium/contract';

/** A refusal of too many requests, with the whole seconds to wait. */
export class TooManyRequests extends PortalError {
  readonly retryAfter: number;

  constructor(retryAfter: number, detail = `Too many requests. Please wait ${retryAfter} seconds.`) {
    super('too_many_requests', detail);
    this.retryAfter = retryAfter;
  }
}
