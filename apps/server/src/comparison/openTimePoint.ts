import type { TimePointChoice } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import {
  type Collection,
  type Concept,
  eventStart,
  hasEvents,
  kindOf,
  mayUseConcept,
  showsYearsOnly,
  type TimePoint,
} from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, requirePlan } from '../cohort/index.ts';
import { type DefinitionDeps, openStored } from '../definition/index.ts';
import { isSingle } from './comparable.ts';

interface Opening {
  readonly deps: Pick<DefinitionDeps, 'clock'>;
  readonly release: LiveRelease;
  /** The field of the request. */
  readonly field: string;
}

/** A time as this member may see it; refuses one of which only the year shows (rule 17.15). */
export function openTimePoint(choice: TimePointChoice, { deps, release, field }: Opening): TimePoint {
  const { lookup } = release;
  const refuse = (says: string) => fieldRefusal('bad_request', field, says);
  switch (choice.kind) {
    case 'birth':
      if (!hasBirth(release)) throw refuse('times of this dataset are dates, which do not begin at birth');
      return choice;
    case 'value': {
      const concept = lookup.concept(choice.conceptId);
      if (concept === undefined)
        throw fieldRefusal('not_found', field, `there is no concept ${choice.conceptId}`);
      if (!isTime(concept, release)) throw refuse(`${concept.title} is no time that curves can use`);
      return { kind: 'value', concept };
    }
    case 'record': {
      const collection = lookup.collection(choice.collectionId);
      if (collection === undefined)
        throw fieldRefusal('not_found', field, `there is no collection ${choice.collectionId}`);
      if (!isTimed(collection, release))
        throw refuse(`${collection.titlePlural} have no times that curves can use`);
      const definition = [recordSet(collection, choice, release)];
      const plan = requirePlan(openStored(cohortKind, definition, release), deps);
      const [set] = plan.sets;
      if (set === undefined) throw refuse('a record belongs to a collection of records');
      return { kind: 'record', collection, condition: set.condition };
    }
  }
}

export const hasBirth = ({ lookup }: LiveRelease): boolean => lookup.dictionary.eventTime === 'age';

/** An age or date of the subject, on the scale of the events, of which more than the year shows. */
export const isTime = (concept: Concept, release: LiveRelease): boolean =>
  release.lookup.dictionary.eventTime !== null &&
  mayUseConcept(concept, release) &&
  isSingle(concept, release) &&
  kindOf(concept).scale === release.lookup.dictionary.eventTime &&
  !showsYearsOnly(concept, release);

export function isTimed(collection: Collection, release: LiveRelease): boolean {
  const { lookup, visibility } = release;
  if (collection.isRoot || !hasEvents(collection, lookup)) return false;
  return hasBirth(release) || !(visibility.showsYears && (eventStart(collection, lookup)?.hasPhi ?? true));
}

/** The values of a concept of records by which a time can be chosen. */
export const choosesRecords = (concept: Concept, release: LiveRelease): boolean =>
  mayUseConcept(concept, release) &&
  (kindOf(concept).filterKinds.includes('choice') || kindOf(concept).isCoded) &&
  concept.prefilter?.mode !== 'required';

function recordSet(
  { id }: Collection,
  { conceptId, values = [] }: Extract<TimePointChoice, { kind: 'record' }>,
  { lookup }: LiveRelease,
): CohortDefinition[number] {
  const concept = conceptId === undefined ? undefined : lookup.concept(conceptId);
  if (conceptId !== undefined && concept?.collectionId !== id)
    throw fieldRefusal('not_found', 'concept_id', `the collection has no concept ${conceptId}`);
  const set = { kind: 'criteria_set', entryId: 'time_set', collectionId: id } as const;
  return { ...set, entries: concept === undefined ? [] : [filterOf(concept, values)] };
}

function filterOf(concept: Concept, values: readonly string[]): FilterEntry {
  const head = { entryId: 'time_value', conceptId: concept.id, prefilterValue: null, excludeSelected: false };
  if (kindOf(concept).isCoded) {
    const terms = values.map((code) => ({ code, label: code }));
    return { ...head, kind: 'ontology', includeNullAndMissing: false, includeOntologyUnknown: false, terms };
  }
  const isBoolean = kindOf(concept).columnType === 'BOOLEAN';
  return {
    ...head,
    kind: 'choice',
    categories: values.map((value) => (isBoolean ? value === 'True' : value)),
  };
}
