import { sql } from 'kysely';
import { compileRowCondition } from '../../cohort/compile/compileRowCondition.ts';
import { kindOf } from '../../concepts/kinds.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import {
  areWithSubject,
  edgeOf,
  momentOf,
  numberIn,
  type RowRef,
  rowOf,
  rowRef,
  sourceOf,
  subjectOf,
  yearOf,
} from '../../rows/rows.ts';
import type { PairColumns } from '../aggregations/aggregation.ts';
import type { AggregatedColumn } from '../check/checkedTable.ts';
import {
  type ConceptValue,
  conceptColumn,
  conceptValue,
  type HeldConcept,
  heldConcept,
} from './conceptValue.ts';
import { anchorName, cell, codeName, type Fragment, valueName } from './names.ts';
import { relatedPairs } from './relatedPairs.ts';
import type { Scope } from './scopes.ts';
import type { Slot } from './tableLayout.ts';

/** A part of a WITH clause. */
export interface Part {
  readonly name: Fragment;
  readonly query: Fragment;
}

/** The parts that answer a scope's columns; those in `cells` hold `_group` and cells, one line per group at most. */
export interface ScopeParts {
  readonly parts: readonly Part[];
  readonly cells: readonly Fragment[];
}

/** The statement must also have `base` and `picked`, the groups that are wanted. */
export function compileScope(scope: Scope, number: number, release: ReleaseSql): ScopeParts {
  const rows = sql.id(`rows_${number}`);
  const parts: Part[] = [{ name: rows, query: scopeRows(scope, release) }];
  const cells: Fragment[] = [];
  const add = (name: string, query: Fragment): Fragment => {
    parts.push({ name: sql.id(name), query });
    return sql.id(name);
  };
  for (const [held, slots] of pairSources(scope)) {
    const suffix = held === null ? `${number}` : `${number}_${held.concept.number}`;
    const pairs =
      held === null ? rows : add(`pairs_${suffix}`, multiplePairs(scope, held, { rows, release }));
    const plain: Fragment[] = [];
    for (const slot of slots) {
      const { index, column } = slot;
      const made = column.aggregation.sql;
      const columns = pairColumns(column);
      if (made.kind === 'aggregate') plain.push(sql`${made.over(columns)} AS ${cell(index)}`);
      else cells.push(add(`cells_of_${index}`, made.over(columns, { pairs, index })));
    }
    if (plain.length > 0) {
      const query = sql`SELECT _group, ${sql.join(plain)} FROM ${pairs} GROUP BY _group`;
      cells.push(add(`cells_${suffix}`, query));
    }
  }
  return { parts, cells };
}

const pairColumns = ({ subject: { concept }, eventYearsOnly }: AggregatedColumn): PairColumns => ({
  value: valueName(concept),
  number: numberIn(concept, valueName(concept)),
  code: kindOf(concept).isCoded ? codeName(concept) : null,
  eventDate: eventYearsOnly ? yearOf(sql`_start`) : sql`_start`,
});

/** Columns by where their pairs are: single-valued concepts share the rows, each multi-valued one has its own pairs. */
function pairSources(scope: Scope): Map<HeldConcept | null, Slot<AggregatedColumn>[]> {
  const sources = new Map<HeldConcept | null, Slot<AggregatedColumn>[]>();
  const multiple = new Map<string, HeldConcept>();
  for (const slot of scope.slots) {
    const { concept } = slot.column.subject;
    const held = multiple.get(concept.id) ?? heldConcept(slot.column);
    if (concept.isMultiple) multiple.set(concept.id, held);
    const key = concept.isMultiple ? held : null;
    sources.set(key, [...(sources.get(key) ?? []), slot]);
  }
  return sources;
}

const isDated = ({ slots }: Scope): boolean => slots.some(({ column }) => column.subject.start !== null);

