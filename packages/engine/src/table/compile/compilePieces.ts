import { sql } from 'kysely';
import { compileSubjects } from '../../cohort/compile/compileSubjects.ts';
import type { LinesInPieces } from '../../sql/query.ts';
import { toQuery } from '../../sql/toQuery.ts';
import { compileBase } from './compileBase.ts';
import { allGroups, compileGroups, type Question } from './compileGroups.ts';
import { cellKey } from './names.ts';

/** The lines of a table that aggregates, by pieces of whole groups; null where there are no groups to part. */
export function compilePieces(question: Question): LinesInPieces | null {
  const { layout, plan, release } = question;
  if (layout.aggregated.length === 0 || layout.stacked.length === 0) return null;
  return {
    base: toQuery(
      sql`WITH cohort AS (${compileSubjects(plan, release)}) ${compileBase(layout, { plan, release })}`,
    ),
    keys: layout.stacked.map(({ index }) => cellKey(index)),
    linesOf: (table) =>
      toQuery(compileGroups(question, allGroups(layout, sql`SELECT * FROM ${sql.id(table)}`), [])),
  };
}
