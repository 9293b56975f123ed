import { type ErrorCode, PortalError } from '@atrium/contract';
import { PackageRefused } from '../package/packageErrors.ts';
import type { BuildRelease } from '../release/createWarehouse.ts';
import type { ImportProgress } from '../release/importReport.ts';

type Request = Parameters<BuildRelease>[0];
type Built = Awaited<ReturnType<BuildRelease>>;

/** A request without what cannot cross to a thread. */
export type PlainRequest = Omit<Request, 'checkDatasetId' | 'onDescriptor' | 'onProgress' | 'signal'>;

/** What the thread of a build says; the last one is `built` or `failed`. */
export type BuildMessage =
  | { readonly kind: 'dataset'; readonly id: string }
  | { readonly kind: 'descriptor'; readonly descriptor: unknown }
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'built'; readonly built: Built }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** An error as it crosses: its class is gone, and what decides on it stays. */
interface Failure {
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a refused package. */
  readonly problems: readonly string[] | null;
  /** Of a refusal of the portal. */
  readonly code: ErrorCode | null;
}

export const toFailure = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack : undefined,
  problems: error instanceof PackageRefused ? error.problems : null,
  code: error instanceof PortalError ? error.code : null,
});

export function fromFailure({ message, stack, problems, code }: Failure): Error {
  if (problems !== null) return new PackageRefused([...problems]);
  if (code !== null) return new PortalError(code, message);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
