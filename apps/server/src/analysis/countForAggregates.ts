import type { ShownCount } from '@atrium/contract';
import { suppressCount, withheldMark } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { everyone } from '../cohort/index.ts';
import { countCells } from './countCells.ts';
import { createFindDecided } from './decidedConcepts.ts';
import { type AnalysisDeps, forAggregates, smallCountThreshold } from './runAnalysis.ts';

/** How many subjects a member sees who may see aggregates only. */
export type CountForAggregates = (member: Member, signal: AbortSignal) => Promise<ShownCount>;

const nothingAsked = { kind: 'sound', rows: [], cols: [] } as const;

/**
 * The number of visible subjects is a figure as those of a cross-tab are: beside the number that another member is
 * told, or a cross-tab by the group's own condition, it may give away a small one. So it is settled as they are.
 */
export function createCountForAggregates(given: Omit<AnalysisDeps, 'findDecided'>): CountForAggregates {
  const deps: AnalysisDeps = { ...given, findDecided: createFindDecided(given.warehouse) };
  return async (member, signal) => {
    const release = await openLiveRelease(deps, member);
    const threshold = await smallCountThreshold(deps, member);
    if (release.visibility.subjects.kind === 'all')
      return suppressCount(await countCells(deps, release, signal).subjects(everyone), threshold);
    const { data } = await forAggregates(deps, nothingAsked, { release, threshold, signal });
    return data[0]?.[0] ?? withheldMark(threshold);
  };
}
