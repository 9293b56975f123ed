import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TimePoint } from '../concepts/rowCondition.ts';
import { choice, set } from '../testing/definitions.ts';
import { casesOr } from '../testing/effort.ts';
import { planOf } from '../testing/findSubjects.ts';
import { type Life, lives, ninetyYears, releaseOf } from '../testing/lives.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { withVisibility } from '../testing/reference/referenceVisibility.ts';
import { ask } from '../testing/testEngine.ts';
import type { FollowUp } from './compileFollowUp.ts';

type Named = 'birth' | 'enrolled' | 'seen' | 'first' | 'second' | 'end' | 'any';
const points: readonly Named[] = ['birth', 'enrolled', 'first', 'second', 'any'];

interface Question {
  readonly zero: Named;
  readonly end: Named;
  readonly last: Named;
  readonly competing: Named | null;
  readonly entry: Named | null;
  readonly topCodesAges: boolean;
}

const questions: fc.Arbitrary<Question> = fc.record({
  zero: fc.constantFrom(...points),
  end: fc.constantFrom('second', 'end', 'any', 'enrolled'),
  last: fc.constantFrom('seen', 'any'),
  competing: fc.option(fc.constantFrom('first', 'end')),
  entry: fc.option(fc.constantFrom('enrolled', 'first')),
  topCodesAges: fc.boolean(),
});

it('who enters and leaves on which day, and how, is what a slow look at each life finds (rules 17.10 and 17.11)', async () => {
  await fc.assert(
    fc.asyncProperty(lives, fc.array(questions, { minLength: 12, maxLength: 12 }), async (people, asked) => {
      const exact = await openRelease(releaseOf(people));
      for (const question of asked) {
        const open = withVisibility(exact, {
          subjects: null,
          showsYears: false,
          topCodesAges: question.topCodesAges,
        });
        const rows = await ask(open, {
          kind: 'followUp',
          plan: planOf(open, []),
          followUp: followUpOf(open, question),
        });
        const found = rows.map(({ day, what, subjects }) => [day, what, Number(subjects)].join());
        expect(found.sort(), JSON.stringify(question)).toEqual(slowly(people, question));
      }
    }),
    { numRuns: casesOr(40, { inGate: 6 }) },
  );
});

function followUpOf(open: OpenRelease, { zero, end, last, competing, entry }: Question): FollowUp {
  const point = (named: Named): TimePoint => {
    const { lookup } = open.release;
    if (named === 'birth') return { kind: 'birth' };
    const concept = lookup.concept(named);
    if (concept !== undefined) return { kind: 'value', concept };
    const chosen = named === 'any' ? [] : [choice('kind', named)];
    const [record] = planOf(open, [set('operation', chosen)]).sets;
    if (record === undefined) throw new Error('The set has a plan.');
    return { kind: 'record', collection: record.collection, condition: record.condition };
  };
  return {
    ...{ zero: point(zero), end: point(end), last: point(last) },
    competing: competing && point(competing),
    entry: entry && point(entry),
  };
}

function slowly(people: readonly Life[], question: Question): readonly string[] {
  const lines = people.flatMap((life) => {
    const [entry, leaving, outcome] = oneSlowly(life, question);
    return [[leaving, outcome].join(), ...(entry === null ? [] : [[entry, 'entered'].join()])];
  });
  return [...new Set(lines)]
    .map((line) => `${line},${lines.filter((other) => other === line).length}`)
    .sort();
}

const isRecord = (named: Named): boolean => !['birth', 'enrolled', 'seen'].includes(named);

function oneSlowly(
  life: Life,
  { zero, end, last, competing, entry, topCodesAges }: Question,
): readonly unknown[] {
  const timesOf = (named: Named): readonly number[] => {
    if (named === 'birth') return [0];
    if (named === 'enrolled' || named === 'seen') return life[named] === null ? [] : [life[named]];
    return life.operations.flatMap(({ kind, age: at }) =>
      at !== null && (named === 'any' || kind === named) ? [at] : [],
    );
  };
  const known = (named: Named) => timesOf(named).filter((at) => !topCodesAges || at < ninetyYears);
  const begin = known(zero).sort((a, b) => a - b)[0];
  if (begin === undefined) return [null, null, 'noZero'];
  const next = (named: Named | null): number => {
    if (named === null) return Number.POSITIVE_INFINITY;
    const isLater = isRecord(named) && isRecord(zero);
    const after = known(named).filter((at) => (isLater ? at > begin : at >= begin));
    return Math.min(...after) - begin;
  };
  const enters = entry === null ? 0 : Math.min(...known(entry)) - begin;
  if (enters === Number.POSITIVE_INFINITY) return [null, null, 'noEntry'];
  const [ends, others] = [next(end), next(competing)];
  const contact =
    Math.max(...timesOf(last).map((at) => (topCodesAges ? Math.min(at, ninetyYears) : at))) - begin;
  const isEnded = Math.min(ends, others) < Number.POSITIVE_INFINITY;
  const leaving = isEnded ? Math.min(ends, others) : contact;
  if (leaving < 0) return [null, null, 'noContact'];
  if (enters > 0 && leaving <= enters) return [null, null, 'leftBefore'];
  const outcome = !isEnded ? 'censored' : ends <= others ? 'event' : 'competing';
  return [enters > 0 ? enters : null, leaving, outcome];
}
