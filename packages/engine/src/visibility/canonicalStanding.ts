import { purposeKey } from './dataUse.ts';
import type { PermissionGroup, Standing } from './permit.ts';

const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort();

/**
 * The standing of a member as one text: two members with the same text see the same data of a release. The
 * order of groups and of the names in them does not matter.
 */
export const canonicalStanding = ({ level, groups, purpose }: Standing): string =>
  JSON.stringify([
    level,
    groups === null ? null : sorted(groups.map(canonicalGroup)),
    ...(purpose ? [purposeKey(purpose)] : []),
  ]);

const canonicalGroup = (group: PermissionGroup): string => {
  const { allSubjects, subjectConcepts, categories, concepts, collections } = group;
  const names = (list: readonly string[] | null) => (list === null ? null : sorted(list));
  return JSON.stringify([
    allSubjects,
    sorted(subjectConcepts),
    names(categories),
    names(concepts),
    names(collections),
  ]);
};
