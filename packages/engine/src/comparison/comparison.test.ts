import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../testing/effort.ts';
import { groupOfPairs } from '../testing/followedGroup.ts';
import { contingencyTest } from './contingency.ts';
import { type Followed, pairsOfGroup } from './followedPairs.ts';
import { enteredFrom, numbersAtRisk, riskSteps, sizeOf, upTo } from './followUp.ts';
import { rankTest, welch } from './groupTests.ts';
import { logRank } from './logRank.ts';
import { logGamma } from './specialFunctions.ts';
import { cumulativeIncidence, kaplanMeier, medianTime } from './survival.ts';
import { centreOfShare, greatestDifference, standardisedDifference } from './tableOne.ts';
import { chiSquaredTail, fTail, normalTails } from './tails.ts';
import { momentsOf, quantileOf, type ValueCount } from './valueCounts.ts';

/** Facts of R 4.2.2 with survival 3.5-3 and cmprsk 2.2-11; the command stands beside each (decision 101). */
const digits = 1e-12;

const x = counted([2, 3, 3, 5, 8, 13, 13, 21]);
const y = counted([1, 1, 2, 3, 5, 5, 8]);
const z = counted([4, 6, 6, 9, 30]);

it('tails of distributions are those of R, near and far', () => {
  // pchisq(q, df, lower = FALSE) of (3.2, 1), (40, 5), (0.1, 12)
  expectAll(
    [chiSquaredTail(3.2, 1), chiSquaredTail(40, 5), chiSquaredTail(0.1, 12)],
    [0.073638270120302773, 1.4933679000503954e-7, 0.99999999997920863],
  );
  // 2 * pnorm(-c(0.3, 1.96, 8))
  expectAll(
    [0.3, 1.96, 8].map(normalTails),
    [0.76417715562209465, 0.049995790296440856, 1.244192114854357e-15],
  );
  // pf(q, df1, df2, lower = FALSE)
  expectAll(
    [
      fTail(3.1, { df1: 1, df2: 7.5 }),
      fTail(2.2, { df1: 3, df2: 250_000.5 }),
      fTail(0.2, { df1: 4, df2: 11 }),
      fTail(30, { df1: 1, df2: 1e6 }),
    ],
    [0.11882864692491556, 0.085803881683567534, 0.93312910459498644, 4.3214992222543075e-8],
  );
  // lgamma(c(0.1, 7.3, 1234.5))
  expectAll([0.1, 7.3, 1234.5].map(logGamma), [2.252712651734206, 7.1478925230222492, 7550.5509010778942]);
});

it('mean, variance and quartiles are those of R (rule 17.4)', () => {
  // mean(x); var(x); quantile(x, c(.25, .5, .75))
  const { mean, variance } = momentsOf(x) ?? { mean: 0, variance: 0 };
  expectAll([mean, variance ?? 0], [8.5, 44.571428571428569]);
  expect([0.25, 0.5, 0.75].map((share) => quantileOf(x, share))).toEqual([3, 6.5, 13]);
  expect(momentsOf([])).toBe(null);
  expect(momentsOf(counted([7]))).toEqual({ n: 1, mean: 7, variance: null });
  expect(quantileOf([], 0.5)).toBe(null);
});

it('tests of numbers are those of R (rule 17.6)', () => {
  // t.test(x, y); oneway.test(values ~ group)
  expectTest(welch([x, y]), [1.9306207423881727, 9.2663030766046433, 0.084656730858299778]);
  expectTest(welch([x, y, z]), [2.5803238839967992, 2, 7.7498437076386955, 0.13839621900535004]);
  // wilcox.test(x, y, exact = FALSE); kruskal.test(values, group)
  expectTest(rankTest([x, y]), [42, 0.11425935378802066]);
  expectTest(rankTest([x, y, z]), [4.8263586072242131, 2, 0.089530197926335445]);
  expect([welch([x, counted([4, 4])]), rankTest([x, []]), rankTest([counted([1]), counted([1])])]).toEqual([
    null,
    null,
    null,
  ]);
});

