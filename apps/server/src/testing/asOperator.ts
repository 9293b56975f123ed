import { type Operation, type OperationDeps, perform } from '../operations/index.ts';
import type { TestApp } from './testApp.ts';

interface OperatorOptions extends Pick<OperationDeps, 'registrar'> {
  readonly membershipDays?: number | null;
  /** The file with earlier heads of the audit. */
  readonly anchorFile?: string;
}

/** Performs an operation as the command line does, in the name of `root`. */
export const asOperator = (
  { db, questions, releases, clock }: TestApp,
  operation: Operation,
  { membershipDays = null, anchorFile = '', ...more }: OperatorOptions = {},
): Promise<readonly string[]> =>
  perform({ db, questions, releases, anchorFile, clock: clock.now, membershipDays, ...more }, operation, {
    onProgress: () => {},
    signal: new AbortController().signal,
    operator: 'root',
  });
