import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { type ErrorCode, PortalError } from '@atrium/contract/errors/errorCode';

const pleaseWait = (seconds: number): string => `Please wait ${formatQuantity(seconds, 'second')}.`;

/** A refusal of too many requests, with the whole seconds to wait. */
export class TooManyRequests extends PortalError {
  readonly retryAfter: number;

  constructor(
    retryAfter: number,
    detail = `Too many requests. ${pleaseWait(retryAfter)}`,
    code: Extract<ErrorCode, 'too_many_requests' | 'volume_limit'> = 'too_many_requests',
  ) {
    super(code, detail);
    this.retryAfter = retryAfter;
  }
}

/** The refusal of a guess at a password or code that comes before its wait has ended. */
export const tooManyAttempts = (seconds: number): TooManyRequests =>
  new TooManyRequests(seconds, `Too many attempts. ${pleaseWait(seconds)}`);
