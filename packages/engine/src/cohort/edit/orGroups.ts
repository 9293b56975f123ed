import type {
  CohortDefinition,
  CohortEntry,
  CriteriaSet,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import { editError, refused } from '../../definition/outcome.ts';
import { changeSet, dissolve } from './entries.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';

const missingFilter = refused(editError('not_found', 'This filter no longer exists.'));

const membersOf = (entry: CohortEntry): readonly FilterEntry[] =>
  entry.kind === 'or_group' ? entry.entries : [entry];

const holds = (entry: CohortEntry, entryId: string): boolean =>
  entry.entryId === entryId || membersOf(entry).some((filter) => filter.entryId === entryId);

const setOf = (definition: CohortDefinition, entryId: string): CriteriaSet | undefined =>
  definition.find((set) => set.entries.some((entry) => holds(entry, entryId)));

/** Joins a filter with the one after it; groups on either side merge (rule 3.14). */
export function joinWithNext(
  definition: CohortDefinition,
  entryId: string,
  { newEntryId }: CohortEditContext,
): CohortOutcome {
  const set = setOf(definition, entryId);
  if (set === undefined) return missingFilter;
  const index = set.entries.findIndex((entry) => holds(entry, entryId));
  const [first, second] = set.entries.slice(index, index + 2);
  if (first === undefined) return missingFilter;
  const last = membersOf(first).at(-1);
  if (first.entryId !== entryId && last?.entryId !== entryId) return { kind: 'unchanged' };
  if (second === undefined)
    return refused(editError('not_found', 'There is no filter after this one to join with.'));
  const group = [first, second].find((entry) => entry.kind === 'or_group');
  const joined: CohortEntry = {
    kind: 'or_group',
    entryId: group?.entryId ?? newEntryId(),
    entries: [...membersOf(first), ...membersOf(second)],
  };
  const entries = set.entries.toSpliced(index, 2, joined);
  return { kind: 'changed', definition: changeSet(definition, set.entryId, () => ({ ...set, entries })) };
}

/** Splits a group after a filter; what is left of one filter is no group (rule 3.14). */
export function splitAfter(
  definition: CohortDefinition,
  entryId: string,
  { newEntryId }: CohortEditContext,
): CohortOutcome {
  const set = setOf(definition, entryId);
  const group = set?.entries.find((entry) => holds(entry, entryId));
  if (set === undefined || group === undefined) return missingFilter;
  if (group.kind !== 'or_group' || group.entryId === entryId) return { kind: 'unchanged' };
  const end = group.entries.findIndex((filter) => filter.entryId === entryId) + 1;
  const head = group.entries.slice(0, end);
  const tail = group.entries.slice(end);
  if (tail.length === 0) return { kind: 'unchanged' };
  const tailId = head.length > 1 ? newEntryId() : group.entryId;
  const parts: CohortEntry[] = [
    { ...group, entries: head },
    { ...group, entryId: tailId, entries: tail },
  ];
  const entries = dissolve(set.entries.flatMap((entry) => (entry === group ? parts : entry)));
  return { kind: 'changed', definition: changeSet(definition, set.entryId, () => ({ ...set, entries })) };
}
