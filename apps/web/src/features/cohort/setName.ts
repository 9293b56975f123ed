import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { textOf } from './textOf.ts';

/** What one calls a criteria set: its alias, its collection with a number, or its heading. */
export const setName = (set: CriteriaSetView): string =>
  set.alias !== '' ? set.alias : (set.criteriaSetName ?? textOf(set.label).replace(/ where:$/, ''));
