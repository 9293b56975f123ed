import { conceptTypes } from '@atrium/contract/documents/dataPackage';
import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { kindOf } from '../concepts/kinds.ts';
import { day } from '../testing/definitions.ts';
import { casesOr, isGate } from '../testing/effort.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { forRandomQuestions, type RandomData } from '../testing/reference/forRandomQuestions.ts';
import { eachFilter, randomAgedCohort, randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomAgedRelease, randomRelease } from '../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../testing/reference/referenceCohort.ts';

const questionsEach = isGate ? 16 : 25;
const runs = { datasets: casesOr(3, { inGate: 2 }), questionsEach, each: [...eachFilter, ...eachFilter] };
const agedRuns = { datasets: casesOr(2), questionsEach, releases: randomAgedRelease };
const definitions = ({ datasets, questionsEach }: { datasets: number; questionsEach: number }): number =>
  datasets * questionsEach;
const today = day(dayAt(25));

async function compare(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const expected = referenceSubjects(plain, definition, today).join(' ');
  const found = await findSubjects(open, definition, today);
  const minimal = JSON.stringify(z.encode(cohortDefinitionWire, definition));
  expect(found, minimal).toBe(expected);
}

it(`${definitions(runs)} random definitions find the subjects that a plain reading finds`, () =>
  forRandomQuestions(randomCohort, runs, compare));

it(`${definitions(agedRuns)} random definitions over events dated by age find the subjects of a plain reading`, () =>
  forRandomQuestions(randomAgedCohort, agedRuns, compare));

it('the random definitions have every kind of filter on every type of concept that takes it', () => {
  const [plain] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
  const { concepts } = dictionaryOf(plain ?? { collections: [] });
  const typeOf = (id: string) => concepts.find((concept) => concept.id === id)?.type ?? 'text';
  const tried = eachFilter
    .flatMap((definitions) => fc.sample(definitions, { numRuns: 1, seed: 1 }))
    .flatMap(([set]) => set?.entries ?? [])
    .flatMap((entry) => (entry.kind === 'or_group' ? [] : [`${typeOf(entry.conceptId)}: ${entry.kind}`]));
  const wanted = conceptTypes.flatMap((type) =>
    kindOf({ type }).filterKinds.map((kind) => `${type}: ${kind}`),
  );
  expect([...new Set(tried)].toSorted()).toEqual(wanted.toSorted());
});
