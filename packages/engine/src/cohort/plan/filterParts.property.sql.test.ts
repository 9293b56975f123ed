import {
  type CohortDefinition,
  cohortDefinitionWire,
  oneOfFamily,
} from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { day } from '../../testing/definitions.ts';
import { casesOr, isGate } from '../../testing/effort.ts';
import { planOf } from '../../testing/findSubjects.ts';
import { forRandomQuestions, type RandomData } from '../../testing/reference/forRandomQuestions.ts';
import { numbered, randomCohort } from '../../testing/reference/randomCohort.ts';
import { dayAt } from '../../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../../testing/reference/referenceCohort.ts';
import { subjectIds } from '../../testing/reference/referenceRows.ts';
import { ask } from '../../testing/testEngine.ts';
import { filterParts } from './filterParts.ts';
import { alsoIn, nearMisses, oneSubject } from './oneSubject.ts';

const today = day(dayAt(25));
const runs = { datasets: casesOr(2, { inGate: 1 }), questionsEach: isGate ? 5 : 20 };

async function compare(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const parts = filterParts(definition, open.release.lookup);
  const definitions = [
    definition,
    ...parts.flatMap(({ alone, without, orMissing }) => [alone, without, orMissing ?? []]),
  ];
  const plans = definitions.map((one) => planOf(open, one, today));
  const [row] = await ask(open, { kind: 'counts', plans });
  const found = plans.map((_, index) => row?.[`c${index}`]);
  const expected = definitions.map((one) => referenceSubjects(plain, one, today).length);
  expect(found, JSON.stringify(z.encode(cohortDefinitionWire, definition))).toEqual(expected);
}

/** The subjects who meet all parts but this one, by a plain reading of each part alone. */
function missing(
  part: number,
  found: readonly (readonly string[])[],
  all: readonly string[],
): readonly string[] {
  const meets = (id: string) => found.map((ids) => ids.includes(id));
  return all.filter((id) => meets(id).every((isMet, index) => isMet === (index !== part)));
}

async function explain(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const { lookup } = open.release;
  const parts = filterParts(definition, lookup).filter(({ isDeciding }) => isDeciding);
  const plan = planOf(open, definition, today);
  const alone = parts.map((part) => planOf(open, part.alone, today));
  const all = subjectIds(plain);
  const found = parts.map((part) => referenceSubjects(plain, part.alone, today));
  const members = referenceSubjects(plain, definition, today);
  const some = [...members.slice(0, 2), ...all.filter((id) => !members.includes(id)).slice(0, 3)];
  const named = some.flatMap((id) => {
    const one = oneSubject(id, lookup);
    return one === null ? [] : [{ id, one }];
  });
  expect(named).toHaveLength(some.length);
  const plans = [
    ...named.flatMap(({ one }) => [plan, ...alone].map((part) => alsoIn(one, part))),
    ...parts.map((part) => nearMisses(plan, planOf(open, part.without, today))),
  ];
  const [row] = plans.length === 0 ? [{}] : await ask(open, { kind: 'counts', plans });
  const counts = plans.map((_, index) => Number(row?.[`c${index}`]));
  const expected = [
    ...named.flatMap(({ id }) => [members, ...found].map((ids) => (ids.includes(id) ? 1 : 0))),
    ...parts.map((_, index) => missing(index, found, all).length),
  ];
  expect(counts, JSON.stringify(z.encode(cohortDefinitionWire, definition))).toEqual(expected);
  for (const { id } of named) expect(found.every((ids) => ids.includes(id))).toBe(members.includes(id));
}

it('each part of a random cohort, alone, left out and with missing values, has the subjects of a plain reading; a subject is in where all parts are met, and a near miss where all but one are (rules 4.16, 3.30 and 3.31)', () =>
  forRandomQuestions(randomCohort.map(numbered), runs, async (definition, data) => {
    await compare(definition, data);
    // Near misses of one of each family are others of the same families, and not who meets all but one part.
    if (!definition.some(({ about }) => about === oneOfFamily)) await explain(definition, data);
  }));
