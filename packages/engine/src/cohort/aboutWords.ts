import type { Relative } from '@atrium/contract/wire/cohortDefinition';

/** Whom a criteria set is about, within a sentence. */
export const aboutWords: Readonly<Record<Relative, string>> = {
  mother: 'the mother',
  father: 'the father',
  sibling: 'a sibling',
  any_member: 'anybody of the family',
  all_members: 'everybody of the family',
};

/** The same as a name. */
export const aboutTitles: Readonly<Record<Relative, string>> = {
  mother: 'Mother',
  father: 'Father',
  sibling: 'Sibling',
  any_member: 'Anybody of the family',
  all_members: 'Everybody of the family',
};
