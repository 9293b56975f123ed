import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import { planCohort } from '../cohort/plan/planCohort.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { duckdb } from '../sql/dialect.ts';
import { day } from '../testing/definitions.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { toVisibility, visibilityOfEverything, withNobody } from '../visibility/visibility.ts';
import { questionText } from './questionText.ts';
import { compileQuestion, type ReleaseQuestion } from './releaseQuestion.ts';

const [plain] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
if (plain === undefined) throw new Error('There is no release.');
const lookup = createLookup(dictionaryOf(plain));
const release = { release: 'r1', lookup, dialect: duckdb, visibility: visibilityOfEverything };

function questionOf(definition: Parameters<typeof checkCohort>[0]): ReleaseQuestion {
  const checked = checkCohort(definition, { lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  return { kind: 'count', plan: planCohort(checked, { today: day(dayAt(25)) }) };
}

it('questions with one text have one statement, and equal ones have one text (rule 10.6)', () => {
  const statements = new Map<string | null, string>();
  for (const definition of fc.sample(randomCohort, { numRuns: 300, seed: 7 })) {
    const text = questionText(questionOf(definition), release);
    expect(questionText(questionOf(structuredClone(definition)), release)).toBe(text);
    const statement = JSON.stringify(compileQuestion(questionOf(definition), release));
    expect(statements.get(text) ?? statement).toBe(statement);
    statements.set(text, statement);
  }
  expect(statements.size).toBeGreaterThan(100);
  expect([...statements.keys()]).not.toContain(null);
});

it('another release and another visibility have another text, and what is no plain data has none', () => {
  const count = questionOf([]);
  const others = [
    release,
    { ...release, release: 'r2' },
    { ...release, visibility: withNobody(visibilityOfEverything) },
    { ...release, visibility: toVisibility({ ...visibilityOfEverything, topCodesAges: true }) },
    {
      ...release,
      visibility: toVisibility({ ...visibilityOfEverything, closed: { kind: 'listed', subjects: [3] } }),
    },
  ];
  expect(new Set(others.map((other) => questionText(count, other))).size).toBe(others.length);
  const most = (value: number): ReleaseQuestion => ({
    kind: 'crossTab',
    axes: [],
    plan: { subject: { kind: 'and', conditions: [] }, sets: [] },
    most: value,
  });
  expect(questionText(most(Number.POSITIVE_INFINITY), release)).toBeNull();
  expect(questionText(most(-0), release)).not.toBe(questionText(most(0), release));
});
