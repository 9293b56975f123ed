/** On a day from time zero: how many begin to be at risk after it, and how many leave on it, by how that came. */
export interface FollowedDay {
  readonly day: number;
  readonly entered: number;
  readonly event: number;
  readonly competing: number;
  readonly censored: number;
}

/** A group that is followed. Its days ascend; nobody enters on the day on which they leave, or later. */
export interface FollowedGroup {
  /** Subjects who are at risk from time zero on. */
  readonly fromZero: number;
  readonly days: readonly FollowedDay[];
}

const leaveOn = ({ event, competing, censored }: FollowedDay): number => event + competing + censored;

/** How many are followed. */
export const sizeOf = ({ days }: FollowedGroup): number => days.reduce((sum, day) => sum + leaveOn(day), 0);

/** How many enter at the horizon or later. */
export const enteredFrom = (horizon: number, { days }: FollowedGroup): number =>
  days.reduce((sum, { day, entered }) => sum + (day < horizon ? 0 : entered), 0);

/** Nobody is followed beyond the horizon: who is, has had no event by then (rule 17.29). */
export function upTo(horizon: number, group: FollowedGroup): FollowedGroup {
  const within = group.days.filter(({ day }) => day < horizon);
  const here = group.days.find(({ day }) => day === horizon);
  const later = group.days.reduce((sum, day) => sum + (day.day > horizon ? leaveOn(day) : 0), 0);
  // Who leaves later has entered by then, or is not followed at all.
  const beyond = later - enteredFrom(horizon, group);
  const { event = 0, competing = 0, censored = 0 } = here ?? {};
  const last = { day: horizon, entered: 0, event, competing, censored: censored + beyond };
  return { fromZero: group.fromZero, days: leaveOn(last) === 0 ? within : [...within, last] };
}

/** What happens at one time. At risk is who has entered before it and has not left before it. */
export interface RiskStep {
  readonly time: number;
  readonly atRisk: number;
  readonly events: number;
  readonly competing: number;
  readonly censored: number;
}

/** The steps at each time at which somebody leaves, in ascending order. */
export function riskSteps({ fromZero, days }: FollowedGroup): readonly RiskStep[] {
  const steps: RiskStep[] = [];
  let atRisk = fromZero;
  for (const { day: time, entered, event: events, competing, censored } of days) {
    const left = events + competing + censored;
    if (left > 0) steps.push({ time, atRisk, events, competing, censored });
    atRisk += entered - left;
  }
  return steps;
}

/** How many are at risk just before each of these ascending times. */
export function numbersAtRisk(
  { fromZero, days }: FollowedGroup,
  times: readonly number[],
): readonly number[] {
  let [next, atRisk] = [0, fromZero];
  return times.map((time) => {
    for (let day = days[next]; day !== undefined && day.day < time; day = days[next]) {
      atRisk += day.entered - leaveOn(day);
      next += 1;
    }
    return atRisk;
  });
}
