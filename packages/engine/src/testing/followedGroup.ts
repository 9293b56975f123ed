import type { Followed } from '../comparison/followedPairs.ts';
import type { FollowedDay, FollowedGroup } from '../comparison/followUp.ts';

/** How many of some subjects enter and leave on which day. */
export function groupOfPairs(pairs: readonly Followed[]): FollowedGroup {
  const days = new Map<number, Record<keyof Omit<FollowedDay, 'day'>, number>>();
  const on = (day: number) => {
    const found = days.get(day) ?? { entered: 0, event: 0, competing: 0, censored: 0 };
    days.set(day, found);
    return found;
  };
  let fromZero = 0;
  for (const { entry, exit, outcome, count } of pairs) {
    if (entry === null) fromZero += count;
    else on(entry).entered += count;
    on(exit)[outcome] += count;
  }
  const inOrder = [...days].toSorted(([one], [other]) => one - other);
  return { fromZero, days: inOrder.map(([day, counts]) => ({ day, ...counts })) };
}
