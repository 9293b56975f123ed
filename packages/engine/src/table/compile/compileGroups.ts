import { sql } from 'kysely';
import type { CohortPlan } from '../../cohort/plan/cohortPlan.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { compileScope, type Part } from './compileScope.ts';
import { cell, type Fragment, tally } from './names.ts';
import { scopesOf } from './scopes.ts';
import type { Slot, TableLayout } from './tableLayout.ts';

/** A table over a cohort of a release. */
export interface Question {
  readonly layout: TableLayout;
  readonly plan: CohortPlan;
  readonly release: ReleaseSql;
}

export const cellsOf = (slots: readonly Slot[]): Fragment => sql.join(slots.map(({ index }) => cell(index)));

/** The groups with their aggregated cells; `before` are parts of the WITH clause that the groups need. */
export function compileGroups(
  { layout, plan, release }: Question,
  groups: readonly Part[],
  before: readonly Part[],
): Fragment {
  const scopes = scopesOf(layout, plan).map((scope, number) => compileScope(scope, number, release));
  const parts = [...groups, ...scopes.flatMap((scope) => scope.parts)];
  const joins = scopes
    .flatMap(({ cells }) => cells)
    .map((name) => sql`LEFT JOIN ${name} ON ${name}._group = picked._group`);
  const named = [
    ...before.map(({ name, query }) => sql`${name} AS (${query})`),
    ...parts.map(({ name, query }) => sql`${name} AS MATERIALIZED (${query})`),
  ];
  return sql`WITH ${sql.join(named)}
    SELECT ${sql.join(compileCells(layout))} FROM picked ${sql.join(joins, sql` `)}`;
}

/**
 * `base`, each line with the number of its group, and `picked`, the groups. Lines whose stacked cells are the same,
 * nulls too, are one group; without stacked columns there is one group, even of no lines.
 */
export function allGroups({ stacked }: TableLayout, base: Fragment): readonly Part[] {
  const number = stacked.length === 0 ? sql`1` : sql`dense_rank() OVER (ORDER BY ${cellsOf(stacked)})`;
  const picked =
    stacked.length === 0
      ? sql`SELECT 1 AS _group`
      : sql`SELECT DISTINCT _group, ${cellsOf(stacked)} FROM base`;
  return [
    { name: sql.id('base'), query: sql`SELECT ${number} AS _group, b.* FROM (${base}) AS b` },
    { name: sql.id('picked'), query: picked },
  ];
}

function compileCells({ stacked, aggregated }: TableLayout): readonly Fragment[] {
  const counted = aggregated.flatMap(({ index, column: { aggregation } }) =>
    aggregation.content.kind === 'valueWithCount' ? [tally(index)] : [],
  );
  return [
    ...stacked.map(({ index }) => cell(index)),
    ...aggregated.map((slot) => sql`${shownCell(slot)} AS ${cell(slot.index)}`),
    ...counted,
  ];
}

/** Counts of nothing are 0 and has-value of nothing is false; any other method gives null (rule 5.8). */
function shownCell({ index, column }: TableLayout['aggregated'][number]): Fragment {
  const { content } = column.aggregation;
  if (content.kind === 'truth') return sql`coalesce(${cell(index)}, FALSE)`;
  return content.kind === 'count' && content.isRequired ? sql`coalesce(${cell(index)}, 0)` : cell(index);
}
