import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { editError, type RefusedEdit, refused } from '../../definition/outcome.ts';
import { checkCohort } from '../check/checkCohort.ts';
import { relativeRuleOf } from '../eventRules.ts';
import { type Kinship, kinshipOf } from '../kinship.ts';
import { isRootSet } from '../setOrder.ts';
import { missingSet, startSet } from './criteriaSets.ts';
import { changeSet, withSet } from './entries.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';

type TrioForm = Extract<CohortTransformation, { kind: 'add_trio' }>;

/**
 * Asks for complete trios (rule 2.28): the proband, and sets about mother and father. They ask that both are on record, or
 * what the set of the form asks of the subject.
 */
export function addTrio(
  definition: CohortDefinition,
  { entryId }: TrioForm,
  context: CohortEditContext,
): CohortOutcome {
  const kinship = kinshipOf(context);
  if (kinship === null) return refused(editError('not_allowed', 'You may not ask who is whose parent here.'));
  const asked = entryId === undefined ? rootSet(context) : definition.find((set) => set.entryId === entryId);
  if (asked === undefined) return missingSet;
  const fault = entryId === undefined ? null : faultOf(asked, context);
  if (fault !== null) return fault;
  const ofProband = withProband(definition, kinship, context);
  if (ofProband.kind === 'refused') return ofProband;
  // The subject is asked again where the set is an alternative: it might be found by another one (rule 2.31).
  const own = entryId === undefined ? [] : [undefined];
  const edited = [...own, 'mother' as const, 'father' as const].reduce((held, about) => {
    const { alias: _, orGroupId: __, ...copied } = asked;
    const set: CriteriaSet = {
      ...copied,
      ...(about && { about }),
      entryId: context.newEntryId(),
      entries: entriesWith(asked, context.newEntryId),
    };
    const isHeld = held.some((one) => isRequired(one) && meaningOf(one) === meaningOf(set));
    return isHeld ? held : withSet(held, set, false);
  }, ofProband.definition);
  return { kind: 'changed', definition: edited };
}

const rootSet = ({ lookup }: CohortEditContext): CriteriaSet => ({
  kind: 'criteria_set',
  entryId: '',
  collectionId: lookup.root.id,
  entries: [],
});

/** Why parents cannot be asked the same; null where they can. */
function faultOf(set: CriteriaSet, context: CohortEditContext): RefusedEdit | null {
  if (set.about !== undefined || set.pathway !== undefined || isRootSet(set, context.lookup))
    return refused(editError('not_fitting', 'Choose a criteria set about records of the subject.'));
  if (relativeRuleOf(set) !== null)
    return refused(editError('not_fitting', 'A rule relative to another event is about one person only.'));
  return checkCohort([set], context).kind === 'broken'
    ? refused(editError('not_fitting', 'Repair this criteria set first.'))
    : null;
}

/** The definition with a filter for the proband, unless it has one. */
function withProband(
  definition: CohortDefinition,
  { role, children }: Kinship,
  context: CohortEditContext,
): { readonly kind: 'set'; readonly definition: CohortDefinition } | RefusedEdit {
  const [proband = ''] = children;
  const head = { conceptId: role.id, prefilterValue: null, excludeSelected: false };
  const filter: FilterEntry =
    role.type === 'text'
      ? { kind: 'text', entryId: '', ...head, includeNullAndMissing: false, terms: [proband] }
      : { kind: 'choice', entryId: '', ...head, categories: [proband] };
  const roots = definition.filter((set) => isRequired(set) && isRootSet(set, context.lookup));
  const isSame = (one: FilterEntry) => JSON.stringify({ ...one, entryId: '' }) === JSON.stringify(filter);
  if (roots.some(({ entries }) => entries.some((entry) => entry.kind !== 'or_group' && isSame(entry))))
    return { kind: 'set', definition };
  const [root] = roots;
  const started =
    root === undefined
      ? startSet(definition, { collectionId: context.lookup.root.id }, context)
      : ({ kind: 'set', definition, set: root } as const);
  if (started.kind === 'refused') return started;
  const added = { ...filter, entryId: context.newEntryId() };
  return {
    kind: 'set',
    definition: changeSet(started.definition, started.set.entryId, (set) => ({
      ...set,
      entries: [...set.entries, added],
    })),
  };
}

/** Whether the set must hold, for it is no alternative (rule 2.24). */
const isRequired = ({ orGroupId }: CriteriaSet): boolean => orGroupId === undefined;

const entriesWith = ({ entries }: CriteriaSet, newEntryId: () => string): CriteriaSet['entries'] =>
  entries.map((entry) =>
    entry.kind === 'or_group'
      ? {
          ...entry,
          entryId: newEntryId(),
          entries: entry.entries.map((one) => ({ ...one, entryId: newEntryId() })),
        }
      : { ...entry, entryId: newEntryId() },
  );

/** What a set asks, without ids. */
const meaningOf = (set: CriteriaSet): string => {
  const { collectionId, about, countRule, eventRule } = set;
  return JSON.stringify([collectionId, about, countRule, eventRule, entriesWith(set, () => '')]);
};
