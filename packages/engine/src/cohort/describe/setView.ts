import {
  type CohortEntry,
  type CriteriaSet,
  type FilterEntry,
  oneOfFamily,
} from '@atrium/contract/wire/cohortDefinition';
import type { Polarity } from '@atrium/contract/wire/cohortTransformation';
import type { CriteriaSetView, FilterView, OrGroupView } from '@atrium/contract/wire/cohortView';
import { escapeHtml, strong } from '../../definition/html.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import { mayUseConcept, precisionOf } from '../../visibility/rights.ts';
import { oneOfFamilyWords, whomWords } from '../aboutWords.ts';
import type { CheckedCohort, CohortError } from '../check/checkedCohort.ts';
import { filtersOf } from '../edit/entries.ts';
import { eventsInYearsOnly, hidesEventRule, isTargeted, mayUseEvents } from '../eventRules.ts';
import { polarityOf, polarityOfFilter } from '../polarity.ts';
import { hiddenConceptId, redactFilter, redactRule } from '../redactCohort.ts';
import { isRootSet } from '../setOrder.ts';
import { eventRuleLabel } from './eventRuleLabel.ts';
import { type FilterLabels, filterLabels } from './filterLabel.ts';
import { pathwayWords } from './pathwayWords.ts';
import { setNames } from './setNames.ts';

export interface Describing {
  readonly checked: CheckedCohort;
  readonly lookup: Lookup;
  readonly names: ReadonlyMap<string, string>;
  readonly errors: ReadonlyMap<string, CohortError>;
}

export function describing(checked: CheckedCohort, lookup: Lookup): Describing {
  const errors = checked.kind === 'broken' ? checked.errors : [];
  return {
    checked,
    lookup,
    names: setNames(checked.definition, lookup),
    errors: new Map(errors.map((error) => [error.entryId, error])),
  };
}

/** A criteria set as the client draws it (rule 3.21). */
export function setView(set: CriteriaSet, given: Describing): CriteriaSetView {
  const { checked, lookup, names, errors } = given;
  const collection = lookup.collection(set.collectionId);
  const isRoot = isRootSet(set, lookup);
  const error = errors.get(set.entryId);
  const name = names.get(set.entryId);
  return {
    kind: 'criteria_set',
    entryId: set.entryId,
    collectionId: set.collectionId,
    ...(collection === undefined ? {} : { collectionName: collection.title }),
    alias: set.alias ?? '',
    ...(isRoot || name === undefined ? {} : { criteriaSetName: name }),
    label: setHeading(set, given).join(''),
    ...(isRoot ? { isRootCollection: true } : {}),
    countRule: set.countRule ?? {},
    hasEventField: collection !== undefined && mayUseEvents(collection, lookup, checked),
    ...(set.eventRule === undefined ? {} : { eventRuleLabel: ruleLabel(set, collection, given) }),
    ...(isTargeted(checked.definition, set.entryId) ? { referencedByOtherEvent: true } : {}),
    ...(error?.part === 'eventRule' ? { eventRuleError: true, canEditEventRule: error.mayEdit } : {}),
    ...(error?.part === 'set' ? { hasErrors: true, canNotEdit: true } : {}),
    ...(set.orGroupId === undefined ? {} : { orGroupId: set.orGroupId }),
    ...(set.about === undefined ? {} : { about: set.about }),
    ...(set.familyCount === undefined ? {} : { familyCount: set.familyCount }),
    ...(set.pathway === undefined ? {} : { isPathway: true }),
    ...unsaidPolarity(set, given),
    entries: set.entries.map((entry) => entryView(entry, given)),
  };
}

/** Names the polarity concept where no filter of the set is on it (rule 3.25). */
function unsaidPolarity(
  set: CriteriaSet,
  { checked, lookup }: Describing,
): Pick<CriteriaSetView, 'unsaidPolarity'> {
  const polarity = polarityOf(lookup.collection(set.collectionId), { lookup, member: checked });
  if (polarity === null) return {};
  const { id: conceptId, title: name } = polarity.concept;
  const isChosen = filtersOf(set).some((filter) => filter.conceptId === conceptId);
  return isChosen ? {} : { unsaidPolarity: { conceptId, name } };
}

