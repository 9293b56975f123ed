/** Subjects who were followed alike: from `entry` on (null: from time zero), until `exit`, and how that ended. */
export interface Followed {
  readonly entry: number | null;
  readonly exit: number;
  readonly outcome: 'event' | 'competing' | 'censored';
  readonly count: number;
}

/** Whether somebody is at risk before the horizon. */
export const isWithin = ({ entry }: Pick<Followed, 'entry'>, horizon: number): boolean =>
  entry === null || entry < horizon;

/** Nobody is followed beyond the horizon: who is, has had no event by then (rule 17.29). */
export const upTo = (horizon: number, followed: readonly Followed[]): readonly Followed[] =>
  followed
    .filter((one) => isWithin(one, horizon))
    .map((one) => (one.exit > horizon ? { ...one, exit: horizon, outcome: 'censored' } : one));

/** What happens at one time. At risk is who has entered before it and has not left before it. */
export interface RiskStep {
  readonly time: number;
  readonly atRisk: number;
  readonly events: number;
  readonly competing: number;
  readonly censored: number;
}

interface Entries {
  /** Subjects who were at risk from time zero on. */
  readonly fromZero: number;
  /** The others, in ascending order. */
  readonly late: readonly { readonly entry: number; readonly count: number }[];
}

/** When subjects begin to be at risk. */
export function entriesOf(subjects: readonly Followed[]): Entries {
  let fromZero = 0;
  const late: { entry: number; count: number }[] = [];
  for (const { entry, count } of subjects) {
    if (entry === null) fromZero += count;
    else late.push({ entry, count });
  }
  return { fromZero, late: late.sort((a, b) => a.entry - b.entry) };
}

/** The steps at each time at which somebody leaves, in ascending order. */
export function riskSteps(subjects: readonly Followed[]): readonly RiskStep[] {
  const left = new Map<number, { event: number; competing: number; censored: number }>();
  for (const { exit, outcome, count } of subjects) {
    const at = left.get(exit) ?? { event: 0, competing: 0, censored: 0 };
    at[outcome] += count;
    left.set(exit, at);
  }
  const { fromZero, late } = entriesOf(subjects);
  let [next, atRisk] = [0, fromZero];
  return [...left]
    .toSorted(([a], [b]) => a - b)
    .map(([time, { event, competing, censored }]) => {
      for (let one = late[next]; one !== undefined && one.entry < time; one = late[next]) {
        atRisk += one.count;
        next += 1;
      }
      const step = { time, atRisk, events: event, competing, censored };
      atRisk -= event + competing + censored;
      return step;
    });
}

/** How many are at risk just before each of these ascending times. */
export function numbersAtRisk(subjects: readonly Followed[], times: readonly number[]): readonly number[] {
  return times.map((time) =>
    subjects.reduce(
      (sum, { entry, exit, count }) => sum + ((entry ?? -1) < time && exit >= time ? count : 0),
      0,
    ),
  );
}
