import type { Relative } from '@atrium/contract/wire/cohortDefinition';

/** Whom a criteria set may be about, beside the subject. */
export const relativeWords: Readonly<Record<Relative, string>> = {
  mother: 'the mother',
  father: 'the father',
  sibling: 'a sibling',
  any_member: 'anybody of the family',
  all_members: 'everybody of the family',
};

/** Sentences of the dialogs of a criteria set. */
export const setWords = {
  edit: (name: string) => `Edit criteria set: ${name}`,
  editTip: 'Count and name',
  addRule: (name: string) => `Add date rule: ${name}`,
  addRuleTip: 'Restrict by when it happened',
  editRule: (name: string) => `Edit date rule: ${name}`,
  removeRule: (name: string) => `Remove date rule: ${name}`,
  enrolledTrio: 'Enrolled trios: mother and father are on record',
  askParents: (name: string) => `Ask the same of mother and father: ${name}`,
  removeSet: (name: string) => `Delete criteria set: ${name}`,
  title: (name: string) => `Criteria set: ${name}`,
  ruleTitle: (name: string) => `When it happened: ${name}`,
  confirm: 'Update cohort',
  cancel: 'Cancel',
  countTab: 'Count rule',
  nameTab: 'Name',
  operator: 'How many',
  number: 'Number',
  countHint: (plural: string) =>
    `Counts the ${plural} that meet everything in this set. “Exactly 0” means none at all, and keeps those who have no ${plural} on record.`,
  name: 'Name',
  nameHint:
    'Shown in the panel, in date rules of other sets and in the results. Leave it empty for the default.',
  lostTitle: 'Date rules depend on this',
  lostBySet: (name: string) =>
    `If you delete “${name}”, these date rules go with it, because they count from it:`,
  lostByRule: (name: string) =>
    `If you remove the date rule of “${name}”, these date rules go with it, because they count from it:`,
  deleteAnyway: (rules: number) => (rules === 1 ? 'Delete both' : `Delete it and ${rules} rules`),
  gone: 'This set cannot be used any more. Delete it to count again.',
  ruleFault: 'This date rule cannot be used as it stands.',
  all: 'All',
  alternatives: 'One of these criteria sets',
  ofSets: 'criteria sets',
  oneOfFamily: 'One of each family',
  howManyOf: (name: string) => `How many of the family: ${name}`,
  about: 'about',
  aboutWhom: (name: string) => `Whom it is about: ${name}`,
  subject: (noun: string) => `the ${noun}`,
  nextSetHint: (name: string) =>
    `The next filter on ${name} is added here, unless you choose otherwise beside “Apply new filter”.`,
} as const;
