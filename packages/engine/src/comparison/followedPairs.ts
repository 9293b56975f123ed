import type { FollowedGroup } from './followUp.ts';

/** Subjects who are followed from `entry` on (null: from time zero), until `exit`, and how that ends. */
export interface Followed {
  readonly entry: number | null;
  readonly exit: number;
  readonly outcome: 'event' | 'competing' | 'censored';
  readonly count: number;
}

const outcomes = ['event', 'competing', 'censored'] as const;

/**
 * Subjects who enter and leave on the days of a group: who enters first is paired with who leaves first. Estimates depend
 * on who is at risk at each time, and not on who of them leaves, so they have the same.
 */
export function pairsOfGroup({ fromZero, days }: FollowedGroup): readonly Followed[] {
  const entries: { entry: number | null; left: number }[] = [{ entry: null, left: fromZero }];
  for (const { day, entered } of days) if (entered > 0) entries.push({ entry: day, left: entered });
  const exits = days.flatMap(({ day: exit, ...counts }) =>
    outcomes.map((outcome) => ({ exit, outcome, left: counts[outcome] })),
  );
  const pairs: Followed[] = [];
  let next = 0;
  for (const { exit, outcome, left } of exits)
    for (let open = left; open > 0; ) {
      const from = entries[next];
      if (from === undefined) throw new Error('More subjects leave than enter.');
      const count = Math.min(open, from.left);
      if (count > 0) pairs.push({ entry: from.entry, exit, outcome, count });
      from.left -= count;
      open -= count;
      if (from.left === 0) next += 1;
    }
  return pairs;
}
