import { kindOf, storage } from '@atrium/engine';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import { quoted } from '../../sql/quoted.ts';
import { type TablesByName, target } from './importJob.ts';
import { dayOfMoment } from './moments.ts';
import { storedNumber, type WordsByConcept } from './numberWords.ts';
import { fieldOf, hasValue, hasValues, staging } from './staging.ts';
import { keyPairs } from './subjects.ts';

/** What was found in the values of all rows. */
interface FoundValues {
  /** The ids of the concepts that keep their digits. */
  readonly large: ReadonlySet<string>;
  readonly words: WordsByConcept;
}

/** The statements that make the tables of a collection, as `storage` of the engine describes them, in row order. */
export function storeCollection(table: TablePlan, tables: TablesByName, found: FoundValues): string[] {
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
    make(storage.collection(collection), selectRows(table, collection.sharedRows, found)),
    ...(collection.sharedRows ? [links] : []),
    ...table.fields.flatMap((field) => {
      if (!hasValues(field) || field.concept === null) return [];
      const values = (
        value: string,
      ): string => `SELECT ${mayRepeat(field) ? 'DISTINCT ' : ''}k._row, ${value} AS ${quoted(storage.value)}
        FROM ${staging.values(table, field)} v JOIN ${kept} k ON k._n = v._n ORDER BY ALL`;
      return [
        make(storage.values(field.concept), values(typed('v.value', field, found))),
        ...(field.rule.keepsTime ? [make(storage.moments(field.concept), values('v.value'))] : []),
      ];
    }),
    ...related,
  ];
}

/** Whether different staged values may be one value of the release. */
const mayRepeat = ({ rule }: FieldPlan): boolean =>
  rule.keepsTime || rule.target === 'number_with_categories';

function selectRows(table: TablePlan, sharedRows: boolean, found: FoundValues): string {
  const columns = [`k._row AS ${quoted(storage.row)}`];
  if (!sharedRows) columns.push(`k._subject AS ${quoted(storage.subject)}`);
  if (table.event !== null) {
    const { start, end } = table.event;
    columns.push(`${stored(fieldOf(table, start), found)} AS ${quoted(storage.start)}`);
    if (end !== null) columns.push(`${stored(fieldOf(table, end), found)} AS ${quoted(storage.end)}`);
  }
  for (const field of table.fields) {
    if (!hasValue(field) || field.concept === null) continue;
    if (field.concept.edge === undefined)
      columns.push(`${stored(field, found)} AS ${quoted(storage.column(field.concept))}`);
    if (field.rule.keepsTime)
      columns.push(`s.${staging.value(field)} AS ${quoted(storage.moment(field.concept))}`);
    if (found.large.has(field.concept.id)) {
      const digits = `coalesce(s.${staging.digits(field)}, CAST(s.${staging.value(field)} AS BIGINT))`;
      columns.push(`${digits} AS ${quoted(storage.digits(field.concept))}`);
    }
  }
  return `SELECT ${columns.join(', ')} FROM ${staging.rows(table)} s
    JOIN ${staging.kept(table)} k ON k._n = s._n ORDER BY k._row`;
}

const stored = (field: FieldPlan, found: FoundValues): string =>
  typed(`s.${staging.value(field)}`, field, found);

function typed(value: string, { rule, concept }: FieldPlan, { words }: FoundValues): string {
  if (rule.target === 'number_with_categories')
    return storedNumber(value, words.get(concept?.id ?? '')?.words ?? []);
  return `CAST(${rule.keepsTime ? dayOfMoment(value) : value} AS ${kindOf({ type: rule.target }).columnType})`;
}
