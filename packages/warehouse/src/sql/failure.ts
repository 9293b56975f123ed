import { type ErrorCode, PortalError } from '@atrium/contract/errors/errorCode';

/** An error as it crosses between threads: its class is gone, and what decides on it stays. */
export interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a refusal of the portal. */
  readonly code: ErrorCode | null;
  readonly cause: Failure | null;
}

export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  code: error instanceof PortalError ? error.code : null,
  cause: error instanceof Error && error.cause !== undefined ? toFailure(error.cause) : null,
});

export function fromFailure({ message, stack, code, cause }: Failure): Error {
  const options = cause === null ? {} : { cause: fromFailure(cause) };
  if (code !== null) return new PortalError(code, message, options);
  const error = new Error(message, options);
  if (stack !== undefined) error.stack = stack;
  return error;
}
