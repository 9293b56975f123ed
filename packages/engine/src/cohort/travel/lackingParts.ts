import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { MemberContext } from '../../definition/memberContext.ts';
import { type EditError, editError } from '../../definition/outcome.ts';
import { checkCohort } from '../check/checkCohort.ts';
import { countFault } from '../check/checkEventRule.ts';
import type { CohortError } from '../check/checkedCohort.ts';
import { withoutLostRules, withoutRule } from '../edit/criteriaSets.ts';
import { changeFilters, filtersOf } from '../edit/entries.ts';
import { withoutLoneGroups } from '../edit/setAlternatives.ts';
import { hasOwnCount } from '../eventRules.ts';

/** What a cohort from elsewhere asks for and this member cannot ask here, by name, and the cohort without it. */
export interface Lacking {
  readonly errors: readonly EditError[];
  readonly rest: CohortDefinition;
}

type Titles = ReadonlyMap<string, string>;
type Part = Pick<CohortError, 'entryId' | 'part'>;

interface Fault extends Part {
  readonly error: EditError;
}

/** What is hidden from the member reads like what does not exist (rule 1.9). */
export function lackingParts(given: CohortDefinition, titles: Titles, context: MemberContext): Lacking {
  const errors: EditError[] = [];
  let rest = given;
  for (;;) {
    const absent = absentParts(rest, titles, context);
    const faults = absent.length > 0 ? absent : unfittingParts(rest, context);
    if (faults.length === 0) return { errors, rest };
    errors.push(...faults.map(({ error }) => error));
    rest = withoutParts(rest, faults, context);
  }
}

const named = (id: string, titles: Titles): string => {
  const title = titles.get(id);
  return title === undefined || title === id ? id : `${title} (${id})`;
};

function absentParts(
  definition: CohortDefinition,
  titles: Titles,
  { lookup }: MemberContext,
): readonly Fault[] {
  const fault = (entryId: string, part: Fault['part'], message: string): Fault => ({
    entryId,
    part,
    error: editError('not_found', message),
  });
  return definition.flatMap((set): readonly Fault[] => {
    const collection = lookup.collection(set.collectionId);
    if (collection === undefined)
      return [fault(set.entryId, 'set', `There is no collection ${named(set.collectionId, titles)} here.`)];
    if (!lookup.mayStartSet(collection.id))
      return [fault(set.entryId, 'set', `You may not create criteria sets of ${collection.title}.`)];
    return filtersOf(set)
      .filter(({ conceptId }) => lookup.concept(conceptId) === undefined)
      .map(({ entryId, conceptId }) =>
        fault(entryId, 'filter', `There is no concept ${named(conceptId, titles)} here.`),
      );
  });
}

function unfittingParts(definition: CohortDefinition, context: MemberContext): readonly Fault[] {
  const checked = checkCohort(definition, context);
  if (checked.kind === 'sound') return [];
  return checked.errors.map(({ entryId, part, message }) => ({
    entryId,
    part,
    error: editError('not_fitting', message),
  }));
}

function withoutParts(
  definition: CohortDefinition,
  faults: readonly Part[],
  context: MemberContext,
): CohortDefinition {
  const at = (part: Part['part']) =>
    new Set(faults.filter((fault) => fault.part === part).map(({ entryId }) => entryId));
  const [sets, rules, filters] = [at('set'), at('eventRule'), at('filter')];
  const kept = definition.flatMap((set): readonly CriteriaSet[] => {
    if (sets.has(set.entryId)) return [];
    const ruled = rules.has(set.entryId) ? withoutFaultyRule(set, definition, context) : set;
    const left = changeFilters(ruled, (filter: FilterEntry) => (filters.has(filter.entryId) ? [] : [filter]));
    return set.entries.length > 0 && left.entries.length === 0 ? [] : [left];
  });
  return withoutLostRules(withoutLoneGroups(kept));
}

function withoutFaultyRule(
  set: CriteriaSet,
  definition: CohortDefinition,
  { lookup }: MemberContext,
): CriteriaSet {
  if (!hasOwnCount(set) || countFault(set, definition, lookup) === null) return withoutRule(set);
  const { countRule: _, ...rest } = set;
  return rest;
}
