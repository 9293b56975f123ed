import type { RawBuilder } from 'kysely';

/** What differs between the engines that run compiled questions; all else is SQL that both read alike. */
export interface Dialect {
  readonly name: 'duckdb' | 'postgres';
  /** True where the text has a part that the regular expression matches; case counts. */
  matches(text: RawBuilder<unknown>, pattern: RawBuilder<unknown>): RawBuilder<boolean>;
  /** True where the text is among the values, which travel as one parameter whatever their number. */
  isAmong(text: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean>;
}
