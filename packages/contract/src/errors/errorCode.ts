/** Why a request was refused; the closed list on which a client switches, with the HTTP status of each (rule 9.3). */
export const errorStatus = {
  bad_request: 400,
  /** The new password is too short, too common or too near to the name. */
  weak_password: 400,
  /** The code of the second factor is wrong, or was used before. */
  bad_code: 400,
  /** The passkey is not one of this account, or does not answer the last challenge. */
  bad_passkey: 400,
  cohort_has_errors: 400,
  not_signed_in: 401,
  bad_credentials: 401,
  not_a_member: 403,
  /** The dataset has a data-use agreement that the member has not accepted in its present version (rule 8.19). */
  agreement_required: 403,
  /** The subjects of the dataset agreed to certain uses, and the member has not stated a purpose (rule 8.33). */
  purpose_required: 403,
  not_permitted: 403,
  cross_site: 403,
  cohort_not_exportable: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Another snapshot is active than the one that the caller changes. */
  changed_meanwhile: 412,
  too_large: 413,
  /** The file has no bytes in the range that was asked for. */
  no_such_range: 416,
  wrong_host: 421,
  too_many_requests: 429,
  /** The portal is read-only for a while; the detail is the notice of its operator (rule 14.67). */
  read_only: 423,
  /** The account has taken as much of the data today as it may (rule 8.21). */
  volume_limit: 429,
  client_gone: 499,
  fault: 500,
  not_ready: 503,
  /** A database does not answer for now; the same request may succeed after `Retry-After`. */
  unavailable: 503,
  timed_out: 504,
  /** The disk of the portal is full, read only or out of files; the operator has to make room. */
  no_room: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** An expected refusal; `detail` is shown to the person, `code` and `field` are for programs (rule 9.3). */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: ErrorCode;
  /** The field of the request that is wrong, as the wire spells it; absent where the refusal is not about one. */
  readonly field?: string;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions & { readonly field?: string } = {}) {
    super(detail, options);
    this.code = code;
    if (options.field !== undefined) this.field = options.field;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A refusal of one field of a request; its detail begins with the name of the field. */
export const fieldRefusal = (code: ErrorCode, field: string, text: string): PortalError =>
  new PortalError(code, `${field}: ${text}`, { field });

/** Why an edit of a definition is refused, for programs; a closed list. */
export const editErrorCodes = [
  'malformed',
  'missing',
  'out_of_range',
  'reversed',
  'not_allowed',
  'not_found',
  'not_fitting',
  'conflict',
] as const;
export type EditErrorCode = (typeof editErrorCodes)[number];
