import type { KeyReference, TablePlan } from '../package/packagePlan.ts';
import { keyPairs, keyTextOf, listField } from './keyPairs.ts';
import type { ProblemKind } from './problemKind.ts';
import type { TablesByName } from './resolveSubjects.ts';
import { fieldOf, hasValue, staging } from './staging.ts';

/** A sort of fault that shows only when all rows are read; `select` gives `_n`, `_file`, `_line`, `value` of each. */
export interface Finding {
  readonly table: TablePlan;
  readonly field: string | null;
  readonly kind: ProblemKind;
  readonly select: string;
}

/** What may be wrong with a table's rows once keys are resolved. */
export function findings(table: TablePlan, tables: TablesByName): Finding[] {
  const related = table.relations.map(({ reference }) =>
    unmatched(table, reference, { to: tables(reference.target), kind: 'unknownRelated', among: 'kept' }),
  );
  return [
    ...subjectFindings(table, tables),
    ...related,
    ...eventFindings(table),
    ...keyFindings(table),
    ...uniqueFindings(table),
  ];
}

function subjectFindings(table: TablePlan, tables: TablesByName): Finding[] {
  const { subject } = table;
  if (subject.kind === 'root') return [];
  const isKept = `a._n IN (SELECT _n FROM ${staging.kept(table)})`;
  if (subject.kind === 'linked') {
    const link = tables(subject.link);
    const value = `coalesce(${keyTextOf(table, subject.reference.targetFields)}, '')`;
    const select = `SELECT a._n, a._file, a._line, ${value} AS value FROM ${staging.rows(table)} a WHERE NOT ${isKept}`;
    const strayed = unmatched(link, subject.reference, { to: table, kind: 'unknownLinkRow', among: 'read' });
    return [
      { table, field: null, kind: 'unlinkedRow', select },
      ...(link.collection === null ? [strayed] : []),
    ];
  }
  const kind = subject.kind === 'direct' ? 'unknownSubject' : 'unlinkedRow';
  const to = tables(subject.reference.target);
  const lost = unmatched(table, subject.reference, { to, kind, among: 'kept' });
  if (listField(table, subject.reference) === null) return [lost];
  return [
    { ...lost, select: `${lost.select} AND NOT ${isKept}` },
    { ...lost, kind: 'unknownLinkSubject', select: `${lost.select} AND ${isKept}` },
  ];
}

interface Unmatched {
  readonly to: TablePlan;
  readonly kind: ProblemKind;
  /** Whether a row that was read but skipped still counts as existing. */
  readonly among: 'read' | 'kept';
}

/** Join texts of `from` that name no row; a list gives each of its texts. */
function unmatched(from: TablePlan, reference: KeyReference, { to, kind, among }: Unmatched): Finding {
  const list = listField(from, reference);
  const there = among === 'kept' ? staging.kept(to) : staging.rows(to);
  const field = reference.fields.join(', ');
  if (list === null) {
    const value = keyTextOf(from, reference.fields);
    const pairs = `SELECT p._n FROM (${keyPairs(from, to, reference)}) p JOIN ${there} k ON k._n = p._other`;
    const select = `SELECT a._n, a._file, a._line, ${value} AS value FROM ${staging.rows(from)} a
      WHERE ${value} IS NOT NULL AND a._n NOT IN (${pairs})`;
    return { table: from, field, kind, select };
  }
  const key = staging.key(fieldOf(to, reference.targetFields[0] ?? ''));
  const select = `SELECT a._n, a._file, a._line, l.key AS value
    FROM ${staging.keys(from, list)} l JOIN ${staging.rows(from)} a ON a._n = l._n
    WHERE l.key NOT IN (SELECT b.${key} FROM ${staging.rows(to)} b JOIN ${there} k ON k._n = b._n WHERE b.${key} IS NOT NULL)`;
  return { table: from, field, kind, select };
}

function eventFindings(table: TablePlan): Finding[] {
  if (table.event === null || table.event.end === null) return [];
  const start = staging.value(fieldOf(table, table.event.start));
  const end = staging.value(fieldOf(table, table.event.end));
  const select = `SELECT _n, _file, _line, concat(${start}, ' – ', ${end}) AS value
    FROM ${staging.rows(table)} WHERE ${end} < ${start}`;
  return [{ table, field: table.event.end, kind: 'endsBeforeStart', select }];
}

function keyFindings(table: TablePlan): Finding[] {
  const { primaryKey } = table;
  if (primaryKey.length === 0) return [];
  const keys = primaryKey.map((name) => staging.key(fieldOf(table, name))).join(', ');
  const select = `SELECT _n, _file, _line, concat_ws(', ', ${keys}) AS value FROM ${staging.rows(table)}
    QUALIFY row_number() OVER (PARTITION BY ${keys} ORDER BY _n) > 1`;
  return [{ table, field: primaryKey.join(', '), kind: 'repeatedKey', select }];
}

function uniqueFindings(table: TablePlan): Finding[] {
  return table.fields
    .filter((field) => field.isUnique && field.delimiter === null && (hasValue(field) || field.isKey))
    .map((field) => {
      const value = hasValue(field) ? staging.value(field) : staging.key(field);
      const select = `SELECT _n, _file, _line, CAST(${value} AS VARCHAR) AS value FROM ${staging.rows(table)}
        WHERE ${value} IS NOT NULL QUALIFY row_number() OVER (PARTITION BY ${value} ORDER BY _n) > 1`;
      return { table, field: field.name, kind: 'notUnique', select };
    });
}
