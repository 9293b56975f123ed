import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { AliasOption, CountRuleOption } from '@atrium/contract/wire/criteriaSetOptions';
import type { Lookup } from '../../dictionary/lookup.ts';
import { isTargeted, relativeRuleOf } from '../eventRules.ts';

export interface EditedSet {
  readonly set: CriteriaSet;
  /** The definition that holds the set. */
  readonly definition: CohortDefinition;
}

/** The state of the editors of a set's count rule and of its name, in this order (rule 3.22). */
export const criteriaSetOptions = (edited: EditedSet, lookup: Lookup): [CountRuleOption, AliasOption] => [
  countRuleOption(edited, lookup),
  {
    transformation: 'set_criteria_set_alias',
    label: 'Name',
    allowed: true,
    alias: edited.set.alias ?? '',
  },
];

function countRuleOption({ set, definition }: EditedSet, lookup: Lookup): CountRuleOption {
  const head = { transformation: 'add_criteria_set_count_rule', label: 'Count' } as const;
  const closed = (disallowedReason: string): CountRuleOption => ({
    ...head,
    allowed: false,
    disallowedReason,
  });
  if (set.collectionId === lookup.root.id)
    return closed('Only criteria sets of other collections count rows.');
  if (relativeRuleOf(set) !== null) return closed('Not possible while the date rule names another event.');
  if (isTargeted(definition, set.entryId))
    return closed('Not possible while another criteria set is dated by this one.');
  return { ...head, allowed: true, ...(set.countRule ?? { operator: 'at least', value: 1 }) };
}
