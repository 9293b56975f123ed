import { unreachable } from '@atrium/contract';
import type { Aggregation } from '../aggregation/aggregation.ts';
import type { AggregatedColumn, SoundColumn } from '../check/checkedTable.ts';

/** How a value is written in a file: dates by the day, ages in whole days, years as numbers. */
export type CellKind = 'text' | 'boolean' | 'date' | 'year' | 'age' | 'integer' | 'number';

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
/** Of nothing it is 0 or false. */
const always = (type: CellType): CellType => ({ ...type, isRequired: true });
const listOf = (type: CellType): CellType => ({ ...type, isList: true });

/** The type of a column's cells (rule 5.19), as this member may see them. */
export function cellType(column: SoundColumn): CellType {
  return column.kind === 'stacked' ? ownType(column) : aggregatedType(column, column.aggregation);
}

function ownType({ subject: { concept }, yearsOnly }: SoundColumn): CellType {
  const own = (kind: CellKind, unit: string | null = null): CellType => ({
    ...about(kind),
    isOwn: true,
    unit,
  });
  switch (concept.type) {
    case 'category':
    case 'text':
    case 'ontology':
      return own('text');
    case 'boolean':
      return own('boolean');
    case 'date':
      return own(yearsOnly ? 'year' : 'date');
    case 'number':
      return own(concept.isInteger ? 'integer' : 'number', concept.unit);
    case 'age':
      return own('age', 'day');
    default:
      return unreachable(concept.type);
  }
}

function aggregatedType(column: AggregatedColumn, aggregation: Aggregation): CellType {
  const own = ownType(column);
  switch (aggregation.kind) {
    case 'list_distinct':
      return listOf(own);
    case 'list_all':
      return { ...listOf(own), holdsNulls: aggregation.includeNulls };
    case 'count_distinct':
    case 'count_all':
      return always(about('integer'));
    case 'average':
    case 'median':
    case 'std_dev':
    case 'sum':
      return { ...about('number'), unit: own.unit };
    case 'latest':
    case 'earliest':
    case 'min_date':
    case 'max_date':
      return own;
    case 'most_frequent':
    case 'min':
    case 'max':
      return answerType(column, aggregation.returns);
    case 'has_value':
    case 'has_value_text': {
      const type = answerType(column, aggregation.returns);
      return aggregation.returns === 'boolean' || aggregation.returns === 'count' ? always(type) : type;
    }
    default:
      return unreachable(aggregation);
  }
}

type Answer = Extract<Aggregation, { readonly returns: string }>['returns'];

function answerType(column: AggregatedColumn, returns: Answer): CellType {
  const eventDate = about(column.eventYearsOnly ? 'year' : 'date');
  switch (returns) {
    case 'value':
    case 'earliest_value':
    case 'latest_value':
      return ownType(column);
    case 'all_values':
      return listOf(ownType(column));
    case 'value_and_count':
      return about('text');
    case 'count':
      return about('integer');
    case 'boolean':
      return about('boolean');
    case 'earliest_date':
    case 'latest_date':
      return eventDate;
    case 'all_dates':
      return listOf(eventDate);
    default:
      return unreachable(returns);
  }
}
