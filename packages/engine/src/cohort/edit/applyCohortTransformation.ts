import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { editError, refused, unlessSame } from '../../definition/outcome.ts';
import { holdsTooMuch, oneOfFamilyFault } from '../oneOfFamily.ts';
import { importCohort } from '../travel/importCohort.ts';
import { withMissing } from '../withMissing.ts';
import { addFilter } from './addFilter.ts';
import { addTrio } from './addTrio.ts';
import { addSet, deleteEntry, deleteSet, setAlias, setCountRule } from './criteriaSets.ts';
import { changeFilters } from './entries.ts';
import { createRule, deleteRule, modifyRule } from './eventRuleEdits.ts';
import { joinWithNext, splitAfter } from './orGroups.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';
import { setAbout } from './setAbout.ts';
import { joinSetWithNext, splitSetAfter } from './setAlternatives.ts';
import { sortEntries } from './sortEntries.ts';

/**
 * One edit of a stored definition (rules 3.6 and 3.9), sound or not: an edit never starts from another definition.
 * Ask `valuesToLookUp` first and put the answer into the context.
 */
export function applyCohortTransformation(
  definition: CohortDefinition,
  transformation: CohortTransformation,
  context: CohortEditContext,
): CohortOutcome {
  const outcome = unlessSame(definition, apply(definition, transformation, context));
  return outcome.kind === 'changed' && outcome.definition.some((set) => holdsTooMuch(set, context.lookup))
    ? refused(editError('not_fitting', oneOfFamilyFault))
    : outcome;
}

/** A missing value meets the filter from now on; an excluded filter stays as it is (rule 4.21). */
const includeMissing = (definition: CohortDefinition, entryId: string): CohortOutcome => ({
  kind: 'changed',
  definition: definition.map((set) =>
    changeFilters(set, (filter) => [(filter.entryId === entryId ? withMissing(filter) : null) ?? filter]),
  ),
});

type Connective = Extract<CohortTransformation, { kind: 'change_to_boolean_or' | 'change_to_boolean_and' }>;

function changeConnective(
  definition: CohortDefinition,
  { kind, entryId }: Connective,
  context: CohortEditContext,
): CohortOutcome {
  const isOr = kind === 'change_to_boolean_or';
  const set = definition.find((one) => one.entryId === entryId);
  if (set === undefined) return (isOr ? joinWithNext : splitAfter)(definition, entryId, context);
  return (isOr ? joinSetWithNext : splitSetAfter)({ definition, set }, context);
}

function apply(
  definition: CohortDefinition,
  transformation: CohortTransformation,
  context: CohortEditContext,
): CohortOutcome {
  switch (transformation.kind) {
    case 'add_entry':
      return addFilter(definition, transformation, context);
    case 'delete_entry':
      return deleteEntry(definition, transformation.entryId, transformation.removeEmptyCriteriaSets);
    case 'include_missing':
      return includeMissing(definition, transformation.entryId);
    case 'clear_all':
      return { kind: 'changed', definition: [] };
    case 'add_criteria_set':
      return addSet(definition, transformation, context);
    case 'add_trio':
      return addTrio(definition, transformation, context);
    case 'delete_criteria_set':
      return deleteSet(definition, transformation.entryId);
    case 'sort_cd_entries':
      return sortEntries(definition, transformation, context);
    case 'change_to_boolean_or':
    case 'change_to_boolean_and':
      return changeConnective(definition, transformation, context);
    case 'add_criteria_set_count_rule':
      return setCountRule(definition, transformation, context);
    case 'set_criteria_set_alias':
      return setAlias(definition, transformation.entryId, transformation.alias);
    case 'set_criteria_set_about':
      return setAbout(definition, transformation, context);
    case 'create_event_rule':
      return createRule(definition, transformation.entryId, context);
    case 'modify_event_rule':
      return modifyRule(definition, transformation, context);
    case 'delete_event_rule':
      return deleteRule(definition, transformation.entryId);
    case 'import_cohort':
      return importCohort(transformation, context);
    default:
      return unreachable(transformation);
  }
}
