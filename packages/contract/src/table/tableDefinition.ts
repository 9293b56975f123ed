import type { z } from 'zod';
import type * as wire from '../wire/tableDefinition.ts';

export type TableDefinition = z.output<typeof wire.tableDefinition>;
export type TableField = z.output<typeof wire.tableField>;
export type TableSort = z.output<typeof wire.tableSort>;
export type AggregationSettings = z.output<typeof wire.aggregationSettings>;

export const aggregationMethods = [
  'list_distinct',
  'list_all',
  'count_distinct',
  'count_all',
  'most_frequent',
  'latest',
  'earliest',
  'average',
  'median',
  'std_dev',
  'min',
  'max',
  'sum',
  'min_date',
  'max_date',
  'has_value',
  'has_value_text',
] as const;
export type AggregationMethod = (typeof aggregationMethods)[number];
