import type { SetOperation } from '@atrium/contract/endpoints/comparison';

export const overlapWords = {
  title: 'Overlaps',
  loading: 'Counting the overlaps',
  failed: 'The overlaps could not be counted.',
  tableName: 'Subjects by the groups that they are in',
  explained: (everyone: string) =>
    `Each subject is in one row. The rows add up to everyone, ${everyone}: nobody is missing, and nothing is tested. Regions without subjects are left out.`,
  region: 'Groups',
  subjects: 'Subjects',
  action: 'As cohort',
  none: 'None of them',
  group: (title: string, count: string) => `${title}, n = ${count}`,
  only: 'Only',
  in: 'in',
  notIn: 'not in',
  make: 'Make active',
  makeOf: (region: string) => `Make active: ${region}`,
  made: (region: string) => `The active cohort is now: ${region}.`,
  notMade: (region: string) => `Not made active: ${region}`,
  refused: (why: string) => `No single cohort says this: ${why}.`,
  combine: 'Combine two groups',
  first: 'First group',
  second: 'Second group',
  operation: 'How',
  add: 'Add as a group',
  operations: {
    and: 'and (in both)',
    or: 'or (in any)',
    minus: 'without (in the first only)',
    xor: 'either, but not both',
  } satisfies Record<SetOperation, string>,
  full: 'A comparison holds six groups.',
} as const;

/** `Only A`, `A and B`, `None of them`. */
export function regionName(titles: readonly string[]): string {
  const [only] = titles;
  if (only === undefined) return overlapWords.none;
  if (titles.length === 1) return `${overlapWords.only} ${only}`;
  return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
}