/** The rule in words, or nothing where the collection is gone. */
function ruleLabel(
  set: CriteriaSet,
  collection: Collection | undefined,
  { checked, lookup, names }: Describing,
): string {
  const { eventRule } = redactRule(set, { lookup, member: checked });
  if (eventRule === undefined || collection === undefined) return '';
  if (hidesEventRule(collection, lookup, checked)) return 'a rule that you may not use';
  const nameOf = (entryId: string) => {
    const target = checked.definition.find((other) => other.entryId === entryId);
    const event = target === undefined ? undefined : lookup.collection(target.collectionId)?.event;
    return { name: names.get(entryId) ?? '[deleted]', isInterval: event?.isInterval ?? false };
  };
  const yearsOnly = eventsInYearsOnly(collection, lookup, checked);
  return eventRuleLabel(eventRule, { lookup, collection, yearsOnly, nameOf });
}

const sentenceCase = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** What a set is about, and the words that lead to its conditions, where there are such words. */
export function setHeading(
  set: CriteriaSet,
  { lookup, checked }: Describing,
): readonly [about: string, lead: string] {
  const collection = lookup.collection(set.collectionId);
  if (collection === undefined) return [`${escapeHtml(set.collectionId)} <em>[no longer exists]</em>`, ''];
  if (set.pathway !== undefined) {
    const lead = set.entries.length === 0 ? '' : ', where:';
    return [pathwayWords(set.pathway, { lookup, member: checked }), lead];
  }
  if (set.about === oneOfFamily) return [`${strong('One of each family')}: ${oneOfFamilyWords}`, ''];
  const who = set.about === undefined ? lookup.root.title : sentenceCase(whomWords(set.about, set));
  const areMany = set.familyCount !== undefined && set.familyCount.value !== 1;
  if (isRootSet(set, lookup)) return [`${escapeHtml(collection.title)} criteria`, ''];
  if (collection.isRoot)
    return [`${escapeHtml(who)} ${areMany ? 'are' : 'is'} ${strong('on record')}`, ' where:'];
  const { operator, value } = set.countRule ?? { operator: 'at least', value: 1 };
  const noun = value === 1 ? collection.title : collection.titlePlural;
  return [`${escapeHtml(who)} ${areMany ? 'have' : 'has'} ${operator} ${value} ${strong(noun)}`, ' where:'];
}

function entryView(entry: CohortEntry, given: Describing): FilterView | OrGroupView {
  if (entry.kind !== 'or_group') return filterView(entry, given);
  const entries = entry.entries.map((filter) => filterView(filter, given));
  return { kind: 'or_group', entryId: entry.entryId, entries };
}

/** Parts that the member may not use are shown without their values. */
function filterView(stored: FilterEntry, { checked, lookup, errors }: Describing): FilterView {
  const filter = redactFilter(stored, { lookup, member: checked });
  const concept = lookup.concept(filter.conceptId);
  const error = errors.get(filter.entryId);
  const isHidden = filter.conceptId === hiddenConceptId;
  const conceptName = isHidden ? 'A filter' : (concept?.title ?? filter.conceptId);
  const isOpen = concept !== undefined && mayUseConcept(concept, checked);
  const values = isOpen && 'categories' in filter ? filter.categories : null;
  const declared = polarityOf(lookup.collection(concept?.collectionId ?? ''), { lookup, member: checked });
  const polarity = declared === null ? null : polarityOfFilter(filter, declared);
  const labels: FilterLabels = isOpen
    ? withPolarity(filterLabels({ filter, concept, ...precisionOf(concept, checked) }), polarity)
    : closedLabels(conceptName, isHidden || concept !== undefined);
  return {
    entryId: filter.entryId,
    conceptId: filter.conceptId,
    conceptName,
    prefilterValue: isOpen ? filter.prefilterValue : null,
    ...labels,
    excludeSelected: filter.excludeSelected,
    values,
    selectedCategories: values?.map((value) => value ?? '') ?? null,
    includeOntologyUnknown: filter.kind === 'ontology' && filter.includeOntologyUnknown,
    ...(error === undefined ? {} : { hasErrors: true }),
    ...(error === undefined || error.mayEdit ? {} : { canNotEdit: true }),
  };
}

/** The words of a filter that asks for the present or the absent records end in that word. */
function withPolarity(labels: FilterLabels, polarity: Polarity | null): FilterLabels {
  if (polarity === null) return labels;
  const end = ` (${polarity})`;
  return {
    label: `${labels.label}${end}`,
    abbreviatedLabel: `${labels.abbreviatedLabel}${end}`,
    conditionLabel: `${labels.conditionLabel}${end}`,
  };
}

function closedLabels(title: string, exists: boolean): FilterLabels {
  const label = `${escapeHtml(title)} <em>[${exists ? 'not available to you' : 'no longer exists'}]</em>`;
  return { label, abbreviatedLabel: label, conditionLabel: label };
}
