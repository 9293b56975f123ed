import type { Day } from '@atrium/contract/calendar/days';
import {
  type CohortDefinition,
  type CriteriaSet,
  type EventRule,
  oneOfFamily,
  type Relative,
} from '@atrium/contract/wire/cohortDefinition';
import type { PlainRelease } from '../plainRelease.ts';
import { rowMeets } from './referenceFilter.ts';
import {
  collectionOf,
  type ReferenceRow,
  rootOf,
  rowsOfSubject,
  subjectIds,
  valuesOf,
} from './referenceRows.ts';

/** A definition over a release, on a day. */
export interface ReferenceContext {
  readonly release: PlainRelease;
  readonly definition: CohortDefinition;
  readonly today: Day;
}

type Edge = 'start' | 'end';

/** When a row starts or ends, as a number of days; null when unknown. A point event has no end of its own. */
function edgeOf({ collection, row }: ReferenceRow, edge: Edge): number | null {
  const conceptId = collection.event?.[edge] ?? collection.event?.start ?? '';
  const [value] = valuesOf(row, conceptId);
  if (value === undefined) return null;
  return typeof value === 'number' ? value : Math.round(Date.parse(`${value}T00:00:00Z`) / 86_400_000);
}

const dayNumber = (day: Day | undefined): number | undefined =>
  day === undefined ? undefined : Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

/** Inclusive bounds; an unknown point meets no bound but an absent pair. */
function within(point: number | null, min: number | undefined, max: number | undefined): boolean {
  if (min === undefined && max === undefined) return true;
  if (point === null) return false;
  return (min === undefined || point >= min) && (max === undefined || point <= max);
}

function meetsOwnRule(row: ReferenceRow, rule: EventRule | undefined, today: Day): boolean {
  if (rule === undefined) return true;
  const [start, end] = [edgeOf(row, 'start'), edgeOf(row, 'end')];
  const now = dayNumber(today) ?? 0;
  switch (rule.kind) {
    case 'no_restriction':
    case 'relative_to_other_event':
      return true;
    case 'date_range':
      return within(start, dayNumber(rule.dateMin), dayNumber(rule.dateMax));
    case 'relative_to_today':
      return within(start, now - (rule.daysAgo - 1), now);
    case 'interval_date_range':
      return (
        within(start, dayNumber(rule.dateStartMin), dayNumber(rule.dateStartMax)) &&
        within(end, dayNumber(rule.dateEndMin), dayNumber(rule.dateEndMax))
      );
    case 'interval_relative_to_today':
      return (
        (rule.startDateDaysAgo === undefined || within(start, now - (rule.startDateDaysAgo - 1), now)) &&
        (rule.endDateDaysAgo === undefined || within(end, now - (rule.endDateDaysAgo - 1), now))
      );
    case 'age_in_days_range':
      return within(start, rule.ageMin, rule.ageMax);
    case 'interval_age_in_days_range':
      return within(start, rule.ageStartMin, rule.ageStartMax) && within(end, rule.ageEndMin, rule.ageEndMax);
  }
}

/** All filters of a set and its rule about its own time, on one row (rule 2.2). */
function meetsOwn(row: ReferenceRow, set: CriteriaSet, { release, today }: ReferenceContext): boolean {
  const context = { release, today };
  const filters = set.entries.every((entry) =>
    entry.kind === 'or_group'
      ? entry.entries.some((filter) => rowMeets(row.row, filter, context))
      : rowMeets(row.row, entry, context),
  );
  return filters && meetsOwnRule(row, set.eventRule, today);
}

/** Some other row of the target set, of the same subject, at the right distance (rule 2.11). */
function meetsRelative(
  row: ReferenceRow,
  set: CriteriaSet,
  subject: string,
  context: ReferenceContext,
): boolean {
  const rule = set.eventRule;
  if (rule?.kind !== 'relative_to_other_event') return true;
  const target = context.definition.find((other) => other.entryId === rule.targetEntryId);
  if (target === undefined) throw new Error('The target exists.');
  const reference = edgeOf(row, rule.referenceDate);
  return rowsOfSubject(context.release, target.collectionId, subject).some((other) => {
    if (other.row === row.row || !meetsOwn(other, target, context)) return false;
    const [from, to] = [edgeOf(other, rule.rangeStartTarget), edgeOf(other, rule.rangeEndTarget)];
    if (reference === null || from === null || to === null) return false;
    return reference - from >= rule.rangeStartDaysFromTarget && reference - to <= rule.rangeEndDaysFromTarget;
  });
}

