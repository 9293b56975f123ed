import type { SignInProblem } from '@atrium/contract';

/** A sign-in through a provider that came to nothing; `trace` is for the log and holds no secret. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly problem: SignInProblem;
  readonly trace: string;

  constructor(problem: SignInProblem, trace = '') {
    super(`A sign-in failed: ${problem}.`);
    this.problem = problem;
    this.trace = trace;
  }
}