/** The start of a row, with its time where the member sees it, so that rows are ordered by the instant. */
function startOf({ slots }: Scope, row: RowRef, release: ReleaseSql): readonly Fragment[] {
  const dated = slots.find(({ column }) => column.subject.start !== null)?.column;
  const start = dated?.subject.start ?? null;
  if (dated === undefined || start === null) return [];
  return dated.eventTime === null
    ? [sql`${edgeOf(row, 'start', release)} AS _start`]
    : [sql`${momentOf(row, start, release)} AS _start`];
}

const named = (concept: Concept, { value, code }: ConceptValue): readonly Fragment[] => [
  sql`${value} AS ${valueName(concept)}`,
  ...(kindOf(concept).isCoded ? [sql`${code} AS ${codeName(concept)}`] : []),
];

/**
 * `_group`, `_row`, `_start` where the member may know it, and the single values of every row of every group, each row
 * once in a group.
 */
function scopeRows(scope: Scope, release: ReleaseSql): Fragment {
  const { collection, anchor, condition } = scope;
  const row = rowRef(collection, 'r');
  const holder = {
    row: rowOf(row),
    subject: subjectOf(row),
    column: (held: HeldConcept) => conceptColumn(row, held, release),
  };
  const single = new Map(
    scope.slots
      .map(({ column }) => column)
      .filter(({ subject }) => !subject.concept.isMultiple)
      .map((column) => [column.subject.concept.id, heldConcept(column)] as const),
  );
  const read = [...single.values()].map((held) => ({
    concept: held.concept,
    value: conceptValue(held, holder, release),
  }));
  const select = [
    sql`m._group`,
    sql`${rowOf(row)} AS _row`,
    ...(areWithSubject({ collectionId: collection.id }, release) ? [sql`${subjectOf(row)} AS _subject`] : []),
    ...startOf(scope, row, release),
    ...read.flatMap(({ concept, value }) => named(concept, value)),
  ];
  const mayRepeat = collection.sharedRows || (anchor !== null && anchor !== collection);
  return sql`SELECT ${mayRepeat ? sql`DISTINCT` : sql``} ${sql.join(select)}
    FROM ${sourceOf(row, release)} ${memberJoin(scope, release)}
    ${sql.join(
      read.flatMap(({ value }) => value.joins),
      sql` `,
    )}
    ${condition === null ? sql`` : sql`WHERE ${compileRowCondition(condition, row, release)}`}`;
}

/** Joins `r`, rows of the scope's collection, to `m`, what each group holds of subjects and stacked rows. */
function memberJoin({ collection, anchor }: Scope, release: ReleaseSql): Fragment {
  const row = rowRef(collection, 'r');
  const ofSubject = sql`m._subject = ${subjectOf(row)}`;
  if (anchor === null) {
    return sql`JOIN (SELECT DISTINCT _group, _subject FROM base WHERE ${inPicked}) AS m ON ${ofSubject}`;
  }
  const name = anchorName(anchor);
  const members = sql`(SELECT DISTINCT _group, _subject, ${name} AS _anchor FROM base
    WHERE ${name} IS NOT NULL AND ${inPicked}) AS m`;
  if (anchor === collection) return sql`JOIN ${members} ON ${ofSubject} AND m._anchor = ${rowOf(row)}`;
  return sql`JOIN ${relatedPairs(collection, anchor, release)} AS pair ON pair.here = ${rowOf(row)}
    JOIN ${members} ON ${ofSubject} AND m._anchor = pair.there`;
}

const inPicked = sql`_group IN (SELECT p._group FROM picked AS p)`;

/** One line per value of a row, and one with null for a row without any. */
function multiplePairs(
  scope: Scope,
  held: HeldConcept,
  { rows, release }: { rows: Fragment; release: ReleaseSql },
): Fragment {
  const r = sql.id('r');
  const value = conceptValue(
    held,
    { row: sql`${r}._row`, subject: sql`${r}._subject`, column: () => sql`NULL` },
    release,
  );
  const select = [
    sql`${r}._group`,
    sql`${r}._row`,
    ...(isDated(scope) ? [sql`${r}._start`] : []),
    ...named(held.concept, value),
  ];
  return sql`SELECT ${sql.join(select)} FROM ${rows} AS ${r} ${sql.join(value.joins, sql` `)}`;
}