/** The subject's rows that meet a set. */
export const matchingRows = (
  set: CriteriaSet,
  subject: string,
  context: ReferenceContext,
): readonly ReferenceRow[] =>
  rowsOfSubject(context.release, set.collectionId, subject).filter(
    (row) => meetsOwn(row, set, context) && meetsRelative(row, set, subject, context),
  );

/** Whether the subject meets the set, or a relative, all of whom are seen, does (rule 2.25). */
function subjectMeets(set: CriteriaSet, subject: string, context: ReferenceContext): boolean {
  if (set.about === undefined) return meetsSet(set, subject, context);
  const { about, familyCount } = set;
  if (about === oneOfFamily) return true;
  const relatives = relativesOf(about, subject, context.release);
  const doesMeet = (one: string): boolean => meetsSet(set, one, context);
  if (about === 'all_members') return relatives.every(doesMeet);
  return meetsCount(about === 'any_member' ? familyCount : undefined, relatives.filter(doesMeet).length);
}

/** The subject is a member of the own family, and who has no family is one alone. */
function relativesOf(about: Relative, subject: string, release: PlainRelease): readonly string[] {
  const { families } = release;
  if (families === undefined) throw new Error('The release has families.');
  const shown = (id: string, conceptId: string): unknown => {
    const row = rootOf(release).rows[subjectIds(release).indexOf(id)];
    return row === undefined ? undefined : valuesOf(row, conceptId)[0];
  };
  const family = shown(subject, families.familyConceptId);
  if (about === 'any_member' || about === 'all_members')
    return subjectIds(release).filter(
      (id) => id === subject || (family !== undefined && shown(id, families.familyConceptId) === family),
    );
  const isChild = (id: string): boolean => {
    const role = shown(id, families.roleConceptId);
    return role === families.proband || role === families.sibling;
  };
  if (!isChild(subject) || family === undefined) return [];
  return subjectIds(release).filter((id) => {
    if (id === subject || shown(id, families.familyConceptId) !== family) return false;
    return about === 'sibling' ? isChild(id) : shown(id, families.roleConceptId) === families[about];
  });
}

function meetsSet(set: CriteriaSet, subject: string, context: ReferenceContext): boolean {
  const root = rootOf(context.release);
  if (set.collectionId === root.id) {
    const index = subjectIds(context.release).indexOf(subject);
    const row = root.rows[index];
    return row !== undefined && meetsOwn({ collection: root, row }, set, context);
  }
  return meetsCount(set.countRule, matchingRows(set, subject, context).length);
}

function meetsCount(given: CriteriaSet['countRule'], count: number): boolean {
  const rule = given ?? { operator: 'at least', value: 1 };
  if (rule.operator === 'at least') return count >= rule.value;
  return rule.operator === 'at most' ? count <= rule.value : count === rule.value;
}

/** Ids of the subjects in the cohort, in file order: those who meet every set, or one of its alternatives (rules 2.1 and 2.24). */
export function referenceSubjects(
  release: PlainRelease,
  definition: CohortDefinition,
  today: Day,
): readonly string[] {
  const context = { release, definition, today };
  for (const set of definition) collectionOf(release, set.collectionId);
  const found = subjectIds(release).filter((subject) =>
    definition.every((set) =>
      definition.some(
        (other) =>
          (other === set || (set.orGroupId !== undefined && other.orGroupId === set.orGroupId)) &&
          subjectMeets(other, subject, context),
      ),
    ),
  );
  return definition.some(({ about }) => about === oneOfFamily) ? oneOfEach(found, release) : found;
}

/** The first proband of each family, else its first subject; who has no family stays (rule 2.30). */
function oneOfEach(found: readonly string[], release: PlainRelease): readonly string[] {
  const { rows } = rootOf(release);
  const shown = (id: string, conceptId = ''): unknown => {
    const row = rows[subjectIds(release).indexOf(id)];
    return row === undefined ? undefined : valuesOf(row, conceptId)[0];
  };
  const { familyConceptId, roleConceptId, proband } = release.families ?? {};
  const familyOf = (id: string): unknown => shown(id, familyConceptId);
  return found.filter((id) => {
    const family = familyOf(id);
    if (family === undefined) return true;
    const members = found.filter((other) => familyOf(other) === family);
    const chosen = members.find((one) => shown(one, roleConceptId) === proband) ?? members[0];
    return chosen === id;
  });
}
