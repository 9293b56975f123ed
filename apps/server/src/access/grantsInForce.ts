import { isDeepStrictEqual } from 'node:util';
import { type AccessLevel, accessLevels } from '@atrium/contract/wire/access';
import { hasEnded } from './membershipEnds.ts';

/** What one source gives to a member. */
export interface SourceGrant {
  readonly source: string;
  readonly level: AccessLevel;
  readonly canViewWorkspace: boolean;
  readonly canViewSubjectDetails: boolean;
  readonly groups: readonly string[];
  /** Null: it does not end. */
  readonly endsAt: Date | null;
}

/** What a member may by all sources together, until it changes. */
export interface InForce extends Omit<SourceGrant, 'source'> {
  readonly sources: readonly string[];
}

/**
 * What a member may at a moment by the grants that have not ended: those of the highest level count, and their groups and
 * rights add up (rule 8.42). It ends when a grant ends without which it would be less. Null where none is left.
 */
export function grantsInForce(grants: readonly SourceGrant[], now: Date): InForce | null {
  const counting = countingAt(grants, now);
  const rights = together(counting);
  if (rights === null) return null;
  const ends = counting.flatMap(({ endsAt }) => endsAt ?? []);
  const isChange = (end: Date): boolean => !isDeepStrictEqual(together(countingAt(grants, end)), rights);
  const endsAt = ends.toSorted((one, other) => one.getTime() - other.getTime()).find(isChange) ?? null;
  return { ...rights, endsAt, sources: counting.map(({ source }) => source).sort() };
}

function countingAt(grants: readonly SourceGrant[], now: Date): readonly SourceGrant[] {
  const live = grants.filter(({ endsAt }) => !hasEnded({ ends_at: endsAt }, now));
  const highest = accessLevels.find((candidate) => live.some(({ level }) => level === candidate));
  return live.filter(({ level }) => level === highest);
}

function together(counting: readonly SourceGrant[]): Omit<InForce, 'sources' | 'endsAt'> | null {
  const [first] = counting;
  return first === undefined
    ? null
    : {
        level: first.level,
        canViewWorkspace: counting.some(({ canViewWorkspace }) => canViewWorkspace),
        canViewSubjectDetails: counting.some(({ canViewSubjectDetails }) => canViewSubjectDetails),
        groups: [...new Set(counting.flatMap(({ groups }) => groups))].sort(),
      };
}
