import type { ShownCount } from '@atrium/contract';
import { suppressCount, withheldMark } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { everyone } from '../cohort/index.ts';
import { countCells } from './countCells.ts';
import { type AnalysisDeps, smallCountThreshold } from './runAnalysis.ts';

/** The number of subjects that a member who sees aggregates only is shown. */
export type CountForAggregates = (member: Member, signal: AbortSignal) => Promise<ShownCount>;

const noConcepts = { kind: 'sound', rows: [], cols: [] } as const;

/**
 * Counts the visible subjects with the suppression of a cross-tab: beside the number that another member is shown, or
 * a cross-tab by the condition of the member's group, an exact number could give away a small one.
 */
export function createCountForAggregates(deps: AnalysisDeps): CountForAggregates {
  return async (member, signal) => {
    const release = await openLiveRelease(deps, member);
    const threshold = await smallCountThreshold(deps, member);
    if (release.visibility.subjects.kind === 'all')
      return suppressCount(await countCells(deps, release, signal).subjects(everyone), threshold);
    const { data } = await deps.forAggregates(noConcepts, { release, threshold, signal });
    return data[0]?.[0] ?? withheldMark(threshold);
  };
}
