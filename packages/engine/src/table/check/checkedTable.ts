import type { TimeUnit } from '@atrium/contract/calendar/moments';
import type { TableDefinition, TableField } from '@atrium/contract/wire/tableDefinition';
import type { Precision } from '../../concepts/conceptKind.ts';
import type { EditErrorCode } from '../../definition/outcome.ts';
import type { Aggregation } from '../aggregations/aggregations.ts';
import type { ColumnSubject } from '../aggregations/columnSubject.ts';

/**
 * A column that can be queried by this member. With a level, terms of an ontology are gathered there; only cross-tabs have
 * one (rule 6.12).
 */
export type SoundColumn = Precision & {
  readonly field: TableField;
  readonly subject: ColumnSubject;
  /** How exactly the time beside a date is shown; null where none is (rule 5.21). */
  readonly time: TimeUnit | null;
} & (
    | { readonly kind: 'stacked'; readonly level?: number | undefined }
    | {
        readonly kind: 'aggregated';
        readonly aggregation: Aggregation;
        /** Event dates, where the aggregation returns them, are shown as years. */
        readonly eventYearsOnly: boolean;
        /** The time beside an event date, as `time` is that beside a value. */
        readonly eventTime: TimeUnit | null;
        /** Entry id of the criteria set whose rows alone count; no such set, no restriction (rule 5.9). */
        readonly criteriaSetId: string | null;
      }
  );
/** Whether cells show all digits of whole numbers. Only single values do; aggregates are made of rounded ones. */
export const showsDigits = ({ kind, subject: { concept } }: SoundColumn): boolean =>
  kind === 'stacked' && concept.keepsDigits;

export type StackedColumn = Extract<SoundColumn, { kind: 'stacked' }>;
export type AggregatedColumn = Extract<SoundColumn, { kind: 'aggregated' }>;

/** A column that stays in the table with an empty cell under it (rule 5.15). */
export interface BrokenColumn {
  readonly kind: 'broken';
  readonly field: TableField;
  readonly code: EditErrorCode;
  readonly message: string;
}

export type CheckedColumn = SoundColumn | BrokenColumn;

/** A definition as one member may see it: one checked column for each field, in order. */
export interface CheckedTable {
  readonly definition: TableDefinition;
  readonly columns: readonly CheckedColumn[];
  /** One sentence for each broken column. */
  readonly warnings: readonly string[];
  /**
   * Records that look the same have a row each, with their numbers under `recordKey`: such a table aggregates nothing,
   * and the rows of one record come one after the other where its first column is of single values.
   */
  readonly eachRecord?: true;
}
