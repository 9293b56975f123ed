import { type About, type CriteriaSet, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';

/** Whom a criteria set is about, within a sentence. */
export const aboutWords: Readonly<Record<About, string>> = {
  mother: 'the mother',
  father: 'the father',
  sibling: 'a sibling',
  any_member: 'anybody of the family',
  all_members: 'everybody of the family',
  one_of_family: 'one of each family',
};

/** The same with how many of the family are meant (rule 2.29). */
export const whomWords = (about: About, { familyCount }: Pick<CriteriaSet, 'familyCount'>): string =>
  familyCount === undefined
    ? aboutWords[about]
    : `${familyCount.operator} ${familyCount.value} of the family`;

/** What a convention without families and pathways cannot say of a set; null where there is nothing. */
export function unsaidOf(set: Pick<CriteriaSet, 'about' | 'familyCount' | 'pathway'>): string | null {
  if (set.pathway !== undefined) return 'how far subjects came on a pathway';
  if (set.about === undefined) return null;
  return set.about === oneOfFamily
    ? 'a choice within each family'
    : `a set about ${whomWords(set.about, set)}`;
}

/** Who is chosen in each family (rule 2.30). */
export const oneOfFamilyWords = 'the proband, else who comes first in the data';

/** The same as a name. */
export const aboutTitles: Readonly<Record<About, string>> = {
  mother: 'Mother',
  father: 'Father',
  sibling: 'Sibling',
  any_member: 'Anybody of the family',
  all_members: 'Everybody of the family',
  one_of_family: 'One of each family',
};
