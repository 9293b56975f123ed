import { expect, it } from 'vitest';
import { type ShownAges, shownCurve } from './shownCurve.ts';

const ages: ShownAges = {
  subjects: 160,
  events: [20, 30, 15, 0],
  withoutEvent: 95,
  censored: [20, 12, 11, 52],
  withoutContact: 0,
};
const given = { bounds: [1, 2, 3], threshold: 11 };
const timesOf = (some: ShownAges) => shownCurve(some, given)?.steps.map(({ time }) => time);

it('the estimate is the life table of base R (rule 17.35)', () => {
  // In R: d <- c(20, 30, 15); c <- c(20, 12, 11); n <- 160 - c(0, cumsum(d + c)[-3]); h <- n - c / 2;
  // s <- cumprod(1 - d / h); w <- qnorm(.975) * sqrt(cumsum(d / (h * (h - d)))); s * exp(-w); s * exp(w)
  const curve = shownCurve(ages, given);
  expect(curve).toMatchObject({ followed: 160, left: [120, 78, 52] });
  const expected = [
    [160, 0.8666666666666667, 0.8139389412727772, 0.9228101433954977],
    [120, 0.6385964912280703, 0.5627762411713395, 0.72463165424328],
    [78, 0.5064730792498489, 0.4261763633437238, 0.6018986552708857],
  ] as const;
  for (const [index, [atRisk, share, low, high]] of expected.entries()) {
    const step = curve?.steps[index];
    expect(step?.atRisk).toBe(atRisk);
    expect([step?.share, step?.low, step?.high]).toEqual(
      [share, low, high].map((figure) => expect.closeTo(figure, 12)),
    );
  }
});

it('a step goes on over what is hidden, and what lies behind it follows from the whole (rules 7.21 and 17.36)', () => {
  expect(timesOf(ages)).toEqual([1, 2, 3]);
  expect(timesOf({ ...ages, events: [null, null, 15, 0] })).toEqual([2, 3]);
  expect(timesOf({ ...ages, events: [20, null, null, 0] })).toEqual([1, 3]);
  expect(timesOf({ ...ages, censored: [20, 12, null, null] })).toEqual([1, 2]);
  expect(timesOf({ ...ages, events: [20, 30, null, 0], censored: [20, null, 11, 52] })).toEqual([1, 2, 3]);
  expect(timesOf({ ...ages, events: [null, 30, 15, null] })).toEqual([]);
  expect(timesOf({ ...ages, events: [null, null, null, null], censored: [20, 12, 11, null] })).toEqual([]);
});

it('a group has no curve where it is hidden how many are followed, and no step that leaves few (rule 17.36)', () => {
  expect(shownCurve({ ...ages, withoutEvent: null }, given)).toBe(null);
  expect(shownCurve({ ...ages, withoutContact: null }, given)).toBe(null);
  const few = { ...ages, subjects: 112, withoutEvent: 47, censored: [20, 12, 11, 4] };
  expect(timesOf(few)).toEqual([1, 2]);
});
