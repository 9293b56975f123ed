import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  type About,
  type CohortDefinition,
  type CriteriaSet,
  oneOfFamily,
} from '@atrium/contract/wire/cohortDefinition';
import { aboutSubject, type CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { fieldReader } from '../../definition/fieldReader.ts';
import { editError, fieldError, type RefusedEdit, refused } from '../../definition/outcome.ts';
import { aboutWords } from '../aboutWords.ts';
import { countFault } from '../check/checkEventRule.ts';
import { relativeRuleOf } from '../eventRules.ts';
import { mayBeAbout } from '../kinship.ts';
import { isRootSet } from '../setOrder.ts';
import { changeFilters, changeSet, withSet } from './entries.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';
import { withoutLoneGroups } from './setAlternatives.ts';

type Definition = CohortDefinition;
const changed = (definition: Definition, entryId?: string): CohortOutcome => ({
  kind: 'changed',
  definition,
  ...(entryId === undefined ? {} : { entryId }),
});

export const missingSet = refused(editError('not_found', 'This criteria set no longer exists.'));

/** Why a member may not create a set (rule 1.13). */
const closedCollection = (title: string): string => `You may not create criteria sets of ${title}.`;

/** A set of a definition, and the definition that holds it. */
export interface StartedSet {
  readonly kind: 'set';
  readonly definition: Definition;
  readonly set: CriteriaSet;
}

/** An empty set of a collection, at its position among the others. */
export function startSet(
  definition: Definition,
  { collectionId, about }: Pick<CriteriaSet, 'collectionId' | 'about'>,
  context: CohortEditContext,
): StartedSet | RefusedEdit {
  const { lookup, newEntryId } = context;
  const collection = lookup.collection(collectionId);
  if (collection === undefined)
    throw new PortalError('not_found', `There is no collection ${collectionId} in this dataset.`);
  if (!lookup.mayStartSet(collectionId))
    return refused(editError('not_allowed', closedCollection(collection.title)));
  if (about !== undefined && !mayBeAbout(about, context)) return closedRelative(about);
  const head = { collectionId, ...(about && { about }) };
  const set: CriteriaSet = { kind: 'criteria_set', entryId: newEntryId(), ...head, entries: [] };
  return { kind: 'set', definition: withSet(definition, set, isRootSet(set, lookup)), set };
}

/**
 * Adds an empty set. If the definition already has a root set, a second one is not added: the outcome names the first
 * (rule 3.15). Nor is a second choice of one of each family.
 */
export function addSet(
  definition: Definition,
  { collectionId, about: given }: Pick<AddSetForm, 'collectionId' | 'about'>,
  context: CohortEditContext,
): CohortOutcome {
  const about = relativeOf(given);
  const isRoot = isRootSet({ collectionId, about }, context.lookup);
  const isOnce = isRoot || about === oneOfFamily;
  const held = definition.find(
    (set) => set.collectionId === collectionId && set.about === about && set.pathway === undefined,
  );
  if (isOnce && held !== undefined) return { kind: 'unchanged', entryId: held.entryId };
  const started = startSet(definition, { collectionId, ...(about && { about }) }, context);
  return started.kind === 'refused' ? started : changed(started.definition, started.set.entryId);
}

type AddSetForm = Extract<CohortTransformation, { kind: 'add_criteria_set' }>;
export const relativeOf = <Whom extends About>(about: Whom | typeof aboutSubject | undefined) =>
  about === aboutSubject ? undefined : about;

export const closedRelative = (about: About): RefusedEdit =>
  refused(fieldError('About', 'not_allowed', `you may not ask about ${aboutWords[about]}.`));

/**
 * Removes a filter or a whole or-group in any set; with the flag, every empty set is removed as well, but for those that
 * ask something without filters.
 */
export function deleteEntry(
  definition: Definition,
  entryId: string,
  removeEmptySets: boolean | undefined,
): CohortOutcome {
  const without = definition.map((set) =>
    changeFilters({ ...set, entries: set.entries.filter((entry) => entry.entryId !== entryId) }, (filter) =>
      filter.entryId === entryId ? [] : [filter],
    ),
  );
  const isKept = ({ entries, pathway, about }: CriteriaSet): boolean =>
    entries.length > 0 || pathway !== undefined || about === oneOfFamily;
  return changed(removeEmptySets ? withoutLostRules(withoutLoneGroups(without.filter(isKept))) : without);
}

export const deleteSet = (definition: Definition, entryId: string): CohortOutcome =>
  changed(withoutLostRules(withoutLoneGroups(definition.filter((set) => set.entryId !== entryId))));

/** Drops relative rules whose target is gone or has lost its own rule, until none is left (rule 3.18). */
export function withoutLostRules(definition: Definition): Definition {
  const targets = new Set(definition.filter(({ eventRule }) => eventRule).map(({ entryId }) => entryId));
  const isLost = (set: CriteriaSet): boolean => {
    const rule = relativeRuleOf(set);
    return rule !== null && !targets.has(rule.targetEntryId);
  };
  if (!definition.some(isLost)) return definition;
  return withoutLostRules(definition.map((set) => (isLost(set) ? withoutRule(set) : set)));
}

export function withoutRule({ eventRule: _, ...set }: CriteriaSet): CriteriaSet {
  return set;
}

const maxAlias = 200;

export function setAlias(
  definition: Definition,
  entryId: string,
  given: string | null | undefined,
): CohortOutcome {
  const alias = given?.trim() ?? '';
  if (alias.length > maxAlias)
    return refused(fieldError('Name', 'out_of_range', `at most ${maxAlias} characters.`));
  return onSet(definition, entryId, ({ alias: _, ...set }) =>
    changed(changeSet(definition, entryId, () => (alias === '' ? set : { ...set, alias }))),
  );
}

const maxCount = 1_000_000_000;

type CountRuleForm = Extract<CohortTransformation, { kind: 'add_criteria_set_count_rule' }>;

/** Not together with a relative rule on either side, and not on the root (rules 2.8 and 2.9). */
export function setCountRule(
  definition: Definition,
  { entryId, operator, count }: CountRuleForm,
  { lookup }: CohortEditContext,
): CohortOutcome {
  return onSet(definition, entryId, (set) => {
    const fault = countFault(set, definition, lookup);
    if (fault === 'on_root')
      return refused(
        fieldError('Count', 'not_fitting', 'only criteria sets of other collections count rows.'),
      );
    const value = parseCountValue(count);
    if (typeof value !== 'number') return value;
    if (fault === 'beside_relative_rule')
      return refused(
        fieldError('Count', 'conflict', 'not possible together with a rule relative to another event.'),
      );
    return changed(changeSet(definition, entryId, () => ({ ...set, countRule: { operator, value } })));
  });
}

export function parseCountValue(count: CountRuleForm['count']): number | RefusedEdit {
  const value = fieldReader().wholeNumber('Count', count);
  return value === null || value < 0 || value > maxCount
    ? refused(fieldError('Count', 'out_of_range', 'give a whole number from 0.'))
    : value;
}

export function onSet(
  definition: Definition,
  entryId: string,
  act: (set: CriteriaSet) => CohortOutcome,
): CohortOutcome {
  const set = definition.find((candidate) => candidate.entryId === entryId);
  return set === undefined ? missingSet : act(set);
}
