import { isWindow } from '@atrium/contract/calendar/days';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CohortDefinition, CriteriaSet, EventRule } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter, CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { boundsAboveTopCode } from '../../concepts/range.ts';
import {
  type EditError,
  type EditErrorCode,
  editError,
  fieldError,
  type RefusedEdit,
  refused,
} from '../../definition/outcome.ts';
import type { Collection } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import { countFault, type RuleFault, type RulePart, ruleFaults } from '../check/checkEventRule.ts';
import { eventsInYearsOnly, hasOwnCount, mayUseEvents, relativeRuleOf, ruleKindsFor } from '../eventRules.ts';
import { addFilter } from './addFilter.ts';
import { onSet, type StartedSet, startSet, withoutLostRules, withoutRule } from './criteriaSets.ts';
import { changeSet } from './entries.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';
import { boundFields, parseEventRule, type RuleDraft } from './parseEventRule.ts';

type Definition = CohortDefinition;
type Modify = Extract<CohortTransformation, { kind: 'modify_event_rule' }>;

/** Starts a rule as "any date"; a set that has one keeps it. */
export const createRule = (
  definition: Definition,
  entryId: string,
  context: CohortEditContext,
): CohortOutcome =>
  onDatedSet(definition, { entryId, context }, (set) =>
    set.eventRule === undefined
      ? withRule(definition, set, { kind: 'no_restriction' })
      : { kind: 'unchanged' },
  );

export const modifyRule = (
  before: Definition,
  { entryId, optionType, fields, targetFilter }: Modify,
  context: CohortEditContext,
): CohortOutcome =>
  onDatedSet(before, { entryId, context }, (set, collection) => {
    const { lookup, member } = context;
    const kind = ruleKindsFor(collection, lookup).find((candidate) => candidate === optionType);
    if (kind === undefined) {
      const text = `${optionType} does not fit ${collection.title}.`;
      return refused(fieldError('option_type', 'not_fitting', text));
    }
    const inYears = eventsInYearsOnly(collection, lookup, member);
    const isRelative = kind === 'relative_to_other_event';
    const started =
      isRelative && targetFilter !== undefined
        ? newEvent(before, { filter: targetFilter, about: set.about }, context)
        : null;
    if (started?.kind === 'refused') return started;
    const draft = parseEventRule({ kind, fields, inYears, newTarget: started?.set.entryId });
    const { rule } = draft;
    const definition = withDatedTarget(started?.definition ?? before, rule);
    const ruled = { ...set, eventRule: rule };
    const edited = changeSet(definition, entryId, () => ruled);
    const faults = ruleFaults({ set: ruled, collection, definition: edited }, context);
    const errors = [
      ...draft.errors,
      ...faults.flatMap((fault) => errorsOf(fault, draft)),
      ...countErrors(ruled, edited, lookup),
    ];
    return errors.length > 0 ? refused(...errors) : withRule(definition, set, rule);
  });

/** Starts the set of another event, about the same person, with its filter (rule 3.29, decision 106). */
function newEvent(
  definition: Definition,
  { filter, about }: { readonly filter: AddFilter; readonly about: CriteriaSet['about'] },
  context: CohortEditContext,
): StartedSet | RefusedEdit {
  const { entryId: _, validateOnly: _kept, ...form } = filter;
  const collectionId = context.lookup.concept(form.conceptId)?.collectionId ?? context.lookup.root.id;
  const started = startSet(definition, { collectionId, ...(about && { about }) }, context);
  if (started.kind === 'refused') return started;
  const filled = addFilter(started.definition, { ...form, criteriaSet: started.set.entryId }, context);
  if (filled.kind === 'refused') return filled;
  return { ...started, definition: filled.kind === 'changed' ? filled.definition : started.definition };
}

/** The target of a relative rule has a rule itself: "any date" where it had none (rule 3.29). */
const withDatedTarget = (definition: Definition, rule: EventRule): Definition =>
  rule.kind === 'relative_to_other_event'
    ? changeSet(definition, rule.targetEntryId, (set) =>
        set.eventRule === undefined ? { ...set, eventRule: { kind: 'no_restriction' } } : set,
      )
    : definition;

