import type { TimeUnit } from '@atrium/contract/calendar/moments';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CellKind } from '../../concepts/conceptKind.ts';
import { kindOf } from '../../concepts/kinds.ts';
import type { Concept, NumberWord } from '../../dictionary/dictionary.ts';
import { type AggregatedColumn, type SoundColumn, showsDigits } from '../check/checkedTable.ts';

/** What the cells of an exported column are; any of them may be null. */
export interface CellType {
  readonly kind: CellKind;
  readonly isList: boolean;
  /** The cells are values of the concept, not counts, dates or yes and no about them. */
  readonly isOwn: boolean;
  /** The unit of a number, if it has one. */
  readonly unit: string | null;
  /** No cell is null. */
  readonly isRequired: boolean;
  /** Items of a list may be null. */
  readonly holdsNulls: boolean;
}

const about = (kind: CellKind): CellType => ({
  kind,
  isList: false,
  isOwn: false,
  unit: null,
  isRequired: false,
  holdsNulls: false,
});
/** The type of a column's cells (rule 5.19), as this member may see them. */
export const cellType = (column: SoundColumn): CellType =>
  column.kind === 'stacked' ? ownType(column) : aggregatedType(column);

const ownType = (column: SoundColumn): CellType => ({
  ...about('text'),
  ...kindOf(column.subject.concept).cell(column.subject.concept, column),
  ...(column.time === null ? {} : { kind: 'datetime' as const }),
  ...(showsDigits(column) ? { kind: 'integer' as const } : {}),
  isOwn: true,
});

function aggregatedType(column: AggregatedColumn): CellType {
  const own = ownType(column);
  const { content } = column.aggregation;
  switch (content.kind) {
    case 'value':
      return { ...own, isList: content.isList, holdsNulls: content.holdsNulls };
    case 'measure':
      return { ...about('number'), unit: own.unit };
    case 'count':
      return { ...about('integer'), isRequired: content.isRequired };
    case 'truth':
      return { ...about('boolean'), isRequired: true };
    case 'eventDate':
      return { ...about(eventKind(column)), isList: content.isList };
    case 'valueWithCount':
      return about('text');
    default:
      return unreachable(content);
  }
}

function eventKind({ eventYearsOnly, eventTime }: AggregatedColumn): CellKind {
  if (eventYearsOnly) return 'year';
  return eventTime === null ? 'date' : 'datetime';
}

/** How a cell is shown: how each value reads, and whether there is a count beside it. */
export interface CellShape {
  /** `topCodedAge`: ages of 90 years and more are one. */
  readonly value: 'plain' | 'age' | 'topCodedAge' | 'year';
  /** The words beside the numbers of the concept; null where there are none. */
  readonly words: readonly NumberWord[] | null;
  /** Of a year: the one that stands for all before it (rule 1.21). */
  readonly topCodedYear: number | null;
  readonly isCounted: boolean;
  /** How exactly the time beside a date is shown; null where there is none. */
  readonly time: TimeUnit | null;
  /** Template of the address that a value leads to, with `{value}`. */
  readonly link: string | null;
}

const plain: CellShape = {
  value: 'plain',
  words: null,
  topCodedYear: null,
  isCounted: false,
  time: null,
  link: null,
};

const year = (dated: Concept | null): CellShape => ({
  ...plain,
  value: 'year',
  topCodedYear: dated?.topCodedYear ?? null,
});

/** The shape of a column's cells: that of its concept, unless the cells are counts, dates or yes and no about it. */
export function cellShape(column: SoundColumn): CellShape {
  const { concept } = column.subject;
  const age = column.topCodesAges ? 'topCodedAge' : 'age';
  const own: CellShape = column.yearsOnly
    ? { ...year(concept), link: concept.link }
    : {
        ...plain,
        value: kindOf(concept).scale === 'age' ? age : 'plain',
        words: kindOf(concept).hasWords ? concept.words : null,
        time: column.time,
        link: concept.link,
      };
  if (column.kind === 'stacked') return own;
  const { content } = column.aggregation;
  switch (content.kind) {
    case 'value':
      return own;
    case 'measure':
      return kindOf(concept).scale === 'age' && !content.isWithinValues ? { ...own, value: 'age' } : own;
    case 'valueWithCount':
      return { ...own, isCounted: true, link: null };
    case 'eventDate':
      return column.eventYearsOnly ? year(column.subject.start) : { ...plain, time: column.eventTime };
    case 'count':
    case 'truth':
      return plain;
    default:
      return unreachable(content);
  }
}
