import type { ReleaseSql } from '@atrium/engine';
import type { Compiling } from '../compile/compileRows.ts';
import { linearMatcher } from '../compile/linearMatcher.ts';
import type { AnsweringIndex } from '../run/indexThreads.ts';
import type { IndexJob, JobFigures } from '../run/jobs.ts';

/** Whom a question is answered for: the release as a member sees it, and its index. */
export interface AnsweringFor {
  readonly release: ReleaseSql;
  readonly index: AnsweringIndex;
  readonly signal?: AbortSignal | undefined;
}

/** What answers are made with. */
export interface Answering extends Compiling {
  /** The figures of all subjects. Rejects with the reason of the question's signal. */
  readonly run: (job: IndexJob) => Promise<JobFigures>;
}

export const answeringFor = ({ release, index, signal }: AnsweringFor): Answering => ({
  release,
  index: index.index,
  matcher: linearMatcher,
  run: (job) => index.run(job, signal),
});