it('tests of shares are those of R, Fisher’s where few are expected (rule 17.6)', () => {
  // chisq.test(matrix(c(20, 15, 30, 40, 10, 25), nrow = 3), correct = FALSE)
  const table = [
    [20, 40],
    [15, 10],
    [30, 25],
  ];
  expectTest(contingencyTest(table), [7.4449106449106432, 2, 0.024174538629059387]);
  // fisher.test(matrix(c(3, 1, 2, 9), nrow = 2))
  const few = contingencyTest([
    [3, 2],
    [1, 9],
  ]);
  expect(few?.test).toBe('fisher');
  expectAll([few?.p ?? 0], [0.076923076923077011]);
  expect(contingencyTest([[3, 2]])).toBe(null);
  expect(contingencyTest([...table, [1, 0]])?.isRough).toBe(true);
});

it('a standardised difference has no size where there is no spread (rule 17.5)', () => {
  expect(standardisedDifference(centreOfShare(0.5), centreOfShare(0.5))).toBe(0);
  expect(standardisedDifference(centreOfShare(1), centreOfShare(0))).toBe(null);
  // (0.2 - 0.4) / sqrt((0.16 + 0.24) / 2)
  expectAll([greatestDifference([0.2, 0.4, 0.3].map(centreOfShare)) ?? 0], [0.44721359549995798]);
});

const time = [4, 5, 6, 6, 8, 9, 9, 12, 12, 15, 17, 20];
const entry = [0, 0, 1, 2, 0, 3, 0, 5, 0, 0, 2, 4];
const outcome = [
  'event',
  'censored',
  'event',
  'competing',
  'event',
  'event',
  'competing',
  'censored',
] as const;
const status = [...outcome, 'event', 'competing', 'event', 'censored'] as const;
const followed: readonly Followed[] = time.map((exit, index) => ({
  ...{ entry: null, exit, count: 1 },
  outcome: status[index] ?? 'censored',
}));
const late = followed.map((one, index) => ({ ...one, entry: entry[index] ?? 0 }));

it('curves, their bands and who is at risk are those of R (rules 17.12 and 17.13)', () => {
  // s <- survfit(Surv(time, status == 1) ~ 1, conf.type = "log"): s$surv, s$lower, s$upper at 6, 9 and 17
  const curve = kaplanMeier(stepsOf(followed));
  const at = [6, 9, 17].map((wanted) => curve.find((step) => step.time === wanted));
  expectAll(
    at.map((step) => step?.share ?? 0),
    [0.825, 0.61874999999999991, 0.24749999999999997],
  );
  expectAll(
    at.map((step) => step?.low ?? 0),
    [0.63109503569136227, 0.38229700772666114, 0.053527002402945223],
  );
  expectAll(
    at.map((step) => step?.high ?? 0),
    [1, 1, 1],
  );
  expect(stepsOf(followed).map(({ atRisk }) => atRisk)).toEqual([12, 11, 10, 8, 7, 5, 3, 2, 1]);
  // quantile(s, .5)
  expect(medianTime(curve)).toBe(12);
});

it('who enters late is at risk from then on (rule 17.11)', () => {
  // survfit(Surv(entry, time, status == 1) ~ 1, conf.type = "log")
  const curve = kaplanMeier(stepsOf(late));
  expect(stepsOf(late).map(({ atRisk }) => atRisk)).toEqual([10, 10, 10, 8, 7, 5, 3, 2, 1]);
  expectAll([curve[4]?.share ?? 0, curve[4]?.high ?? 0], [0.60749999999999993, 0.99700681043654793]);
});

it('cumulative incidence leaves out whom a competing event took, with the variance of R (rule 17.13)', () => {
  // cuminc(time, status)[[1]]: est and var at 9 and 17
  const curve = cumulativeIncidence(stepsOf(followed));
  const at = [9, 17].map((wanted) => curve.find((step) => step.time === wanted));
  expectAll(
    at.map((step) => step?.share ?? 0),
    [0.35833333333333334, 0.57222222222222219],
  );
  expectAll(
    at.map((step) => (step?.error ?? 0) ** 2),
    [0.023230761054421761, 0.034675904076908681],
  );
});

