import { type Day, daysOfCalendarYear } from '@atrium/contract/calendar/days';
import { oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { RelativeCondition, RowCondition } from '../../concepts/rowCondition.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import type { SoundCohort, SoundSet } from '../check/checkedCohort.ts';
import type { RelativeRule } from '../eventRules.ts';
import { alternativesTo } from '../setOrder.ts';
import type { CohortPlan, SetPlan } from './cohortPlan.ts';
import { planEventRule } from './planEventRule.ts';
import { planEntry } from './planFilter.ts';
import { planPathway } from './planPathway.ts';

const defaultCount = { operator: 'at least', value: 1 } as const;

/** The conditions of a sound definition, with relative dates counted from today. */
export function planCohort(cohort: SoundCohort, { today }: { readonly today: Day }): CohortPlan {
  const subject: RowCondition[] = [];
  const sets: SetPlan[] = [];
  for (const sound of cohort.sets) {
    const { set, collection, kin } = sound;
    const condition = planSet(sound, cohort, today);
    const orGroupId = alternativesTo(set, cohort.definition).length > 0 ? set.orGroupId : undefined;
    if (collection.isRoot && kin === null && orGroupId === undefined) subject.push(condition);
    else {
      const count = set.countRule ?? defaultCount;
      const more = { ...(orGroupId && { orGroupId }), ...(kin && { kin }), ...restOf(set, cohort, today) };
      sets.push({ entryId: set.entryId, collection, condition, count, ...more });
    }
  }
  return { subject: { kind: 'and', conditions: subject }, sets };
}

/** A set that keeps one of each family chooses among who meets all other criteria (rule 2.30). */
function restOf({ about }: SoundSet['set'], cohort: SoundCohort, today: Day): Pick<SetPlan, 'rest'> {
  if (about !== oneOfFamily) return {};
  const sets = cohort.sets.filter(({ set }) => set.about !== oneOfFamily);
  const definition = cohort.definition.filter((set) => set.about !== oneOfFamily);
  return { rest: planCohort({ ...cohort, sets, definition }, { today }) };
}

/** Everything one row of the set must meet: all its entries and its event rule (rule 2.2). */
function planSet(sound: SoundSet, cohort: SoundCohort, today: Day): RowCondition {
  const rule = sound.set.eventRule;
  const own = planOwn(sound, today);
  if (rule?.kind !== 'relative_to_other_event') return own;
  const target = cohort.sets.find((other) => other.set.entryId === rule.targetEntryId);
  if (target === undefined) throw new Error('A sound cohort has every target of its rules.');
  return { kind: 'and', conditions: [own, planRelative(rule, { sound, target, today })] };
}

/** A target's own relative rule is another pair: chains are independent pairs (rule 2.11). */
function planOwn({ set, entries, eventsInYears, pathway }: SoundSet, today: Day): RowCondition {
  const rule = set.eventRule;
  const dated =
    rule === undefined || rule.kind === 'relative_to_other_event'
      ? []
      : planEventRule(rule, { today, inYears: eventsInYears });
  const course = pathway === null ? [] : [planPathway(pathway, today)];
  return {
    kind: 'and',
    conditions: [...entries.map((entry) => planEntry(entry, today)), ...dated, ...course],
  };
}

function planRelative(
  rule: RelativeRule,
  { sound, target, today }: { sound: SoundSet; target: SoundSet; today: Day },
): RelativeCondition {
  const unit = sound.eventsInYears || target.eventsInYears ? 'years' : 'days';
  const distance = (days: number): number => (unit === 'years' ? days / daysOfCalendarYear : days);
  return {
    kind: 'relative',
    reference: edgeOf(sound.collection, rule.referenceDate),
    unit,
    target: { collection: target.collection, condition: planOwn(target, today) },
    from: {
      edge: edgeOf(target.collection, rule.rangeStartTarget),
      distance: distance(rule.rangeStartDaysFromTarget),
    },
    to: {
      edge: edgeOf(target.collection, rule.rangeEndTarget),
      distance: distance(rule.rangeEndDaysFromTarget),
    },
  };
}

/** A point event ends when it starts. */
const edgeOf = (collection: Collection, edge: 'start' | 'end'): 'start' | 'end' =>
  collection.event?.isInterval ? edge : 'start';
