import { kindOf, storage } from '@atrium/engine';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import { quoted } from '../../sql/quoted.ts';
import { type TablesByName, target } from './importJob.ts';
import { dayOfMoment } from './moments.ts';
import { fieldOf, hasValue, hasValues, staging } from './staging.ts';
import { keyPairs } from './subjects.ts';

/**
 * The statements that make the tables of a collection, as `storage` of the engine describes them, in row order; `large`
 * holds the ids of the concepts that keep their digits.
 */
export function storeCollection(
  table: TablePlan,
  tables: TablesByName,
  large: ReadonlySet<string>,
): string[] {
  const { collection } = table;
  if (collection === null) return [];
  const kept = staging.kept(table);
  const make = (name: string, select: string): string => `CREATE TABLE ${quoted(target, name)} AS ${select}`;
  const links = make(
    storage.links(collection),
    `SELECT k._row, l._subject FROM ${staging.links(table)} l JOIN ${kept} k ON k._n = l._n ORDER BY ALL`,
  );
  const related = table.relations.map((relation) => {
    const other = tables(relation.reference.target);
    return make(
      storage.related({ number: relation.number, collectionId: relation.reference.target }),
      `SELECT DISTINCT k._row, o._row AS _other FROM (${keyPairs(table, other, relation.reference)}) p
        JOIN ${kept} k ON k._n = p._n JOIN ${staging.kept(other)} o ON o._n = p._other ORDER BY ALL`,
    );
  });
  return [
    make(storage.collection(collection), selectRows(table, collection.sharedRows, large)),
    ...(collection.sharedRows ? [links] : []),
    ...table.fields.flatMap((field) => {
      if (!hasValues(field) || field.concept === null) return [];
      const values = (
        value: string,
      ): string => `SELECT ${field.rule.keepsTime ? 'DISTINCT ' : ''}k._row, ${value} AS ${quoted(storage.value)}
        FROM ${staging.values(table, field)} v JOIN ${kept} k ON k._n = v._n ORDER BY ALL`;
      return [
        make(storage.values(field.concept), values(typed('v.value', field))),
        ...(field.rule.keepsTime ? [make(storage.moments(field.concept), values('v.value'))] : []),
      ];
    }),
    ...related,
  ];
}

function selectRows(table: TablePlan, sharedRows: boolean, large: ReadonlySet<string>): string {
  const columns = [`k._row AS ${quoted(storage.row)}`];
  if (!sharedRows) columns.push(`k._subject AS ${quoted(storage.subject)}`);
  if (table.event !== null) {
    const { start, end } = table.event;
    columns.push(`${stored(fieldOf(table, start))} AS ${quoted(storage.start)}`);
    if (end !== null) columns.push(`${stored(fieldOf(table, end))} AS ${quoted(storage.end)}`);
  }
  for (const field of table.fields) {
    if (!hasValue(field) || field.concept === null) continue;
    columns.push(`${stored(field)} AS ${quoted(field.concept.id)}`);
    if (field.rule.keepsTime)
      columns.push(`s.${staging.value(field)} AS ${quoted(storage.moment(field.concept))}`);
    if (large.has(field.concept.id)) {
      const digits = `coalesce(s.${staging.digits(field)}, CAST(s.${staging.value(field)} AS BIGINT))`;
      columns.push(`${digits} AS ${quoted(storage.digits(field.concept))}`);
    }
  }
  return `SELECT ${columns.join(', ')} FROM ${staging.rows(table)} s
    JOIN ${staging.kept(table)} k ON k._n = s._n ORDER BY k._row`;
}

const stored = (field: FieldPlan): string => typed(`s.${staging.value(field)}`, field);

const typed = (value: string, { rule }: FieldPlan): string =>
  `CAST(${rule.keepsTime ? dayOfMoment(value) : value} AS ${kindOf({ type: rule.target }).columnType})`;
