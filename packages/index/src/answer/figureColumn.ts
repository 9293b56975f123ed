import { isoDay } from '@atrium/contract/calendar/dayNumbers';
import { yearOf } from '@atrium/contract/calendar/days';
import {
  type AggregatedColumn,
  type CohortPlan,
  kindOf,
  leastWord,
  type Scope,
  scopesOf,
  showsTime,
  type TableLayout,
} from '@atrium/engine';
import { asSeen, edgeAsSeen } from '../compile/asSeen.ts';
import { type Cells, cellsOf, inRuns, noCells } from '../compile/cells.ts';
import { collectionIn, compileRows, conceptIn } from '../compile/compileRows.ts';
import type { LineColumn } from '../compile/keyedLines.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { type FigureMethod, type KeyedFigure, noRank } from '../layout/lines.ts';
import { seenValue } from '../layout/seenValue.ts';
import type { Answering } from './answering.ts';

interface OfTable {
  readonly layout: TableLayout;
  readonly plan: CohortPlan;
}

/** What an aggregated column sorts a table of subjects by. Throws NotInIndex for what the index cannot put in order. */
export function figureColumn(
  column: AggregatedColumn,
  { layout, plan, direction }: OfTable & { readonly direction: 1 | -1 },
  at: Answering,
): LineColumn {
  const scope = scopesOf(layout, plan).find(({ slots }) => slots.some((slot) => slot.column === column));
  if (scope === undefined || scope.anchor !== null) throw new NotInIndex('relatedRows');
  const { concept, collection } = column.subject;
  const rows = rowsOfScope(scope, at);
  const method = methodOf(column, at);
  const { cells, ranks } = rankedCells(column, method.make, at);
  const isCount = method.make === 'count' || method.make === 'countDistinct';
  return {
    ...{ concept, collection, direction },
    cells: isCount ? countsUpTo(maxCount(scope, column, at)) : cells,
    figure: { rows, method, ranks },
  };
}

function rowsOfScope({ collection, condition }: Scope, at: Answering): KeyedFigure['rows'] {
  if (collection.isRoot && condition === null) return null;
  const step = condition === null ? null : compileRows(condition, collection, at);
  return { offsets: collectionIn(collection, at).offsets, step };
}

/** No value is 0, which a count is where there are none. */
const countsUpTo = (max: number): Cells => noCells(max + 1);

/** No subject has more values of a concept than there are. */
function maxCount({ collection }: Scope, { subject: { concept } }: AggregatedColumn, at: Answering): number {
  const { lists } = conceptIn(concept, at);
  const { rows } = collectionIn(collection, at);
  return lists === null ? rows : (new Uint32Array(at.index.memory, lists.offsets, rows + 1)[rows] ?? 0);
}

/** Methods whose figures the index makes, at their first position. */
function methodOf({ subject, aggregation, ...column }: AggregatedColumn, at: Answering): FigureMethod {
  const { method, settings } = aggregation;
  const isFirst = Number(settings[`${method}_ordinal_position`] ?? 1) === 1;
  const isValue = (settings[`${method}_return_value`] ?? 'value') === 'value';
  if (!isFirst || !isValue) throw new NotInIndex('computedSort');
  switch (method) {
    case 'count_all':
      // Values that show as one count once.
      if (subject.concept.isMultiple && asSeen(subject.concept, at.release).as !== 'itself')
        throw new NotInIndex('computedSort');
      return { make: 'count' };
    case 'count_distinct':
      return { make: 'countDistinct' };
    case 'min':
    case 'min_date':
      return { make: 'lowest' };
    case 'max':
    case 'max_date':
      return { make: 'highest' };
    case 'earliest':
    case 'latest': {
      const { start } = collectionIn(subject.collection, at);
      const isTimed =
        column.eventTime !== null && subject.start !== null && showsTime(subject.start, at.release);
      if (start === null || isTimed) throw new NotInIndex('times');
      return {
        make: method === 'earliest' ? 'first' : 'last',
        edge: start.codes,
        edgeRanks: edgeRanks({ subject, ...column }, at),
      };
    }
    default:
      throw new NotInIndex('computedSort');
  }
}

/** The order of the times when rows start, as the member sees them. */
function edgeRanks(
  { subject, eventYearsOnly }: Pick<AggregatedColumn, 'subject'> & { readonly eventYearsOnly: boolean },
  at: Answering,
): Uint32Array | null {
  const { start } = collectionIn(subject.collection, at);
  const seen = edgeAsSeen(subject.collection, 'start', at.release);
  if (start === null || (seen.as === 'itself' && !eventYearsOnly)) return null;
  const points = new Int32Array(at.index.memory, start.points.at, start.points.count);
  const shown = (rank: number): number => seenValue(points[rank] ?? 0, seen);
  return inRuns(points.length, eventYearsOnly ? (rank) => yearOf(isoDay(shown(rank))) : shown).ranks;
}

/** The cells of the values; of a lowest or highest number the words beside numbers are none. */
function rankedCells(
  { subject: { concept }, ...column }: AggregatedColumn,
  make: FigureMethod['make'],
  at: Answering,
) {
  if (column.time !== null && showsTime(concept, at.release)) throw new NotInIndex('times');
  const cells = cellsOf({ concept, yearsOnly: column.yearsOnly }, conceptIn(concept, at), at);
  if (!kindOf(concept).hasWords || (make !== 'lowest' && make !== 'highest'))
    return { cells, ranks: cells.ranks };
  const ranks = Uint32Array.from({ length: cells.count }, (_, rank) =>
    Number(cells.cell(rank)) >= leastWord ? noRank : rank,
  );
  return { cells, ranks };
}
