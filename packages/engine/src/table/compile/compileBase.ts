import { sql } from 'kysely';
import { compileRowCondition } from '../../cohort/compile/compileRowCondition.ts';
import { compileWholeSubjects } from '../../cohort/compile/compileSubjects.ts';
import { type CohortPlan, rowFilter } from '../../cohort/plan/cohortPlan.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';
import { rowOf, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import type { StackedColumn } from '../check/checkedTable.ts';
import {
  conceptColumn,
  conceptValue,
  type HeldConcept,
  heldConcept,
  type ValueHolder,
} from './conceptValue.ts';
import { type JoinStep, joinOrder } from './joinOrder.ts';
import { anchorName, cell, type Fragment } from './names.ts';
import { relatedPairs } from './relatedPairs.ts';
import type { Slot, TableLayout } from './tableLayout.ts';

/** The cohort as the table's rows come from it. */
export interface TableSource {
  readonly plan: CohortPlan;
  readonly release: ReleaseSql;
}

/**
 * One line per combination of a subject of the cohort and rows of the stacked collections: `_subject`, `_row_…` of
 * each collection, and the stacked cells. Needs a `cohort` beside it. Row filters stand on the joins, so a subject
 * without rows, or without rows that match, keeps a line of nulls (rule 5.2).
 */
export function compileBase(layout: TableLayout, source: TableSource): Fragment {
  const concepts = new Map(layout.stacked.map(({ column }) => [column.subject.concept.id, column]));
  const values = new Map(
    [...concepts].map(([id, column]) => {
      const holder = holderOf(column.subject.collection, source.release);
      return [id, conceptValue(heldConcept(column), holder, source.release)];
    }),
  );
  const cells = layout.stacked.flatMap(({ index, column }) => {
    const read = values.get(column.subject.concept.id);
    return read === undefined ? [] : [sql`${read.value} AS ${cell(index)}`];
  });
  const anchors = layout.joins.map(
    ({ collection }) => sql`${holderOf(collection, source.release).row} AS ${anchorName(collection)}`,
  );
  const single = [...concepts.values()].map(heldConcept).filter(({ concept }) => !concept.isMultiple);
  const { root } = source.release.lookup;
  const hasRoot = single.some(({ concept }) => concept.collectionId === root.id);
  const joins = [
    ...layout.joins.map((step) => compileJoin(step, single, source)),
    ...[...values.values()].flatMap((read) => read.joins),
  ];
  return sql`SELECT ${sql.join([sql`s._subject`, ...anchors, ...cells])}
    FROM ${hasRoot ? withRoot(layout, source) : sql`cohort AS s`} ${sql.join(joins, sql` `)}`;
}

/** PostgreSQL reads subjects twice to join them with themselves, where it may take them as they are found. */
function withRoot({ aggregated }: TableLayout, { plan, release }: TableSource): Fragment {
  const { name, isDistributed } = release.dialect;
  // Other parts of a table with aggregated columns need the cohort, too: it is found once for all of them.
  if (name === 'postgres' && !isDistributed && aggregated.length === 0)
    return sql`(${compileWholeSubjects(plan, release)}) AS root CROSS JOIN LATERAL (SELECT root._subject) AS s`;
  const subjects = tableOf(release, storage.collection(release.lookup.root));
  return sql`cohort AS s JOIN ${subjects} AS root ON root._subject = s._subject`;
}

const aliasOf = (collection: Collection): string => (collection.isRoot ? 'root' : `rows_${collection.id}`);

/** Joined rows hold their values as the member sees them; those of the root are read from the table itself. */
const holderOf = (collection: Collection, release: ReleaseSql): ValueHolder => ({
  row: collection.isRoot ? sql`s._subject` : sql.id(aliasOf(collection), storage.row),
  subject: sql`s._subject`,
  column: (held) =>
    collection.isRoot
      ? conceptColumn(rowRef(collection, aliasOf(collection)), held, release)
      : sql.id(aliasOf(collection), held.concept.id),
});

function compileJoin(
  { collection, lead }: JoinStep,
  single: readonly HeldConcept[],
  { plan, release }: TableSource,
): Fragment {
  const row = rowRef(collection, 'r');
  const alias = sql.id(aliasOf(collection));
  const filter = rowFilter(plan, collection.id);
  const columns = single
    .filter(({ concept }) => concept.collectionId === collection.id)
    .map((each) => sql`${conceptColumn(row, each, release)} AS ${sql.id(each.concept.id)}`);
  const held = [sql`${rowOf(row)} AS _row`, sql`${subjectOf(row)} AS _subject`, ...columns];
  const from =
    lead === null
      ? sourceOf(row, release)
      : sql`${sourceOf(row, release)} JOIN ${relatedPairs(collection, lead, release)} AS pair
          ON pair.here = ${rowOf(row)}`;
  const where = filter === null ? sql`` : sql`WHERE ${compileRowCondition(filter, row, release)}`;
  const paired = lead === null ? sql`` : sql`AND ${alias}._lead = ${holderOf(lead, release).row}`;
  const select = lead === null ? held : [...held, sql`pair.there AS _lead`];
  return sql`LEFT JOIN (SELECT ${sql.join(select)} FROM ${from} ${where}) AS ${alias}
    ON ${alias}._subject = s._subject ${paired}`;
}

/**
 * The lines of a table that stacks these concepts: `_subject` and a cell `c0`, `c1`, … for each, with the table's own
 * joins and row filters (rule 6.2: a cross-tab is a stacked table). Needs a `cohort` beside it.
 */
export function compileStackedLines(
  axes: readonly {
    readonly entryId: string;
    readonly concept: Concept;
    readonly yearsOnly: boolean;
    readonly level?: number;
  }[],
  source: TableSource,
): Fragment {
  const stacked = axes.flatMap(({ entryId, concept, yearsOnly, level }, index): Slot<StackedColumn>[] => {
    const collection = source.release.lookup.collection(concept.collectionId);
    if (collection === undefined) return [];
    const subject = { concept, collection, start: null, hasEventDates: false };
    const field = { entryId, conceptId: concept.id, aggregate: false, aggregationMethod: null };
    return [
      {
        index,
        column: { kind: 'stacked', field, subject, yearsOnly, topCodesAges: false, time: null, level },
      },
    ];
  });
  const joins = joinOrder(stacked.map(({ column }) => column.subject.collection));
  return compileBase({ stacked, aggregated: [], joins, sort: [] }, source);
}
