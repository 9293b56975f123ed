import { unreachable } from '@atrium/contract/errors/unreachable';
import { sql } from 'kysely';
import { kindOf } from '../../concepts/kinds.ts';
import { parameter } from '../../sql/parameter.ts';
import type { Fragment } from '../compile/names.ts';
import {
  type AggregationRow,
  type AggregationRows,
  aggregateOf,
  type CellContent,
  type InputSpec,
  type PairColumns,
} from './aggregation.ts';
import { contentOf, dateReturns, givenBy, pick, returnInput, valuesIn } from './inputs.ts';
import { datesOf, inTimeOrder, listOf, type MeantCell, type Pair, valuesOf } from './pairs.ts';

const ofCategories = ['boolean', 'count', ...dateReturns] as const;
const ofTexts = [...ofCategories, 'earliest_value', 'latest_value', 'all_values'] as const;
type PresenceReturn = (typeof ofTexts)[number];

const answerWords: Readonly<Record<PresenceReturn, string>> = {
  boolean: 'has',
  count: 'count of',
  earliest_date: 'first date of',
  latest_date: 'last date of',
  all_dates: 'dates of',
  earliest_value: 'first of',
  latest_value: 'last of',
  all_values: 'all of',
};

const maxNamed = 3;

interface Presence {
  readonly picked: 'list' | 'search';
  readonly values: InputSpec['id'];
  readonly returns: { readonly id: string; readonly offered: readonly PresenceReturn[] };
}

const presence = ({ picked, values: valuesId, returns: returned }: Presence): AggregationRow => ({
  group: 'aggregate',
  label: 'has value',
  suits: ({ concept }) => kindOf(concept).picked === picked,
  inputs: (subject) => [
    { kind: picked === 'search' ? 'searchedValues' : 'values', id: valuesId, label: 'values' },
    returnInput(returned.id, givenBy(subject, returned.offered), 'boolean'),
  ],
  answer: (settings) => {
    const values = valuesIn(settings, valuesId);
    const returns = pick(ofTexts, settings[returned.id]);
    const named = values.length > maxNamed ? `any of ${values.length} values` : values.join(', ');
    return {
      words: `${answerWords[returns]} ${named}`,
      content: countedToZero(contentOf(returns)),
      sql: aggregateOf((columns) => presenceSql(columns, isAmong(columns, values), returns)),
      meaning: (pairs) => {
        const isLookedFor = (text: Pair['value']): boolean => values.some((value) => value === text);
        return presenceOf(
          pairs.filter(({ value, code }) => isLookedFor(value) || isLookedFor(code)),
          returns,
        );
      },
    };
  },
});

/** Nothing found is 0, not a missing count. */
const countedToZero = (content: CellContent): CellContent =>
  content.kind === 'count' ? { ...content, isRequired: true } : content;

/** Ontology terms are looked for by label or by code, alone and not with their descendants. */
function isAmong({ value, code }: PairColumns, values: readonly string[]): Fragment {
  const wanted = (of: Fragment): Fragment => sql`${of} = ANY(${parameter(values, 'VARCHAR[]')})`;
  return code === null ? wanted(value) : sql`(${wanted(value)} OR ${wanted(code)})`;
}

function presenceSql(
  { value, eventDate: date }: PairColumns,
  found: Fragment,
  returns: PresenceReturn,
): Fragment {
  switch (returns) {
    case 'boolean':
      return sql`coalesce(bool_or(${found}), FALSE)`;
    case 'count':
      return sql`count(*) FILTER (WHERE ${found})`;
    case 'earliest_date':
      return sql`min(${date}) FILTER (WHERE ${found})`;
    case 'latest_date':
      return sql`max(${date}) FILTER (WHERE ${found})`;
    case 'all_dates':
      return sql`array_agg(${date} ORDER BY ${date}) FILTER (WHERE ${found} AND _start IS NOT NULL)`;
    case 'earliest_value':
      return sql`(array_agg(${value} ORDER BY ${date}, ${value}) FILTER (WHERE ${found} AND _start IS NOT NULL))[1]`;
    case 'latest_value':
      return sql`(array_agg(${value} ORDER BY ${date} DESC, ${value})
        FILTER (WHERE ${found} AND _start IS NOT NULL))[1]`;
    case 'all_values':
      return sql`array_agg(${value} ORDER BY ${value}) FILTER (WHERE ${found})`;
    default:
      return unreachable(returns);
  }
}

function presenceOf(found: readonly Pair[], returns: PresenceReturn): MeantCell {
  const dates = datesOf(found);
  switch (returns) {
    case 'boolean':
      return found.length > 0;
    case 'count':
      return found.length;
    case 'earliest_date':
      return dates[0] ?? null;
    case 'latest_date':
      return dates.at(-1) ?? null;
    case 'all_dates':
      return listOf(dates);
    case 'earliest_value':
      return inTimeOrder(found, 1)[0] ?? null;
    case 'latest_value':
      return inTimeOrder(found, -1)[0] ?? null;
    case 'all_values':
      return listOf(valuesOf(found));
    default:
      return unreachable(returns);
  }
}

export const presences: AggregationRows = {
  has_value: presence({
    picked: 'list',
    values: 'values',
    returns: { id: 'return_value', offered: ofCategories },
  }),
  has_value_text: presence({
    picked: 'search',
    values: 'values_text',
    returns: { id: 'return_value_text', offered: ofTexts },
  }),
};
