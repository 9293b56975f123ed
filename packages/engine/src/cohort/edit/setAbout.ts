import type { CohortDefinition, CountRule } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { fieldError, type RefusedEdit, refused } from '../../definition/outcome.ts';
import { mayBeAbout } from '../kinship.ts';
import { datedTogether } from '../plan/attritionSteps.ts';
import { isRootSet } from '../setOrder.ts';
import { closedRelative, onSet, parseCountValue, relativeOf } from './criteriaSets.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';

type AboutForm = Extract<CohortTransformation, { kind: 'set_criteria_set_about' }>;

/** Sets that a relative rule connects stay about one person, so all of them change (rule 3.28). */
export function setAbout(
  definition: CohortDefinition,
  { entryId, about: given, operator, count }: AboutForm,
  context: CohortEditContext,
): CohortOutcome {
  const about = relativeOf(given);
  return onSet(definition, entryId, (set) => {
    if (about !== undefined && !mayBeAbout(about, context)) return closedRelative(about);
    if (about !== undefined && set.pathway !== undefined)
      return refused(fieldError('About', 'not_fitting', 'a pathway is that of the subject.'));
    const root = definition.find((one) => one !== set && isRootSet(one, context.lookup));
    if (root !== undefined && isRootSet({ ...set, about }, context.lookup))
      return refused(
        fieldError(
          'About',
          'conflict',
          `there is a criteria set about the ${context.lookup.root.title} already.`,
        ),
      );
    const many = about === 'any_member' ? parseCount({ operator, count }) : undefined;
    if (many?.kind === 'refused') return many;
    const bound = datedTogether(set, definition);
    const edited = definition.map((one) => {
      if (!bound.includes(one)) return one;
      const { about: _, familyCount, ...rest } = one;
      const held = one === set ? many?.rule : about === 'any_member' ? familyCount : undefined;
      return { ...rest, ...(about && { about }), ...(held && { familyCount: held }) };
    });
    return { kind: 'changed', definition: edited };
  });
}

/** How many of the family are meant; no rule for at least 1 (rule 2.29). */
function parseCount({
  operator = 'at least',
  count = 1,
}: Pick<AboutForm, 'operator' | 'count'>): ParsedCount | RefusedEdit {
  const value = parseCountValue(count);
  if (typeof value !== 'number') return value;
  const isUsual = operator === 'at least' && value === 1;
  return { kind: 'count', rule: isUsual ? undefined : { operator, value } };
}

interface ParsedCount {
  readonly kind: 'count';
  readonly rule: CountRule | undefined;
}
