import { PackageRefused } from '../package/packageErrors.ts';
import type { ImportProgress } from '../releases/importReport.ts';
import type { BuildRelease } from '../releases/releases.ts';
import { type Failure, fromFailure, toFailure } from '../sql/failure.ts';

type Request = Parameters<BuildRelease>[0];
type Built = Awaited<ReturnType<BuildRelease>>;

/** A request without the parts that cannot be sent to a thread. */
export type PlainRequest = Omit<Request, 'checkDatasetId' | 'onDescriptor' | 'onProgress' | 'signal'>;

/** The messages of a build thread; the last one is `built` or `failed`. */
export type BuildMessage =
  | { readonly kind: 'dataset'; readonly id: string }
  | { readonly kind: 'descriptor'; readonly descriptor: unknown }
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'built'; readonly built: Built }
  | { readonly kind: 'failed'; readonly failure: BuildFailure };

interface BuildFailure extends Failure {
  /** Of a refused package. */
  readonly problems: readonly string[] | null;
  readonly kept: readonly string[];
}

export const toBuildFailure = (error: unknown): BuildFailure => ({
  ...toFailure(error),
  problems: error instanceof PackageRefused ? error.problems : null,
  kept: error instanceof PackageRefused ? error.kept : [],
});

export const fromBuildFailure = ({ problems, kept, ...failure }: BuildFailure): Error =>
  problems === null ? fromFailure(failure) : new PackageRefused([...problems], { kept: [...kept] });
