import fc from 'fast-check';
import { type OpenRelease, openRelease } from '../openRelease.ts';
import type { PlainRelease } from '../plainRelease.ts';
import { randomRelease } from './randomRelease.ts';
import {
  type PlainVisibility,
  randomVisibility,
  seenRelease,
  withVisibility,
} from './referenceVisibility.ts';

/** A dataset as a random member sees it: `plain` holds only what is seen, `open` all of it behind the member's visibility. */
export interface RandomData {
  readonly plain: PlainRelease;
  readonly open: OpenRelease;
  readonly visibility: PlainVisibility;
}

export interface Runs {
  readonly datasets: number;
  readonly questionsEach: number;
  /** Where not the usual random release. */
  readonly releases?: fc.Arbitrary<PlainRelease>;
}

/**
 * Puts random questions to random datasets. A failure prints the dataset as it was and the question as small as it can
 * be made over it: opening a dataset is slow, asking is not.
 */
export async function forRandomQuestions<Question>(
  questions: fc.Arbitrary<Question>,
  { datasets, questionsEach, releases = randomRelease }: Runs,
  compare: (question: Question, data: RandomData) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.noShrink(releases), fc.noShrink(fc.nat()), async (release, inner) => {
      const open = await openRelease(release);
      await fc.assert(
        fc.asyncProperty(questions, randomVisibility, (question, visibility) =>
          compare(question, {
            plain: seenRelease(release, visibility),
            open: withVisibility(open, visibility),
            visibility,
          }),
        ),
        { numRuns: questionsEach, seed: inner },
      );
    }),
    { numRuns: datasets },
  );
}
