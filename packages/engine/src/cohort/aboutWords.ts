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

/** A set about others than the subject, where a convention has no families. */
export const unsaidAbout = (about: About, set: Pick<CriteriaSet, 'familyCount'>): string =>
  about === oneOfFamily ? 'a choice within each family' : `a set about ${whomWords(about, set)}`;

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
