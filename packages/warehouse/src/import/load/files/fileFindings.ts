import { unsafePattern } from '@atrium/contract/documents/unsafeCharacters';
import { fileCategories, localTag } from '@atrium/contract/wire/files';
import { queryRows } from '../../../duckdb/results.ts';
import { type FileField, fileFields } from '../../../package/check/checkCatalogue.ts';
import type { CataloguePlan, TablePlan } from '../../../package/packagePlan.ts';
import type { ProblemKind } from '../../../releases/problemKind.ts';
import { literal, quoted } from '../../../sql/quoted.ts';
import type { ImportJob, TablesByName } from '../importJob.ts';
import { maxExamples } from '../problemLog.ts';
import type { Finding } from '../reportJoins.ts';
import { staging } from '../staging.ts';
import { keyPairs, listField } from '../subjects.ts';

/** The staged text of a field of row `a`, or NULL where the catalogue does not have the field. */
function textOf(table: TablePlan, name: FileField): string {
  const field = table.fields.find((one) => one.name === name);
  return field === undefined ? 'CAST(NULL AS VARCHAR)' : `a.${staging.key(field)}`;
}

/** `SELECT` of `_n` and every field of a catalogue, of the rows that have no fault. */
export const selectFiles = (table: TablePlan): string =>
  `SELECT a._n, a._file AS _source, a._line, ${fileFields.map(({ name }) => `${textOf(table, name)} AS ${quoted(name)}`).join(', ')}
    FROM ${staging.rows(table)} a WHERE a._n NOT IN (SELECT _n FROM file_faults)`;

/** What a value may be, as a condition on a text that is not null. */
const allowed: Partial<Readonly<Record<FileField, (text: string) => string>>> = {
  file_id: (text) => `length(${text}) <= 255`,
  name: (text) =>
    `length(${text}) <= 255 AND ${text} NOT IN ('.', '..') AND NOT regexp_matches(${text}, '[/\\\\]')`,
  size: (text) => `regexp_full_match(${text}, '[0-9]{1,15}')`,
  sha256: (text) => `regexp_full_match(${text}, '[0-9A-Fa-f]{64}')`,
  md5: (text) => `regexp_full_match(${text}, '[0-9A-Fa-f]{32}')`,
  category: (text) => `${text} IN (${fileCategories.map(literal).join(', ')})`,
  source: (text) => `regexp_full_match(${text}, '[A-Za-z0-9_-]{1,40}')`,
  data_type: (text) => `length(${text}) <= 255`,
  experiment_type: (text) => `length(${text}) <= 255`,
  file_format: (text) => `length(${text}) <= 255`,
  access: (text) => `length(${text}) <= 255`,
};

/** What reaches scripts, manifests and headers (rule 10.31). */
const writtenFields = [
  'file_id',
  'path',
  'url',
  'name',
  'source',
  'data_type',
  'experiment_type',
  'file_format',
  'access',
] as const satisfies readonly FileField[];

/** As `disarmed` knows formulas. An id is found by its letters, so that it cannot be disarmed (rule 10.32). */
const formulaPattern = "(^|;)\\s*'*[=+\\-@\\x{FF1D}\\x{FF0B}\\x{FF0D}\\x{FF20}]";

/** What is wrong with the rows of a catalogue by themselves, and with the subjects that they name (rules 13.2 and 13.3). */
export function fileFindings(catalogue: CataloguePlan, tables: TablesByName): readonly Finding[] {
  const { table } = catalogue;
  const rowsWhere = (kind: ProblemKind, field: FileField, fault: string): Finding => ({
    table,
    field,
    kind,
    select: `SELECT a._n, a._file, a._line, coalesce(${textOf(table, field)}, '') AS value
      FROM ${staging.rows(table)} a WHERE ${fault}`,
  });
  const required = fileFields.filter(({ isRequired }) => isRequired);
  const [path, url] = [textOf(table, 'path'), textOf(table, 'url')];
  const [source, category] = [textOf(table, 'source'), textOf(table, 'category')];
  return [
    ...required.map(({ name }) => rowsWhere('incompleteFile', name, `${textOf(table, name)} IS NULL`)),
    ...fileFields.flatMap(({ name }) => {
      const test = allowed[name];
      const text = textOf(table, name);
      return test === undefined
        ? []
        : [rowsWhere('badFileValue', name, `${text} IS NOT NULL AND NOT (${test(text)})`)];
    }),
    ...writtenFields.map((name) =>
      rowsWhere('unsafeText', name, `regexp_matches(${textOf(table, name)}, ${literal(unsafePattern)})`),
    ),
    rowsWhere(
      'formulaId',
      'file_id',
      `regexp_matches(${textOf(table, 'file_id')}, ${literal(formulaPattern)})
        AND NOT regexp_full_match(${textOf(table, 'file_id')}, '[+-]?[0-9]+([.][0-9]+)?')`,
    ),
    rowsWhere(
      'badFileValue',
      'source',
      `coalesce(${source}, ${literal(localTag)}) <> ${literal(localTag)} AND ${category} <> 'data'`,
    ),
    rowsWhere('badFileLocation', 'path', `${path} IS NULL AND ${url} IS NULL`),
    rowsWhere('badFileLocation', 'url', `${path} IS NOT NULL AND ${url} IS NOT NULL`),
    rowsWhere(
      'badFileLocation',
      'url',
      `${url} IS NOT NULL AND NOT regexp_full_match(${url}, '(https|s3)://[^/?#[:space:]][^[:space:]]*')`,
    ),
    ...subjectFindings(catalogue, tables),
  ];
}

