import type { UseMutationResult } from '@tanstack/react-query';
import { describeError } from './apiError.ts';

interface Failure {
  readonly says: string | null;
  readonly onRetry?: () => void;
}

/** What an alert beside a button says where its action has failed, and what begins the same again (rule 11.48). */
export const failureOf = <Input>(action: UseMutationResult<unknown, Error, Input>): Failure =>
  action.isError
    ? { says: describeError(action.error), onRetry: () => action.mutate(action.variables) }
    : { says: null };