it('the log-rank test is that of R, also with late entry (rule 17.14)', () => {
  const groups = (subjects: readonly Followed[]) =>
    [0, 1].map((group) => groupOfPairs(subjects.filter((_, index) => index % 2 === group)));
  // survdiff(Surv(time, status == 1) ~ group)
  expectTest(logRank(groups(followed)), [3.1753710830126449, 1, 0.074756228923521933]);
  // coxph(Surv(entry, time, status == 1) ~ group, ties = "exact")$score
  expectAll([logRank(groups(late))?.statistic ?? 0], [2.9092292790922918]);
  expect(logRank([groupOfPairs(followed), groupOfPairs([])])).toBe(null);
});

it('a group has the curves of any who enter and leave on its days, also up to a horizon (rules 17.11 and 17.29)', () => {
  const outcomes = ['event', 'competing', 'censored'] as const;
  const subject = fc.record({
    entry: fc.option(fc.integer({ min: 1, max: 9 })),
    days: fc.integer({ min: 1, max: 6 }),
    outcome: fc.constantFrom(...outcomes),
    count: fc.integer({ min: 1, max: 3 }),
  });
  const subjects = fc.array(
    subject.map(({ entry, days, ...rest }): Followed => ({ entry, exit: (entry ?? 0) + days, ...rest })),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(subjects, fc.integer({ min: 1, max: 15 }), (all, horizon) => {
      const within = all.filter(({ entry }) => (entry ?? 0) < horizon);
      const cut = within.map(
        (one): Followed => (one.exit > horizon ? { ...one, exit: horizon, outcome: 'censored' } : one),
      );
      const group = groupOfPairs(all);
      const sum = (some: readonly Followed[]) => some.reduce((total, { count }) => total + count, 0);
      expect([sizeOf(group), enteredFrom(horizon, group)]).toEqual([sum(all), sum(all) - sum(within)]);
      expect(riskSteps(upTo(horizon, group))).toEqual(slowly(cut));
      const paired = pairsOfGroup(group);
      expect(paired.every(({ entry, exit }) => (entry ?? 0) < exit)).toBe(true);
      expect(groupOfPairs(paired)).toEqual(group);
      const times = Array.from({ length: 18 }, (_, index) => index);
      expect(numbersAtRisk(group, times)).toEqual(
        times.map((time) => sum(all.filter(({ entry, exit }) => (entry ?? -1) < time && exit >= time))),
      );
    }),
    { numRuns: casesOr(2000, { inGate: 200 }) },
  );
});

/** The steps of subjects, time by time. */
const slowly = (subjects: readonly Followed[]) =>
  [...new Set(subjects.map(({ exit }) => exit))]
    .toSorted((one, other) => one - other)
    .map((time) => {
      const sum = (isMeant: (one: Followed) => boolean): number =>
        subjects.reduce((total, one) => total + (isMeant(one) ? one.count : 0), 0);
      const leave = (outcome: Followed['outcome']) =>
        sum((one) => one.exit === time && one.outcome === outcome);
      return {
        time,
        atRisk: sum(({ entry, exit }) => (entry ?? -1) < time && exit >= time),
        ...{ events: leave('event'), competing: leave('competing'), censored: leave('censored') },
      };
    });

const stepsOf = (subjects: readonly Followed[]) => riskSteps(groupOfPairs(subjects));

function counted(values: readonly number[]): readonly ValueCount[] {
  return [...new Set(values)]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value, count: values.filter((other) => other === value).length }));
}

function expectAll(found: readonly number[], wanted: readonly number[]): void {
  expect(found.map((value, index) => Math.abs(value / (wanted[index] ?? 0) - 1) < digits)).toEqual(
    wanted.map(() => true),
  );
}

const expectTest = (found: ReturnType<typeof welch>, wanted: readonly number[]): void =>
  expectAll([found?.statistic ?? 0, ...(found?.df ?? []), found?.p ?? 0], wanted);