/** A fault of the rule in the words of the form; none where it follows from a field that could not be parsed. */
function errorsOf({ code, message, parts }: RuleFault, { rule, errors }: RuleDraft): readonly EditError[] {
  const isUnreadable = rule.kind === 'relative_to_today' && errors.length > 0;
  switch (code) {
    case 'no_bounds':
      return errors.length > 0 ? [] : [fieldError(boundFields(rule.kind), 'missing', 'give at least one.')];
    case 'reversed':
      return parts.map((part) => partError(part, 'reversed', reversed(rule)));
    case 'window':
      return isUnreadable
        ? []
        : parts.map((part) => partError(part, 'out_of_range', 'give a number of days from 1 to 100000.'));
    case 'whole_years':
      return isUnreadable
        ? []
        : parts
            .filter((part) => part.kind !== 'window' || isWindow(part.value))
            .map((part) => partError(part, 'not_allowed', `you may ask for ${wholeYears[part.kind]} only.`));
    case 'top_coded_age':
      return parts.map((part) => partError(part, 'not_allowed', boundsAboveTopCode));
    case 'top_coded_year':
      return parts.map((part) => partError(part, 'not_allowed', message.slice(message.indexOf(': ') + 2)));
    case 'target_gone':
      return rule.kind === 'relative_to_other_event' && rule.targetEntryId === ''
        ? []
        : [fieldError('target_entry_id', 'not_found', 'choose a criteria set that has a date rule.')];
    case 'target_closed':
    case 'target_person':
    case 'target_precision':
      return [fieldError('target_entry_id', 'not_allowed', sentence(message))];
    case 'kind':
    case 'events':
      return [fieldError('option_type', 'not_fitting', message)];
    default:
      return unreachable(code);
  }
}

const reversed = ({ kind }: EventRule): string =>
  kind === 'relative_to_other_event'
    ? 'the range ends before it starts.'
    : 'the minimum is above the maximum.';

const wholeYears: Readonly<Record<RulePart['kind'], string>> = {
  day: 'whole years',
  window: 'whole years (365, 730, …)',
  age: 'whole years',
  distance: 'whole calendar years (0, 365, 730, …)',
};

/** The fields of a form are spelled like the parts of the rule, in snake case. */
const partError = ({ name }: RulePart, code: EditErrorCode, text: string): EditError =>
  fieldError(
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    code,
    text,
  );

const sentence = (message: string): string => `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`;

/** A set with a relative rule, and its target, have no count rule. */
function countErrors(set: CriteriaSet, definition: Definition, lookup: Lookup): readonly EditError[] {
  const rule = relativeRuleOf(set);
  if (rule === null) return [];
  const isCounted = definition
    .filter((other) => other === set || other.entryId === rule.targetEntryId)
    .some((other) => hasOwnCount(other) && countFault(other, definition, lookup) !== null);
  const text = 'a rule relative to another event is not possible together with a count rule.';
  return isCounted ? [fieldError('option_type', 'conflict', text)] : [];
}

/** Deletes the set's rule, and every relative rule that has this set as its target. */
export const deleteRule = (definition: Definition, entryId: string): CohortOutcome =>
  onSet(definition, entryId, () => ({
    kind: 'changed',
    definition: withoutLostRules(changeSet(definition, entryId, withoutRule)),
  }));

const withRule = (definition: Definition, { entryId }: CriteriaSet, eventRule: EventRule): CohortOutcome => ({
  kind: 'changed',
  definition: changeSet(definition, entryId, (set) => ({ ...set, eventRule })),
});

function onDatedSet(
  definition: Definition,
  { entryId, context }: { entryId: string; context: CohortEditContext },
  act: (set: CriteriaSet, collection: Collection) => CohortOutcome,
): CohortOutcome {
  return onSet(definition, entryId, (set) => {
    const collection = context.lookup.collection(set.collectionId);
    if (collection === undefined || !mayUseEvents(collection, context.lookup, context.member))
      return refused(
        editError('not_allowed', `You may not use dates of ${collection?.title ?? set.collectionId}.`),
      );
    return act(set, collection);
  });
}
