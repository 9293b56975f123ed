import type { Query } from '@atrium/engine';

/** A statement of ours without parameters. */
export const statement = (text: string): Query => ({ text, values: [] });

/** The statement that makes a scratch table, in the place of one of that name. */
export const made = (table: string, { text, values }: Query): Query => ({
  text: `CREATE OR REPLACE TEMP TABLE ${table} AS ${text}`,
  values,
});
