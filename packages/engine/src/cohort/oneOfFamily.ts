import { type CriteriaSet, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../dictionary/lookup.ts';

/** Whether a set that keeps one of each family asks for more than that (rule 2.30). */
export const holdsTooMuch = (
  { about, collectionId, entries, orGroupId, eventRule, countRule }: CriteriaSet,
  { root }: Pick<Lookup, 'root'>,
): boolean =>
  about === oneOfFamily &&
  (collectionId !== root.id || entries.length > 0 || [orGroupId, eventRule, countRule].some(Boolean));

export const oneOfFamilyFault =
  'One of each family is chosen among those who meet all other criteria: it takes no filter, no rule and no alternative.';
