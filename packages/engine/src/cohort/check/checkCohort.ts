import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { MemberContext } from '../../definition/memberContext.ts';
import { aboutWords } from '../aboutWords.ts';
import { eventsInYearsOnly } from '../eventRules.ts';
import { type KinPlan, kinshipOf, mayBeAbout, planKin } from '../kinship.ts';
import { holdsTooMuch, oneOfFamilyFault } from '../oneOfFamily.ts';
import { checkRules } from './checkEventRule.ts';
import type { CheckedCohort, CohortError, SoundEntry, SoundFilter, SoundSet } from './checkedCohort.ts';
import { checkFilter } from './checkFilter.ts';
import { checkPathway } from './checkPathway.ts';

/**
 * Whether this member may run the definition on this release: every concept and collection exists, is open to the
 * member's level and still fits the filter. The only way to a cohort that can be planned.
 */
export function checkCohort(definition: CohortDefinition, context: MemberContext): CheckedCohort {
  const { level } = context.member;
  const errors: CohortError[] = [];
  const sets = definition.flatMap((set) => checkSet({ set, definition, errors }, context) ?? []);
  return errors.length === 0
    ? { kind: 'sound', level, definition, sets }
    : { kind: 'broken', level, definition, errors };
}

interface SetCheck {
  readonly set: CriteriaSet;
  readonly definition: CohortDefinition;
  readonly errors: CohortError[];
}

function checkSet({ set, definition, errors }: SetCheck, context: MemberContext): SoundSet | null {
  const collection = context.lookup.collection(set.collectionId);
  if (collection === undefined) {
    const message = `The collection ${set.collectionId} no longer exists.`;
    errors.push({ entryId: set.entryId, part: 'set', message, mayEdit: false });
  } else {
    const fault = checkAbout(set, context) ?? checkRules({ set, collection, definition }, context);
    if (fault !== null) errors.push(fault);
  }
  const pathway = set.pathway === undefined ? null : checkPathway(set.pathway, context);
  if (pathway !== null) {
    const message = pathwayFault(set, pathway, context);
    if (message !== null) errors.push({ entryId: set.entryId, part: 'set', message, mayEdit: false });
  }
  const check = (filter: FilterEntry): readonly SoundFilter[] => {
    const checked = checkFilter(filter, collection, context);
    if ('filter' in checked) return [checked];
    errors.push(checked);
    return [];
  };
  const entries = set.entries.flatMap((entry): readonly SoundEntry[] =>
    entry.kind === 'or_group' ? [{ kind: 'or_group', filters: entry.entries.flatMap(check) }] : check(entry),
  );
  if (collection === undefined) return null;
  const eventsInYears = eventsInYearsOnly(collection, context.lookup, context.member);
  return {
    ...{ set, collection, kin: kinOf(set, context), eventsInYears, entries },
    pathway: pathway?.kind === 'pathway' ? pathway : null,
  };
}

/** What is hidden from the member is not named (rule 1.9). */
function pathwayFault(
  { collectionId, about }: CriteriaSet,
  checked: ReturnType<typeof checkPathway>,
  { lookup }: MemberContext,
): string | null {
  if (collectionId !== lookup.root.id || about !== undefined) return 'A pathway is that of the subject.';
  if (checked.kind === 'pathway') return null;
  return checked.isGone
    ? 'You may not use a time of the pathway, or it no longer exists.'
    : `The pathway cannot be used: ${checked.message}.`;
}

const kinOf = ({ about, familyCount }: CriteriaSet, context: MemberContext): KinPlan | null => {
  const kinship = about === undefined ? null : kinshipOf(context);
  return about === undefined || kinship === null ? null : planKin({ about, familyCount }, kinship);
};

/** Why the member cannot ask about the set's relative (rule 2.25); null where they can. */
function checkAbout(set: CriteriaSet, context: MemberContext): CohortError | null {
  const { about, entryId } = set;
  const fault = (message: string): CohortError => ({ entryId, part: 'set', message, mayEdit: true });
  if (about === undefined) return null;
  if (!mayBeAbout(about, context)) return fault(`You may not ask about ${aboutWords[about]}.`);
  return holdsTooMuch(set, context.lookup) ? fault(oneOfFamilyFault) : null;
}
