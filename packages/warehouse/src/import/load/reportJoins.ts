import { queryRows } from '../../duckdb/results.ts';
import type { KeyReference, TablePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import { hasRepeatedKeys } from './findDuplicates.ts';
import type { ImportJob, TablesByName } from './importJob.ts';
import { dayOfMoment } from './moments.ts';
import { maxExamples } from './problemLog.ts';
import { fieldOf, hasValue, staging } from './staging.ts';
import { keyTextOf, listField } from './subjects.ts';

/** Reports what shows only when all rows are staged: rows and links without a target, repeated keys, reversed intervals. */
export async function reportJoins(job: ImportJob, tables: TablesByName): Promise<void> {
  for (const table of job.plan.tables) {
    const repeats = await hasRepeatedKeys(table, job);
    for (const finding of findings(table, tables)) {
      if (finding.kind !== 'repeatedKey' || repeats) await report(finding, job);
    }
  }
}

/** Reports the rows with a fault, and the first of them as examples. */
export async function report(
  { table, field, kind, select }: Finding,
  { connection, problems }: Pick<ImportJob, 'connection' | 'problems'>,
): Promise<void> {
  // Two statements: in DuckDB 1.5 a window over all rows of an anti join fails now and then.
  const [counted] = await queryRows(connection, `SELECT count(*) AS total FROM (${select})`);
  const total = Number(counted?.['total']);
  if (total === 0) return;
  const first = `SELECT _file, _line, value FROM (${select}) ORDER BY _n LIMIT ${maxExamples}`;
  const examples = (await queryRows(connection, first)).map((row) => ({
    file: table.files[Number(row['_file'])]?.path ?? '',
    line: Number(row['_line']),
    value: String(row['value']),
  }));
  problems.addMany({ collection: table.name, field, kind }, total, examples);
}

/** One kind of fault in one table; `select` gives `_n`, `_file`, `_line` and `value` of each row with the fault. */
export interface Finding {
  readonly table: TablePlan;
  readonly field: string | null;
  readonly kind: ProblemKind;
  readonly select: string;
}

/**
 * What may be wrong with a table's rows once keys are resolved. Of rows that are skipped only that is said: what is
 * wrong with a row that is kept is looked for in those (rule 10.44).
 */
function findings(table: TablePlan, tables: TablesByName): Finding[] {
  const related = table.relations.map(({ reference }) => {
    const to = tables(reference.target);
    const finding = unmatched(table, reference, { to, kind: 'unknownRelated', among: 'kept' });
    return { ...finding, select: `${finding.select} AND a._n IN (SELECT _n FROM ${staging.kept(table)})` };
  });
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
    const withoutRow = unmatched(link, subject.reference, {
      to: table,
      kind: 'unknownLinkRow',
      among: 'staged',
    });
    return [
      { table, field: null, kind: 'unlinkedRow', select },
      ...(link.collection === null ? [withoutRow] : []),
    ];
  }
  const kind = subject.kind === 'direct' ? 'unknownSubject' : 'unlinkedRow';
  const to = tables(subject.reference.target);
  const withoutTarget = unmatched(table, subject.reference, { to, kind, among: 'kept' });
  if (listField(table, subject.reference) === null) return [withoutTarget];
  return [
    { ...withoutTarget, select: `${withoutTarget.select} AND NOT ${isKept}` },
    { ...withoutTarget, kind: 'unknownLinkSubject', select: `${withoutTarget.select} AND ${isKept}` },
  ];
}

interface Unmatched {
  readonly to: TablePlan;
  readonly kind: ProblemKind;
  /** `staged`: a row that was skipped still counts as existing. */
  readonly among: 'staged' | 'kept';
}

/** The join texts of `from` that name no row of `to`; each text of a list on its own. */
function unmatched(from: TablePlan, reference: KeyReference, { to, kind, among }: Unmatched): Finding {
  const list = listField(from, reference);
  const existing = among === 'kept' ? staging.kept(to) : staging.rows(to);
  const field = reference.fields.join(', ');
  if (list === null) {
    const value = keyTextOf(from, reference.fields);
    const named = reference.targetFields.map(
      (name, index) => `b.${staging.key(fieldOf(to, name))} AS to${index}`,
    );
    const tests = reference.fields.map(
      (name, index) => `a.${staging.key(fieldOf(from, name))} = e.to${index}`,
    );
    const select = `SELECT a._n, a._file, a._line, ${value} AS value FROM ${staging.rows(from)} a
      ANTI JOIN (SELECT ${named.join(', ')} FROM ${staging.rows(to)} b JOIN ${existing} k ON k._n = b._n) e
        ON ${tests.join(' AND ')} WHERE ${value} IS NOT NULL`;
    return { table: from, field, kind, select };
  }
  const key = staging.key(fieldOf(to, reference.targetFields[0] ?? ''));
  const select = `SELECT a._n, a._file, a._line, l.key AS value
    FROM ${staging.keys(from, list)} l JOIN ${staging.rows(from)} a ON a._n = l._n
    WHERE l.key NOT IN (SELECT b.${key} FROM ${staging.rows(to)} b JOIN ${existing} k ON k._n = b._n WHERE b.${key} IS NOT NULL)`;
  return { table: from, field, kind, select };
}

const keptRows = (table: TablePlan): string =>
  `(SELECT * FROM ${staging.rows(table)} WHERE _n IN (SELECT _n FROM ${staging.kept(table)}))`;

function eventFindings(table: TablePlan): Finding[] {
  if (table.event === null || table.event.end === null) return [];
  const [start, end] = [table.event.start, table.event.end].map((name) => {
    const field = fieldOf(table, name);
    return field.rule.keepsTime ? dayOfMoment(staging.value(field)) : staging.value(field);
  });
  const select = `SELECT _n, _file, _line, concat(${start}, ' – ', ${end}) AS value
    FROM ${keptRows(table)} WHERE ${end} < ${start}`;
  return [{ table, field: table.event.end, kind: 'endsBeforeStart', select }];
}

function keyFindings(table: TablePlan): Finding[] {
  const { primaryKey } = table;
  if (primaryKey.length === 0) return [];
  const keys = primaryKey.map((name) => staging.key(fieldOf(table, name))).join(', ');
  const select = `SELECT _n, _file, _line, concat_ws(', ', ${keys}) AS value FROM ${keptRows(table)}
    QUALIFY row_number() OVER (PARTITION BY ${keys} ORDER BY _n) > 1`;
  return [{ table, field: primaryKey.join(', '), kind: 'repeatedKey', select }];
}

function uniqueFindings(table: TablePlan): Finding[] {
  return table.fields
    .filter((field) => field.isUnique && field.delimiter === null && (hasValue(field) || field.isKey))
    .map((field) => {
      const value = hasValue(field) ? staging.value(field) : staging.key(field);
      const select = `SELECT _n, _file, _line, CAST(${value} AS VARCHAR) AS value FROM ${keptRows(table)}
        WHERE ${value} IS NOT NULL QUALIFY row_number() OVER (PARTITION BY ${value} ORDER BY _n) > 1`;
      return { table, field: field.name, kind: 'notUnique', select };
    });
}
