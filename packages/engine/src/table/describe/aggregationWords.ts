import { unreachable } from '@atrium/contract';
import type { Aggregation } from '../aggregation/aggregation.ts';
import { ordinal } from './ordinal.ts';

/** The method as it stands in brackets behind a column's name: `distinct`, `2nd latest`, `has VSD, ASD`. */
export function aggregationWords(aggregation: Aggregation): string {
  switch (aggregation.kind) {
    case 'most_frequent':
      return frequentWords(aggregation);
    case 'latest':
    case 'earliest':
      return atPosition(aggregation.position, aggregation.kind, aggregation.kind);
    case 'min':
    case 'max':
      return extremeWords(aggregation);
    case 'has_value':
    case 'has_value_text':
      return presenceWords(aggregation);
    default:
      return plainWords[aggregation.kind];
  }
}

const plainWords = {
  list_distinct: 'distinct',
  list_all: 'all values',
  count_distinct: 'count distinct',
  count_all: 'count',
  average: 'average',
  median: 'median',
  std_dev: 'standard deviation',
  sum: 'sum',
  min_date: 'earliest',
  max_date: 'latest',
} as const;

const atPosition = (position: number, first: string, other: string): string =>
  position === 1 ? first : `${ordinal(position)} ${other}`;

const answerWords = {
  count: 'count of',
  earliest_date: 'first date of',
  latest_date: 'last date of',
  all_dates: 'dates of',
  earliest_value: 'first of',
  latest_value: 'last of',
  all_values: 'all of',
} as const;

function frequentWords({ position, returns }: Extract<Aggregation, { kind: 'most_frequent' }>): string {
  const which = atPosition(position, 'most frequent', 'most frequent');
  switch (returns) {
    case 'value':
      return which;
    case 'count':
      return `count of ${which}`;
    case 'value_and_count':
      return `${which} with count`;
    default:
      return unreachable(returns);
  }
}

function extremeWords(aggregation: Extract<Aggregation, { kind: 'min' | 'max' }>): string {
  const { kind, position, returns } = aggregation;
  const which =
    kind === 'min' ? atPosition(position, 'minimum', 'lowest') : atPosition(position, 'maximum', 'highest');
  return returns === 'value' ? which : `${answerWords[returns]} ${which}`;
}

const namedValues = 3;

function presenceWords({
  values,
  returns,
}: Extract<Aggregation, { kind: 'has_value' | 'has_value_text' }>): string {
  const what = values.length > namedValues ? `any of ${values.length} values` : values.join(', ');
  return returns === 'boolean' ? `has ${what}` : `${answerWords[returns]} ${what}`;
}
