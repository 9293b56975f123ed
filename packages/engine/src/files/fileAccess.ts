import { type AccessLevel, accessLevels } from '@atrium/contract/wire/access';
import type { Standing } from '../visibility/permit.ts';
import { rightsOf } from '../visibility/rights.ts';

/** Which files of a catalogue a member may read, by their `access`; the subjects of a file must be visible besides. */
export interface FileAccess {
  /** Files that name nothing. */
  readonly opensUnmarked: boolean;
  /** Files that name one of these. */
  readonly names: readonly string[];
  /** Files of these sources; a site names those that it has (rule 13.7). */
  readonly sources: readonly string[];
}

/** Names of levels that a level opens. */
const opened: Readonly<Record<AccessLevel, readonly string[]>> = {
  phi: ['phi', 'deid'],
  deid: ['deid'],
  agg: [],
};

const isLevel = (name: string): boolean => accessLevels.some((level) => level === name);

/**
 * What opens files to a member (rule 13.5): the level, and the groups of the member by their names. A file may hold every
 * variable, so that groups which show some concepts only open no file but those that name one of them.
 */
export function fileAccess(
  standing: Standing & { readonly groupNames: readonly string[] },
  sources: readonly string[],
): FileAccess {
  const { level, groups, groupNames } = standing;
  if (!rightsOf(standing).seesSubjects) return { opensUnmarked: false, names: [], sources: [] };
  const showsAll =
    groups === null || groups.some(({ categories, concepts }) => categories === null && concepts === null);
  return {
    opensUnmarked: showsAll,
    sources,
    names: [...(showsAll ? opened[level] : []), ...groupNames.filter((name) => !isLevel(name))],
  };
}
