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

export interface Runs<Question = never> {
  readonly datasets: number;
  readonly questionsEach: number;
  /** Where not the usual random release. */
  readonly releases?: fc.Arbitrary<PlainRelease>;
  /** Of each of these one is put to the first dataset, so that none is missed in a short run. */
  readonly each?: readonly fc.Arbitrary<Question>[];
}

/** Whether each collection has some rows: over fewer, most questions have the same answer. */
const hasRows = ({ collections }: PlainRelease): boolean => collections.every(({ rows }) => rows.length > 3);

/**
 * Puts random questions to random datasets, of which the first has rows in each collection. A failure prints the dataset
 * as it was and the question as small as it can be made over it: opening a dataset is slow, asking is not.
 */
export async function forRandomQuestions<Question>(
  questions: fc.Arbitrary<Question>,
  { datasets, questionsEach, releases = randomRelease, each = [] }: Runs<Question>,
  compare: (question: Question, data: RandomData) => Promise<void>,
): Promise<void> {
  const [first] = fc.sample(fc.tuple(releases.filter(hasRows), fc.nat()), 1);
  await fc.assert(
    fc.asyncProperty(fc.noShrink(releases), fc.noShrink(fc.nat()), async (release, inner) => {
      const open = await openRelease(release);
      const ask = (question: Question, visibility: PlainVisibility): Promise<void> =>
        compare(question, {
          plain: seenRelease(release, visibility),
          open: withVisibility(open, visibility),
          visibility,
        });
      for (const [question, visibility] of release === first?.[0] ? oneOfEach(each, inner) : [])
        await ask(question, visibility);
      await fc.assert(fc.asyncProperty(questions, randomVisibility, ask), {
        numRuns: questionsEach,
        seed: inner,
      });
    }),
    { numRuns: datasets, examples: first === undefined ? [] : [first] },
  );
}

/** A member who sees everything sees a fault that one who sees nobody would not. */
const everything: PlainVisibility = { subjects: null, topCodesAges: false, showsYears: false };

const oneOfEach = <Question>(
  each: readonly fc.Arbitrary<Question>[],
  seed: number,
): readonly (readonly [Question, PlainVisibility])[] =>
  each.flatMap((questions) =>
    fc.sample(questions, { numRuns: 1, seed }).map((question) => [question, everything] as const),
  );
