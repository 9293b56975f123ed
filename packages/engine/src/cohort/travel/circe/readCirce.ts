import type { CirceExpression, CirceGroup } from '@atrium/contract/documents/circe';
import { describeIssues } from '@atrium/contract/errors/issueWords';
import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../../dictionary/lookup.ts';
import type { ReadTravelling } from '../travellingDefinition.ts';
import { parseCirce } from './circeExpression.ts';
import { circeReader, type Reader } from './circeReader.ts';
import { isAnyPeriod, observationPeriods } from './omopShape.ts';
import { readEvents } from './readEvents.ts';
import { readGroup } from './readGroup.ts';

/**
 * A cohort expression of Circe as a definition that finds the same persons (rule 3.36). What depends on the entry event
 * of a person, as an age or a time before it, has no counterpart and is named.
 */
export function readCirce(expression: Readonly<Record<string, unknown>>, lookup: Lookup): ReadTravelling {
  const parsed = parseCirce(expression);
  if (!parsed.success) return { kind: 'malformed', faults: [describeIssues(parsed.error.issues)] };
  const circe = parsed.data;
  const reader = circeReader(circe, lookup);
  nameUnknown(circe, reader);
  readPrimary(circe, reader);
  const rules = circe.InclusionRules ?? [];
  const groups: readonly (readonly [string, CirceGroup | null | undefined])[] = [
    ['the restriction of the entry events', circe.AdditionalCriteria],
    ...rules.map(({ name, expression: group }) => [name ?? 'an inclusion rule', group] as const),
  ];
  for (const [name, group] of groups) if (group) readGroup(group, name, reader);
  return {
    kind: 'definition',
    definition: reader.definition(),
    titles: new Map(),
    unsaid: reader.unsaid,
    leftOut: reader.leftOut,
    exactTerms: reader.exactTerms,
  };
}

const known: ReadonlySet<string> = new Set([
  'cdmVersionRange',
  'Title',
  'ConceptSets',
  'PrimaryCriteria',
  'AdditionalCriteria',
  'QualifiedLimit',
  'ExpressionLimit',
  'InclusionRules',
  'EndStrategy',
  'CensoringCriteria',
  'CollapseSettings',
  'CensorWindow',
]);

/** What a field of the expression asks for beside events and rules. */
function nameUnknown(circe: CirceExpression, { unsaid, leftOut }: Reader): void {
  for (const [field, value] of Object.entries(circe))
    if (!known.has(field) && value !== null) unsaid.push(`the part ${field}`);
  const { StartDate, EndDate } = circe.CensorWindow ?? {};
  if (StartDate || EndDate) unsaid.push('the dates between which the cohort is cut (CensorWindow)');
  const end = circe['EndStrategy'];
  if (isObject(end)) {
    const offset = end['DateOffset'];
    if (isObject(offset) && Number(offset['Offset'] ?? 0) < 0)
      unsaid.push('an end before the entry (EndStrategy)');
    else leftOut.push('when persons leave the cohort (EndStrategy)');
    if (isObject(offset) && offset['DateField'] === 'EndDate')
      leftOut.push('events that end before they start, by which nobody enters in Circe (EndStrategy)');
  }
  const censoring = circe['CensoringCriteria'];
  if (Array.isArray(censoring) && censoring.length > 0)
    leftOut.push('what ends the time in the cohort (CensoringCriteria)');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The events by which persons enter: within an observation period, with days observed before and after. */
function readPrimary({ PrimaryCriteria: primary }: CirceExpression, reader: Reader): void {
  const periods = observationPeriods(reader.lookup);
  if (periods === null) {
    reader.unsaid.push('observation periods, which this dataset does not have');
    return;
  }
  const { PriorDays: before = 0, PostDays: after = 0 } = primary.ObservationWindow ?? {};
  const period: CriteriaSet = {
    kind: 'criteria_set',
    entryId: reader.newId(),
    collectionId: periods.id,
    entries: [],
  };
  if (primary.CriteriaList.some(isAnyPeriod)) {
    reader.add(period);
    // A time between two edges of one record is no rule of a definition.
    if (before > 0 || after > 0) reader.unsaid.push('how long an observation period is');
    return;
  }
  if (primary.CriteriaList.length === 0) reader.unsaid.push('an entry event: there is none');
  const sets = primary.CriteriaList.flatMap((criterion) => {
    const read = readEvents(criterion, 'the entry events', {
      reader,
      mayAskPerson: primary.CriteriaList.length === 1,
    });
    return read === null ? [] : [read];
  });
  if (sets.length === 0) return;
  reader.add({ ...period, eventRule: { kind: 'no_restriction' } });
  const observed: CriteriaSet['eventRule'] = {
    kind: 'relative_to_other_event',
    targetEntryId: period.entryId,
    referenceDate: 'start',
    rangeStartDaysFromTarget: before,
    rangeStartTarget: 'start',
    rangeEndDaysFromTarget: after === 0 ? 0 : -after,
    rangeEndTarget: 'end',
  };
  reader.addAny(sets.map((set) => ({ ...set, eventRule: observed })));
}
