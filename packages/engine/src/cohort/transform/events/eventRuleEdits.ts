import type { CohortDefinition, CohortTransformation, CriteriaSet, EventRule } from '@atrium/contract';
import type { Collection } from '../../../dictionary/dictionary.ts';
import { eventsInYearsOnly, hasOwnCount, mayUseEvents, ruleKindsFor } from '../../eventRules.ts';
import { onSet, withoutLostRules, withoutRule } from '../criteriaSets.ts';
import { changeSet } from '../entries.ts';
import { type CohortOutcome, refused, type TransformContext } from '../outcome.ts';
import { readEventRule } from './readEventRule.ts';

type Definition = CohortDefinition;
type Modify = Extract<CohortTransformation, { kind: 'modify_event_rule' }>;

/** Starts a rule as "any date"; a set that has one keeps it. */
export const createRule = (
  definition: Definition,
  entryId: string,
  context: TransformContext,
): CohortOutcome =>
  onDatedSet(definition, { entryId, context }, (set) =>
    set.eventRule === undefined
      ? withRule(definition, set, { kind: 'no_restriction' })
      : { kind: 'unchanged' },
  );

export const modifyRule = (
  definition: Definition,
  { entryId, optionType, fields }: Modify,
  context: TransformContext,
): CohortOutcome =>
  onDatedSet(definition, { entryId, context }, (set, collection) => {
    const { lookup, member } = context;
    const kind = ruleKindsFor(collection, lookup).find((candidate) => candidate === optionType);
    if (kind === undefined) return refused(`option_type: ${optionType} does not fit ${collection.title}.`);
    const inYears = eventsInYearsOnly(collection, lookup, member.level);
    const { rule, errors } = readEventRule({ kind, fields, inYears });
    const targetErrors = targetFaults(rule, { set, definition, context });
    return errors.length + targetErrors.length > 0
      ? refused(...errors, ...targetErrors)
      : withRule(definition, set, rule);
  });

/** Rules that target this one go with it. */
export const deleteRule = (definition: Definition, entryId: string): CohortOutcome =>
  onSet(definition, entryId, () => ({
    kind: 'changed',
    definition: withoutLostRules(changeSet(definition, entryId, withoutRule)),
  }));

const withRule = (definition: Definition, { entryId }: CriteriaSet, eventRule: EventRule): CohortOutcome => ({
  kind: 'changed',
  definition: changeSet(definition, entryId, (set) => ({ ...set, eventRule })),
});

interface Targeting {
  readonly set: CriteriaSet;
  readonly definition: Definition;
  readonly context: TransformContext;
}

function targetFaults(rule: EventRule, { set, definition, context }: Targeting): readonly string[] {
  if (rule.kind !== 'relative_to_other_event' || rule.targetEntryId === '') return [];
  const target = definition.find((other) => other.entryId === rule.targetEntryId && other !== set);
  const collection = target === undefined ? undefined : context.lookup.collection(target.collectionId);
  if (target?.eventRule === undefined || collection === undefined)
    return ['target_entry_id: choose a criteria set that has a date rule.'];
  if (!mayUseEvents(collection, context.lookup, context.member.level))
    return [`target_entry_id: you may not use the dates of ${collection.title}.`];
  return hasOwnCount(set) || hasOwnCount(target)
    ? ['option_type: a rule relative to another event is not possible together with a count rule.']
    : [];
}

function onDatedSet(
  definition: Definition,
  { entryId, context }: { entryId: string; context: TransformContext },
  act: (set: CriteriaSet, collection: Collection) => CohortOutcome,
): CohortOutcome {
  return onSet(definition, entryId, (set) => {
    const collection = context.lookup.collection(set.collectionId);
    if (collection === undefined || !mayUseEvents(collection, context.lookup, context.member.level))
      return refused(`You may not use dates of ${collection?.title ?? set.collectionId}.`);
    return act(set, collection);
  });
}
