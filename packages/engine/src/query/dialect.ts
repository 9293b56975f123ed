import type { RawBuilder } from 'kysely';

/** What differs between the engines that run compiled questions; all else is SQL that both read alike. */
export interface Dialect {
  readonly name: 'duckdb' | 'postgres';
  /** True where the text has a part that the regular expression matches; case counts. */
  matches(text: RawBuilder<unknown>, pattern: RawBuilder<unknown>): RawBuilder<boolean>;
}
