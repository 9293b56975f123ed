import { sql } from 'kysely';
import { kindOf } from '../../concepts/kinds.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';
import {
  andOfSubject,
  columnOf,
  digitsOf,
  momentOf,
  momentsOf,
  type RowRef,
  showsTime,
  valuesOf,
  yearOf,
} from '../../rows/rows.ts';
import { textOrder } from '../../sql/dialect.ts';
import { type SoundColumn, showsDigits } from '../check/checkedTable.ts';
import type { Fragment } from './names.ts';

/** How the values of a concept are read beside a row: joins to add, and the value as the table shows it. */
export interface ConceptValue {
  readonly joins: readonly Fragment[];
  readonly value: Fragment;
  /** The code behind an ontology label; the value itself for any other concept. */
  readonly code: Fragment;
}

/** The row whose values are read: its number, and its columns where the concept is single-valued. */
export interface ValueHolder {
  readonly row: Fragment;
  readonly subject: Fragment;
  readonly column: (held: HeldConcept) => Fragment;
}

/** A concept and how exactly its values are read; `time` is null where days are, `digits` is false where numbers are. */
export type HeldConcept = Pick<SoundColumn, 'yearsOnly' | 'time'> & {
  readonly concept: Concept;
  readonly digits: boolean;
  readonly level: number | undefined;
};

export const heldConcept = (column: SoundColumn): HeldConcept => ({
  concept: column.subject.concept,
  yearsOnly: column.yearsOnly,
  time: column.time,
  digits: showsDigits(column),
  level: column.kind === 'stacked' ? column.level : undefined,
});

/** The column of a single-valued concept: its values, or the moments or digits beside them where they are wanted. */
export function conceptColumn(
  row: RowRef,
  { concept, time, digits }: HeldConcept,
  release: ReleaseSql,
): Fragment {
  if (digits) return digitsOf(row, concept);
  return time === null ? columnOf(row, concept, release) : momentOf(row, concept, release);
}

/**
 * Values of a multi-valued concept fan out, one line each and one null line for a row without any; ontology codes
 * show as their labels; a date that a member may see by year only is its year, and another may have its time.
 */
export function conceptValue(held: HeldConcept, holder: ValueHolder, release: ReleaseSql): ConceptValue {
  const { concept, yearsOnly, time, level } = held;
  const joins: Fragment[] = [];
  let code = concept.isMultiple ? sql.id(`values_${concept.number}`, storage.value) : holder.column(held);
  if (concept.isMultiple) {
    const values = sql.id(`values_${concept.number}`);
    joins.push(sql`LEFT JOIN ${time === null ? valuesOf(concept, release) : momentsOf(concept, release)} AS ${values}
      ON ${values}._row = ${holder.row}${andOfSubject(`values_${concept.number}`, concept, { subject: holder.subject, release })}`);
  }
  if (level !== undefined) {
    const rolled = sql.id(`level_${concept.number}`);
    joins.push(
      sql`LEFT JOIN ${compileLevel(concept, level, release)} AS ${rolled} ON ${rolled}.code = ${code}`,
    );
    code = sql`coalesce(${rolled}.top, ${code})`;
  }
  let value: Fragment = code;
  if (kindOf(concept).isCoded) {
    const terms = sql.id(`terms_${concept.number}`);
    const table = storage.terms(ontologyNumber(release.lookup.dictionary, concept));
    joins.push(sql`LEFT JOIN ${tableOf(release, table)} AS ${terms} ON ${terms}.code = ${code}`);
    value = sql`coalesce(${terms}.label, ${code})`;
  }
  if (kindOf(concept).isText || (time !== null && showsTime(concept, release))) {
    value = textOrder(value, release.dialect);
    code = textOrder(code, release.dialect);
  }
  return { joins, code, value: yearsOnly ? yearOf(value) : value };
}

/**
 * Rows `code`, `top`: every known term with each term of the level that it lies within, itself where it is one. A
 * term's level is the number of terms on its shortest way from a root, which is level 1 (rule 6.12). Each level is found
 * from the one before: Citus runs no walk of unknown length over tables that lie on every server.
 */
function compileLevel(concept: Concept, level: number, release: ReleaseSql): Fragment {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const parents = tableOf(release, storage.parents(number));
  const step = (at: number): Fragment => sql.id(`step_${at}`);
  const roots = sql`${step(1)} AS (SELECT t.code FROM ${tableOf(release, storage.terms(number))} AS t
    WHERE t.is_known EXCEPT SELECT e.code FROM ${parents} AS e)`;
  const below = Array.from({ length: level - 1 }, (_, index) => index + 2);
  const steps = below.map(
    (at) => sql`${step(at)} AS (SELECT DISTINCT e.code FROM ${parents} AS e
      JOIN ${step(at - 1)} AS y ON y.code = e.parent)`,
  );
  const nearer = below.map((at) => sql` EXCEPT SELECT n.code FROM ${step(at - 1)} AS n`);
  return sql`(WITH ${sql.join([roots, ...steps], sql`, `)}
    SELECT w.code, w.ancestor AS top FROM ${tableOf(release, storage.within(number))} AS w
      JOIN (SELECT y.code FROM ${step(level)} AS y${sql.join(nearer, sql``)}) AS at_level
        ON at_level.code = w.ancestor)`;
}
