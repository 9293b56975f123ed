import type { ReleaseIndex } from '../layout/releaseIndex.ts';
import { rowsOfCodes } from '../layout/rowsOfCodes.ts';
import type { Step } from '../layout/steps.ts';
import { maxRanges } from './prepare.ts';

/** In nanoseconds, for each: a code that is compared, one that is looked up, a row of a list, a subject of rows, a bit. */
const each = { compared: 0.15, listed: 1, posted: 4, subject: 1, subjectOfRow: 20, bit: 0.02 };

/** About how many nanoseconds one thread looks for a step among all subjects; infinite where that cannot be said. */
export function workOfStep(step: Step, index: Pick<ReleaseIndex, 'memory' | 'subjects'>): number {
  return workOn(step, index.subjects, index);
}

function workOn(step: Step, positions: number, index: Pick<ReleaseIndex, 'memory' | 'subjects'>): number {
  const ofSets = each.bit * positions;
  switch (step.find) {
    case 'all':
    case 'none':
      return ofSets;
    case 'and':
    case 'or':
      return step.steps.reduce((sum, part) => sum + ofSets + workOn(part, positions, index), 0);
    case 'not':
      return ofSets + workOn(step.step, positions, index);
    case 'inSets':
      return ofSets * step.sets.length;
    case 'codes': {
      const { codes, ranges, postings } = step;
      if (postings !== undefined)
        return ofSets + each.posted * rowsOfCodes(ranges, postings.before, index.memory);
      if (ranges.length > maxRanges) return each.listed * positions;
      return each.compared * ((codes.width || 32) / 16) * ranges.length * positions;
    }
    case 'withRows': {
      const { memory, subjects } = index;
      const [rows = 0] = new Uint32Array(memory, step.offsets + 4 * subjects, 1);
      const ofSubjects = Math.min(each.subject * subjects, each.subjectOfRow * mostRows(step.step, memory));
      return ofSubjects + ofSets + each.bit * rows + workOn(step.step, rows, index);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** A step finds no more rows; infinite where nothing says how many. */
function mostRows(step: Step, memory: ArrayBufferLike): number {
  if (step.find === 'and') return Math.min(...step.steps.map((part) => mostRows(part, memory)));
  if (step.find !== 'codes' || step.postings === undefined) return Number.POSITIVE_INFINITY;
  return rowsOfCodes(step.ranges, step.postings.before, memory);
}
