import {
  type CohortDefinition,
  type CriteriaSet,
  type FilterEntry,
  oneOfFamily,
} from '@atrium/contract/wire/cohortDefinition';
import type { ImportCohort } from '@atrium/contract/wire/cohortTransformation';
import { kindOf } from '../../concepts/kinds.ts';
import type { KnownValues } from '../../concepts/pastedValues.ts';
import { editError, refused } from '../../definition/outcome.ts';
import { changeFilters, filtersOf } from '../edit/entries.ts';
import type { CohortEditContext, CohortOutcome } from '../edit/outcome.ts';
import { withoutLoneGroups } from '../edit/setAlternatives.ts';
import { isTargeted } from '../eventRules.ts';
import { isRootSet } from '../setOrder.ts';
import { missingValues, withKnownTerms } from './importValues.ts';
import { lackingParts } from './lackingParts.ts';
import { readTravelling } from './readTravelling.ts';
import type { TravellingDefinition } from './travellingDefinition.ts';

/**
 * The cohort of a file in place of the one that was there (rule 3.33, decision 116). It is sound, or it is refused with all that is
 * lacking: a member who sees less must not learn from errors of a stored definition what the dataset has.
 */
export function importCohort(form: ImportCohort, context: CohortEditContext): CohortOutcome {
  const read = readTravelling(form.document, context.lookup);
  if (read.kind === 'malformed') return malformed(read.faults);
  const faults = faultsOf(read.definition);
  if (faults.length > 0) return malformed(faults);
  const { errors, rest } = lackingParts(
    withOneRoot(withFreshIds(read, context), context),
    read.titles,
    context,
  );
  const known = context.knownOf ?? new Map();
  const broad = termsWithMore(read, known);
  const unsaid = [...read.unsaid, ...broad].map((name) =>
    editError('not_fitting', `This cannot be asked here: ${name}.`),
  );
  const lacking = form.leaveOut ? [] : [...unsaid, ...errors];
  const missing = [
    ...read.leftOut.map((name) => ({ value: name, warning: `This is not kept: ${name}` })),
    ...rest.flatMap(filtersOf).flatMap((filter) => missingValues(filter, known, context)),
  ];
  const isBlocked = missing.length > 0 && !(form.ignoreWarnings && !form.validateOnly);
  const isEmptied = rest.length === 0 && unsaid.length + errors.length > 0;
  if (lacking.length > 0 || isBlocked || isEmptied)
    return {
      kind: 'refused',
      errors: isEmptied && lacking.length === 0 ? [nothingLeft] : lacking,
      warnings: missing.map(({ warning }) => warning),
      warningEntries: missing.map(({ value }) => value),
    };
  if (form.validateOnly) return { kind: 'valid' };
  const definition = rest.map((set) => changeFilters(set, (filter) => [withKnownTerms(filter, known)]));
  return { kind: 'changed', definition };
}

/** Terms that are meant alone, and here have terms below them: a filter asks for these, too (rule 2.18). */
const termsWithMore = (
  { exactTerms }: TravellingDefinition,
  known: ReadonlyMap<string, KnownValues>,
): readonly string[] =>
  [...exactTerms].flatMap(([code, words]) => {
    const hasMore = [...known.values()].some(
      (values) => values.kind === 'ontology' && values.matches.get(code)?.some(({ isLeaf }) => !isLeaf),
    );
    return hasMore ? [words] : [];
  });

const malformed = (faults: readonly string[]): CohortOutcome =>
  refused(...faults.map((fault) => editError('malformed', fault)));

const nothingLeft = editError('not_fitting', 'Nothing of this cohort can be asked here.');

const maxSets = 200;
const maxAlias = 200;
const maxText = 10_000;
const maxCount = 1_000_000_000;

/** What no edit would have made. */
function faultsOf(definition: CohortDefinition): readonly string[] {
  const ids = definition.map(({ entryId }) => entryId);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...(definition.length > maxSets ? [`A cohort has at most ${maxSets} criteria sets.`] : []),
    ...twice.map((id) => `Two criteria sets have the id ${id}.`),
    ...(definition.filter(({ about }) => about === oneOfFamily).length > 1
      ? ['Two criteria sets keep one of each family.']
      : []),
    ...definition.flatMap(({ alias = '', countRule, about, familyCount, entryId }) => [
      ...(alias.length > maxAlias ? [`The name of the criteria set ${entryId} is too long.`] : []),
      ...(Math.max(countRule?.value ?? 0, familyCount?.value ?? 0) > maxCount
        ? [`The count of the criteria set ${entryId} is too large.`]
        : []),
      ...(familyCount !== undefined && about !== 'any_member'
        ? [`The criteria set ${entryId} counts a family, and is not about anybody of it.`]
        : []),
    ]),
    ...definition
      .flatMap(filtersOf)
      .filter((filter) => filter.kind === 'text' && filter.terms.some(({ length }) => length > maxText))
      .map(({ conceptId }) => `A text of ${conceptId} is too long.`),
  ];
}

/** Ids of another history could be those of entries that are there already (rule 3.13). */
function withFreshIds(
  { definition }: TravellingDefinition,
  { lookup, newEntryId }: CohortEditContext,
): CohortDefinition {
  const sets = new Map(definition.map(({ entryId }) => [entryId, newEntryId()]));
  const groups = new Map(definition.map(({ orGroupId }) => [orGroupId, newEntryId()]));
  const fresh = (filter: FilterEntry): FilterEntry => {
    const concept = lookup.concept(filter.conceptId);
    const mayExclude = concept === undefined || kindOf(concept).mayExclude;
    return { ...filter, entryId: newEntryId(), excludeSelected: filter.excludeSelected && mayExclude };
  };
  const made = definition.map(
    ({ orGroupId, eventRule, alias = '', ...set }): CriteriaSet => ({
      ...changeFilters(set, (filter) => [fresh(filter)]),
      entryId: sets.get(set.entryId) ?? newEntryId(),
      ...(alias.trim() === '' ? {} : { alias: alias.trim() }),
      ...(orGroupId === undefined ? {} : { orGroupId: groups.get(orGroupId) ?? newEntryId() }),
      ...(eventRule === undefined
        ? {}
        : {
            eventRule:
              eventRule.kind === 'relative_to_other_event'
                ? { ...eventRule, targetEntryId: sets.get(eventRule.targetEntryId) ?? newEntryId() }
                : eventRule,
          }),
    }),
  );
  return withoutLoneGroups(
    made.map((set) => ({
      ...set,
      entries: set.entries.map((entry) =>
        entry.kind === 'or_group' ? { ...entry, entryId: newEntryId() } : entry,
      ),
    })),
  );
}

/** Conditions on the subject's own record stand in one set, the first (rule 3.15). */
function withOneRoot(definition: CohortDefinition, { lookup }: CohortEditContext): CohortDefinition {
  const isPlain = (set: CriteriaSet): boolean =>
    isRootSet(set, lookup) &&
    set.orGroupId === undefined &&
    set.eventRule === undefined &&
    set.countRule === undefined &&
    !isTargeted(definition, set.entryId);
  const plain = definition.filter(isPlain);
  const [first] = plain;
  const others = definition.filter((set) => !plain.includes(set));
  if (first === undefined) return others;
  return [{ ...first, entries: plain.flatMap(({ entries }) => entries) }, ...others];
}
