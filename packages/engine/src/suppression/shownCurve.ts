import { bandQuantile, type CurveStep } from '../comparison/survival.ts';
import { isSmall } from './smallCount.ts';

/** Sums of a cross-tab as members who see aggregates only can work them out; null where they cannot. */
type Sum = number | null;

/** A group by age: sums of its cells beside the age at an event and the age at the last contact. */
export interface ShownAges {
  readonly subjects: number;
  /** By the age at the event, an item for each interval; the last one is open and is not drawn. */
  readonly events: readonly Sum[];
  readonly withoutEvent: Sum;
  /** Of those without the event, by the age at the last contact, in the same intervals. */
  readonly censored: readonly Sum[];
  readonly withoutContact: Sum;
}

/** What happens from the last shown time to this one: at risk is who has not left before it begins. */
export interface ShownStep extends CurveStep {
  readonly atRisk: number;
  readonly events: number;
}

export interface ShownCurve {
  readonly followed: number;
  /** At the ends of intervals up to which both sums are shown. */
  readonly steps: readonly ShownStep[];
  /** At risk at the end of each step. */
  readonly left: readonly number[];
}

/**
 * The life table of a group (Cutler and Ederer): who leaves in a step without an event counts half in it. It is worked
 * out from shown sums only, so it tells what the cross-tabs tell (rule 17.35). An interval of which a sum is hidden is
 * drawn in one step with its neighbours, as far as what lies on both sides of it is shown.
 * @param bounds the ends of all intervals but the last, in the unit of time
 * @returns null where it is hidden how many are followed
 */
export function shownCurve(
  ages: ShownAges,
  { bounds, threshold }: { readonly bounds: readonly number[]; readonly threshold: number },
): ShownCurve | null {
  const { subjects, withoutEvent, withoutContact } = ages;
  if (withoutEvent === null || withoutContact === null) return null;
  const followed = subjects - withoutContact;
  const events = sumsUpTo(ages.events, subjects - withoutEvent);
  const censored = sumsUpTo(ages.censored, withoutEvent - withoutContact);
  const steps: ShownStep[] = [];
  const left: number[] = [];
  let [atRisk, share, hazards, before] = [followed, 1, 0, { events: 0, censored: 0 }];
  for (const [index, time] of bounds.entries()) {
    const up = { events: events[index] ?? null, censored: censored[index] ?? null };
    if (up.events === null || up.censored === null || atRisk === 0) continue;
    const own = { events: up.events - before.events, censored: up.censored - before.censored };
    const rest = atRisk - own.events - own.censored;
    if ([own.events, own.censored, rest].some((count) => isSmall(count, threshold))) continue;
    const half = atRisk - own.censored / 2;
    share *= 1 - own.events / half;
    hazards += own.events === half ? 0 : own.events / (half * (half - own.events));
    steps.push({ ...bandsOf(time, share, hazards), atRisk, events: own.events });
    left.push(rest);
    [atRisk, before] = [rest, { events: up.events, censored: up.censored }];
  }
  return { followed, steps, left };
}

/** Greenwood's variance on the logarithmic scale, as of exact curves. */
function bandsOf(time: number, share: number, hazards: number): CurveStep {
  const width = bandQuantile * Math.sqrt(hazards);
  const isDefined = share > 0;
  return {
    ...{ time, share, error: isDefined ? share * Math.sqrt(hazards) : 0 },
    low: isDefined ? share * Math.exp(-width) : null,
    high: isDefined ? Math.min(1, share * Math.exp(width)) : null,
  };
}

/** The sums up to the end of each interval: of what lies before it, or of the whole less what lies after it. */
function sumsUpTo(parts: readonly Sum[], whole: number): readonly Sum[] {
  const sum = (some: readonly Sum[]): Sum =>
    some.reduce<Sum>((total, part) => (total === null || part === null ? null : total + part), 0);
  return parts.map((_, index) => {
    const after = sum(parts.slice(index + 1));
    return sum(parts.slice(0, index + 1)) ?? (after === null ? null : whole - after);
  });
}
