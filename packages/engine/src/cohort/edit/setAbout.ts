import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { fieldError, refused } from '../../definition/outcome.ts';
import { mayBeAbout } from '../kinship.ts';
import { datedTogether } from '../plan/attritionSteps.ts';
import { isRootSet } from '../setOrder.ts';
import { closedRelative, onSet, relativeOf } from './criteriaSets.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';

type AboutForm = Extract<CohortTransformation, { kind: 'set_criteria_set_about' }>;

/** Sets that a relative rule connects stay about one person, so all of them change (rule 3.28). */
export function setAbout(
  definition: CohortDefinition,
  { entryId, about: given }: AboutForm,
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
    const bound = datedTogether(set, definition);
    const edited = definition.map((one) => {
      if (!bound.includes(one)) return one;
      const { about: _, ...rest } = one;
      return { ...rest, ...(about && { about }) };
    });
    return { kind: 'changed', definition: edited };
  });
}
