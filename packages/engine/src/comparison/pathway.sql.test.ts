import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { PathwayOfSet, TimePointChoice } from '@atrium/contract/wire/pathway';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkPathway } from '../cohort/check/checkPathway.ts';
import { planPathway } from '../cohort/plan/planPathway.ts';
import { day } from '../testing/definitions.ts';
import { casesOr } from '../testing/effort.ts';
import { planOf } from '../testing/findSubjects.ts';
import { type Life, lives, ninetyYears, releaseOf } from '../testing/lives.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { withVisibility } from '../testing/reference/referenceVisibility.ts';
import { ask } from '../testing/testEngine.ts';
import { pathwayFigures, pathwayLine } from './pathwayFigures.ts';

type Named = 'birth' | 'enrolled' | 'seen' | 'first' | 'second' | 'end' | 'first or end' | 'any';

interface Question {
  readonly stages: readonly Named[];
  readonly exits: readonly Named[];
  readonly last: Named | null;
  readonly topCodesAges: boolean;
}

const point = fc.constantFrom<Named>('birth', 'enrolled', 'first', 'second', 'first or end', 'any');
const questions: fc.Arbitrary<Question> = fc.record({
  stages: fc.array(point, { minLength: 2, maxLength: 4 }),
  exits: fc.array(fc.constantFrom<Named>('end', 'any', 'enrolled', 'second'), { maxLength: 3 }),
  last: fc.option(fc.constantFrom<Named>('seen', 'any')),
  topCodesAges: fc.boolean(),
});

it('courses and waiting times are those of a slow statement, sums close, and each band is a cohort of its size (rules 17.30 to 17.33)', async () => {
  await fc.assert(
    fc.asyncProperty(lives, fc.array(questions, { minLength: 4, maxLength: 4 }), async (people, asked) => {
      const exact = await openRelease(releaseOf(people));
      for (const question of asked) {
        const { topCodesAges } = question;
        const open = withVisibility(exact, { subjects: null, showsYears: false, topCodesAges });
        await compare(open, people, question);
      }
    }),
    { numRuns: casesOr(40, { inGate: 1 }) },
  );
});

async function compare(open: OpenRelease, people: readonly Life[], question: Question): Promise<void> {
  const says = JSON.stringify(question);
  const choice = pathwayOf(question);
  const checked = checkPathway(choice, { lookup: open.release.lookup, member: { level: 'phi' } });
  if (checked.kind === 'fault') throw new Error(checked.message);
  const { pathway } = planPathway(checked, day('2030-01-01'));
  const plan = planOf(open, []);
  const rows = await ask(open, { kind: 'pathway', plan, pathway });
  const courses = people.map((life) => courseOf(life, question));
  const found = rows.map(({ reached, way, stage, days, subjects }) =>
    [reached, way, stage, days, Number(subjects)].join(),
  );
  const lines = courses.flatMap(({ moments, way }) => [
    [moments.length, way, null, null].join(),
    ...moments
      .slice(1)
      .map((moment, index) => [null, null, index + 1, moment - (moments[index] ?? 0)].join()),
  ]);
  expect(found.sort(), says).toEqual(counted(lines));
  const { notReached, stages } = pathwayFigures(rows.map(pathwayLine), pathway);
  expect(notReached + (stages[0]?.reached ?? 0), says).toBe(people.length);
  for (const { reached, next, left, waiting, unknown } of stages)
    expect(next + left.reduce((sum, count) => sum + count, 0) + waiting + unknown, says).toBe(reached);
  const bands: readonly [Pick<PathwayOfSet, 'reached' | 'way'>, number | undefined][] = [
    [{ reached: 0, way: 'reached' }, people.length],
    [{ reached: 0, way: 'stayed' }, notReached],
    ...stages.flatMap(({ reached, next, left, waiting, unknown }, index) =>
      [
        ['reached', reached] as const,
        ['stayed', reached - next] as const,
        ['waiting', waiting] as const,
        ['unknown', unknown] as const,
        ...checked.exits.map((_, exit) => [wayAt(exit), left[exit]] as const),
      ].map(([way, count]): (typeof bands)[number] => [{ reached: index + 1, way }, count]),
    ),
  ];
  const plans = bands.map(([band]) => planOf(open, [setOf({ ...choice, ...band })]));
  const [counts] = await ask(open, { kind: 'counts', plans });
  expect(
    bands.map(([band], index) => [band, Number(counts?.[`c${index}`])]),
    says,
  ).toEqual(bands);
}

const wayAt = (exit: number): PathwayOfSet['way'] => (exit === 0 ? 0 : exit === 1 ? 1 : 2);

const setOf = (pathway: PathwayOfSet): CriteriaSet => ({
  ...{ kind: 'criteria_set', entryId: 'pathway', collectionId: 'subject', entries: [], pathway },
});

function pathwayOf({ stages, exits, last }: Question): PathwayOfSet {
  const named = (name: Named): TimePointChoice => {
    if (name === 'birth') return { kind: name };
    if (name === 'enrolled' || name === 'seen') return { kind: 'value', conceptId: name };
    const records = { kind: 'record', collectionId: 'operation' } as const;
    return name === 'any' ? records : { ...records, conceptId: 'kind', values: name.split(' or ') };
  };
  return {
    ...{ stages: stages.map(named), exits: exits.map(named), reached: 1, way: 'reached' },
    ...(last === null ? {} : { last: named(last) }),
  };
}

const counted = (lines: readonly string[]): readonly string[] =>
  [...new Set(lines)].map((line) => `${line},${lines.filter((other) => other === line).length}`).sort();

const isRecord = (name: Named): boolean => !['birth', 'enrolled', 'seen'].includes(name);

/** Whether one record could be both events. */
function mayBeOne(one: Named, other: Named): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other;
  if (one === 'any' || other === 'any') return true;
  return one.split(' or ').some((kind) => other.split(' or ').includes(kind));
}

/** When the stages were reached, one after the other, and what became of the subject after the last one. */
function courseOf(life: Life, { stages, exits, last, topCodesAges }: Question) {
  const timesOf = (name: Named): readonly number[] => {
    if (name === 'birth') return [0];
    if (name === 'enrolled' || name === 'seen') return life[name] === null ? [] : [life[name]];
    return life.operations.flatMap(({ kind, age: at }) =>
      at !== null && (name === 'any' || name.split(' or ').includes(kind)) ? [at] : [],
    );
  };
  const moments: number[] = [];
  const next = (name: Named): number | undefined =>
    timesOf(name)
      .filter((at) => !topCodesAges || at < ninetyYears)
      .filter((at) =>
        moments.every(
          (moment, index) => at > moment || (at === moment && !mayBeOne(stages[index] ?? name, name)),
        ),
      )
      .toSorted((a, b) => a - b)[0];
  for (const stage of stages) {
    const moment = next(stage);
    if (moment === undefined) break;
    moments.push(moment);
  }
  const far = moments.at(-1);
  if (far === undefined) return { moments, way: -2 };
  const left = exits.map((exit) => next(exit) ?? Number.POSITIVE_INFINITY);
  const earliest = Math.min(...left);
  if (earliest < Number.POSITIVE_INFINITY) return { moments, way: left.indexOf(earliest) };
  const contacts = (last === null ? [] : timesOf(last)).map((at) =>
    topCodesAges ? Math.min(at, ninetyYears) : at,
  );
  return { moments, way: contacts.some((at) => at >= far) ? -1 : -2 };
}
