/** What is shown when the server's reason cannot be read (rule 11.3). */
export const unreadableReply = 'Could not load the page';

/** Where the portal asks for a longer pause, nothing is tried again by itself: the person sees why (rule 16.7). */
export const maxPauseSeconds = 5;

interface ApiErrorReason {
  readonly status: number;
  readonly detail: string;
  readonly code?: string | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/** An error whose message is a sentence for the person. No other message is ever shown (rule 16.9). */
export class ToldError extends Error {
  override readonly name: string = 'ToldError';
}

/** A refused or failed call: `detail` is for the person, `code` for programs; status 0 means the network failed. */
export class ApiError extends ToldError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly detail: string;
  readonly code: string | undefined;
  /** The field of the call that is wrong, in the spelling of the wire or of the code. */
  readonly field: string | undefined;
  /** The id of the call in the portal's log. */
  readonly requestId: string | undefined;
  /** Whole seconds that a caller must wait before another attempt. */
  readonly retryAfter: number | undefined;

  constructor(reason: ApiErrorReason, options?: ErrorOptions) {
    super(reason.detail, options);
    this.status = reason.status;
    this.detail = reason.detail;
    this.code = reason.code;
    this.field = reason.field;
    this.requestId = reason.requestId;
    this.retryAfter = reason.retryAfter;
  }
}

/** A call that was lost in the network while the portal answers others. */
export class Unreachable extends ApiError {
  constructor(detail: string, cause: TypeError) {
    super({ status: 0, detail }, { cause });
  }
}

/** What a form says that could not be sent; an empty address stands for a site that names none. */
export const sendFailed = (supportEmail: string): string =>
  `An error has occured, please email ${supportEmail === '' ? 'the operators of the portal' : supportEmail}`;

/** The sentence to show for anything a call may throw; `otherwise` stands in where it has none. */
export function describeError(error: unknown, otherwise: string = unreadableReply): string {
  const says = error instanceof ToldError ? error.message : '';
  return says.trim() === '' ? otherwise : says;
}
