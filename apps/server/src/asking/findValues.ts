import { findKnownValues, type KnownValues, type ReleaseSql, type ValueQuestion } from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';

export type FindValues = (question: ValueQuestion) => Promise<KnownValues>;

/** Looks up in a release which of some values it knows. */
export const findValues =
  (questions: Pick<Questions, 'run' | 'ask'>, release: ReleaseSql, signal?: AbortSignal): FindValues =>
  (question) => {
    const options = signal === undefined ? {} : { signal };
    return findKnownValues(question, release, {
      run: (query) => questions.run(query, options),
      ask: (asked) => questions.ask(asked, release, options),
    });
  };
