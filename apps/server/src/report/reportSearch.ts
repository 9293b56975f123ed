import { sql } from 'kysely';
import { containing } from '../database/index.ts';
import type { Test } from './store.ts';

/** Stands between name and description in the text that is searched. */
const separator = '\u001f';

/** Whether a part of the name or description of a report is as searched for, in any case of letters (rule 12.18). */
export function searched(search: string): Test {
  const pattern = containing(search);
  if (search.includes(separator))
    return sql`(report.name ilike ${pattern} or report.description ilike ${pattern})`;
  const found = sql<boolean>`report.search_text like lower(${pattern}::text)`;
  // A search of fewer than three characters cannot use the index.
  return sql`(${found} and case when length(lower(${search}::text)) < 3 then true
    else report.search_threes @@ threes_query(lower(${search}::text)) end)`;
}