/** Each text of a file, or of its links, that names no subject. */
function subjectFindings({ table, links, subject }: CataloguePlan, tables: TablesByName): readonly Finding[] {
  if (subject === null) return [];
  const from = links?.table ?? table;
  const to = tables(subject.target);
  const list = listField(from, subject);
  const source = list === null ? staging.rows(from) : staging.keys(from, list);
  const own = subject.fields.map((name) => {
    const field = from.fields.find((one) => one.name === name);
    return list === null && field !== undefined ? `x.${staging.key(field)}` : 'x.key';
  });
  const target = subject.targetFields.map((name) => {
    const field = to.fields.find((one) => one.name === name);
    return field === undefined ? 'NULL' : `t.${staging.key(field)}`;
  });
  const match = own.map((text, index) => `${target[index]} = ${text}`).join(' AND ');
  // A file without a subject names none; a link without a subject would open its file to every cohort.
  const unknown = `SELECT x._n, coalesce(${own.join(" || ', ' || ")}, '') AS value FROM ${source} x
    WHERE ${links === null ? own.map((text) => `${text} IS NOT NULL`).join(' AND ') : 'true'}
      AND NOT EXISTS (SELECT 1 FROM ${staging.rows(to)} t JOIN ${staging.kept(to)} k ON k._n = t._n WHERE ${match})`;
  const field = subject.fields.join(', ');
  if (links === null)
    return [
      {
        table,
        field,
        kind: 'unknownFileSubject',
        select: `SELECT a._n, a._file, a._line, u.value FROM ${staging.rows(table)} a JOIN (${unknown}) u ON u._n = a._n`,
      },
    ];
  return [
    {
      table,
      field,
      kind: 'unknownFileSubject',
      select: `SELECT a._n, a._file, a._line, u.value FROM (${unknown}) u
        JOIN (${keyPairs(links.table, table, links.owner)}) o ON o._n = u._n JOIN ${staging.rows(table)} a ON a._n = o._other`,
    },
    {
      table: links.table,
      field: links.owner.fields.join(', '),
      kind: 'unknownLinkRow',
      select: `SELECT a._n, a._file, a._line, '' AS value FROM ${staging.rows(links.table)} a
        WHERE a._n NOT IN (SELECT _n FROM (${keyPairs(links.table, table, links.owner)}))`,
    },
  ];
}

/** A sentence for each of the first ids that several files have. */
export async function findRepeatedIds(table: TablePlan, { connection }: ImportJob): Promise<string[]> {
  const id = textOf(table, 'file_id');
  const found = await queryRows(
    connection,
    `SELECT ${id} AS value, count(*) AS rows, list(a._line ORDER BY a._n)[1:2] AS lines, count(*) OVER () AS total
      FROM ${staging.rows(table)} a WHERE ${id} IS NOT NULL GROUP BY ${id} HAVING count(*) > 1
      ORDER BY min(a._n) LIMIT ${maxExamples}`,
  );
  const sentences = found.map(
    ({ value, rows, lines }) =>
      `resource ${table.name}: ${String(rows)} files have the file_id "${String(value)}" (lines ${String(lines)})`,
  );
  const more = Number(found[0]?.['total'] ?? 0) - found.length;
  return more > 0 ? [...sentences, `resource ${table.name}: ${more} further ids are repeated`] : sentences;
}
