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

/** Whether each collection has some rows: over fewer, most questions have the same answer. */
const hasRows = ({ collections }: PlainRelease): boolean => collections.every(({ rows }) => rows.length > 3);

/**
 * Puts random questions to random datasets, of which the first has rows in each collection. A failure prints the dataset
 * as it was and the question as small as it can be made over it: opening a dataset is slow, asking is not.
 */
export async function forRandomQuestions<Question>(
  questions: fc.Arbitrary<Question>,
  { datasets, questionsEach, releases = randomRelease }: Runs,
  compare: (question: Question, data: RandomData) => Promise<void>,
): Promise<void> {
  const [first] = fc.sample(fc.tuple(releases.filter(hasRows), fc.nat()), 1);
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
    { numRuns: datasets, examples: first === undefined ? [] : [first] },
  );
}
