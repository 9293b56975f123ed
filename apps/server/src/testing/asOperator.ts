import { type Operation, perform } from '../operations/index.ts';
import type { TestApp } from './testApp.ts';

interface OperatorOptions {
  readonly membershipDays?: number | null;
  /** The file with earlier heads of the audit. */
  readonly anchorFile?: string;
}

/** Performs an operation as the command line does, in the name of `root`. */
export const asOperator = (
  { db, questions, releases, clock }: TestApp,
  operation: Operation,
  { membershipDays = null, anchorFile = '' }: OperatorOptions = {},
): Promise<readonly string[]> =>
  perform({ db, questions, releases, anchorFile, clock: clock.now, membershipDays }, operation, {
    onProgress: () => {},
    signal: new AbortController().signal,
    operator: 'root',
  });
