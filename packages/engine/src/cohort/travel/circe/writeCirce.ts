import type { CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../../dictionary/lookup.ts';
import { unsaidOf } from '../../aboutWords.ts';
import type { SoundCohort } from '../../check/checkedCohort.ts';
import { setNames } from '../../describe/setNames.ts';
import { alternativesTo, isRootSet } from '../../setOrder.ts';
import { genderIds, observationPeriods, omopEventsOf, periodKind, personTraits } from './omopShape.ts';
import { type Writer, writeEvents } from './writeEvents.ts';

/** A definition in another convention, and what of it has no counterpart there. */
export interface WrittenCohort {
  /** Null where a part cannot be said: a file never means another cohort. */
  readonly document: Readonly<Record<string, unknown>> | null;
  readonly unsaid: readonly string[];
  /** What is left out and does not change who is in the cohort. */
  readonly leftOut: readonly string[];
}

const anyTime = { Start: { Coeff: -1 }, End: { Coeff: 1 }, UseEventEnd: false };

/**
 * A sound definition as a cohort expression of Circe (rule 3.36). Everybody who was observed enters, and each criteria set
 * is an inclusion rule that does not look at the entry.
 */
export function writeCirce({ definition }: SoundCohort, lookup: Lookup): WrittenCohort {
  const conceptSets: object[] = [];
  const unsaid: string[] = [];
  const writer: Writer = {
    lookup,
    unsaid,
    conceptSet: (name, items) =>
      conceptSets.push({ id: conceptSets.length, name, expression: { items } }) - 1,
  };
  if (observationPeriods(lookup) === null)
    return {
      document: null,
      unsaid: ['everything: the dataset has no OMOP observation periods'],
      leftOut: [],
    };
  const names = setNames(definition, lookup);
  const nameOf = ({ entryId }: CriteriaSet): string => names.get(entryId) ?? entryId;
  const firsts = definition.filter((set) =>
    alternativesTo(set, definition).every((other) => isAfter(other, set, definition)),
  );
  const rules = firsts.map((set) => {
    const all = [set, ...alternativesTo(set, definition)];
    return { name: all.map(nameOf).join(' or '), expression: groupOf(all, nameOf, writer) };
  });
  const document = {
    cdmVersionRange: '>=5.0.0',
    PrimaryCriteria: {
      CriteriaList: [{ [periodKind]: {} }],
      ObservationWindow: { PriorDays: 0, PostDays: 0 },
      PrimaryCriteriaLimit: { Type: 'First' },
    },
    ConceptSets: conceptSets,
    QualifiedLimit: { Type: 'First' },
    ExpressionLimit: { Type: 'First' },
    InclusionRules: rules,
    CensoringCriteria: [],
    CollapseSettings: { CollapseType: 'ERA', EraPad: 0 },
    CensorWindow: {},
  };
  return unsaid.length > 0
    ? { document: null, unsaid, leftOut: [] }
    : { document, unsaid: [], leftOut: ['persons without an observation period, whom Circe never finds'] };
}

const isAfter = (other: CriteriaSet, set: CriteriaSet, definition: readonly CriteriaSet[]): boolean =>
  definition.indexOf(other) > definition.indexOf(set);

function groupOf(sets: readonly CriteriaSet[], nameOf: (set: CriteriaSet) => string, writer: Writer): object {
  const criteria: object[] = [];
  const persons: object[] = [];
  for (const set of sets) {
    const where = nameOf(set);
    const unsaid = unsaidOf(set);
    if (unsaid !== null) writer.unsaid.push(`${where}: ${unsaid}`);
    else if (isRootSet(set, writer.lookup)) persons.push(personOf(set, where, writer));
    else criteria.push(correlatedOf(set, where, writer));
  }
  return {
    Type: sets.length > 1 ? 'ANY' : 'ALL',
    CriteriaList: criteria,
    DemographicCriteriaList: persons,
    Groups: [],
  };
}

/** Circe knows genders by their ids, of which the names of two are certain. */
function personOf(set: CriteriaSet, where: string, { lookup, unsaid }: Writer): object {
  const genders = set.entries.map((entry) => {
    const ids = entry.kind === 'or_group' ? null : gendersOf(entry, lookup);
    if (ids === null) {
      const conceptIds =
        entry.kind === 'or_group' ? entry.entries.map(({ conceptId }) => conceptId) : [entry.conceptId];
      unsaid.push(
        `${where}: a filter on ${conceptIds.map((id) => lookup.concept(id)?.title ?? id).join(', ')}`,
      );
    }
    return ids ?? [];
  });
  const [first = [], ...others] = genders;
  if (others.length > 0) unsaid.push(`${where}: several filters on the gender`);
  return first.length === 0 ? {} : { Gender: first };
}

function gendersOf(filter: FilterEntry, lookup: Lookup): readonly object[] | null {
  if (filter.kind !== 'choice' || filter.excludeSelected || filter.prefilterValue !== null) return null;
  if (filter.conceptId !== lookup.concept(personTraits.Gender)?.id) return null;
  const ids = filter.categories.map((name) => (typeof name === 'string' ? genderIds[name] : undefined));
  if (ids.includes(undefined)) return null;
  return filter.categories.map((name, index) => ({
    CONCEPT_ID: ids[index],
    CONCEPT_NAME: name,
    DOMAIN_ID: 'Gender',
    VOCABULARY_ID: 'Gender',
  }));
}

const occurrences = { exactly: 0, 'at most': 1, 'at least': 2 } as const;

function correlatedOf(set: CriteriaSet, where: string, writer: Writer): object {
  const { operator, value } = set.countRule ?? { operator: 'at least', value: 1 };
  const events = omopEventsOf(set.collectionId, writer.lookup);
  const isPeriod = set.collectionId === observationPeriods(writer.lookup)?.id;
  const criteria = isPeriod && set.entries.length === 0 && set.eventRule === undefined ? {} : null;
  if (events === null && criteria === null)
    writer.unsaid.push(`${where}: records of this collection are no events of OMOP`);
  return {
    Criteria:
      events === null ? { [periodKind]: {} } : { [events.kind]: writeEvents(set, { where, events, writer }) },
    StartWindow: anyTime,
    Occurrence: { Type: occurrences[operator], Count: value, IsDistinct: false },
    IgnoreObservationPeriod: true,
  };
}
