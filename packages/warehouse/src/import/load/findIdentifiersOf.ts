import { openTo } from '@atrium/engine';
import { queryRows } from '../../duckdb/results.ts';
import { findIdentifier, sampledValues } from '../../identify/findIdentifier.ts';
import type { ColumnHolds } from '../../identify/identifierKinds.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { IdentifierReport } from '../../releases/importReport.ts';
import type { ImportJob } from './importJob.ts';
import { stagedNumber, stagedWord } from './numberWords.ts';
import { staging } from './staging.ts';

/** The concepts of a package that may say who somebody is, protected or not, by their names and values (rule 10.27). */
export async function findIdentifiersOf(job: ImportJob): Promise<readonly IdentifierReport[]> {
  const found: IdentifierReport[] = [];
  for (const table of job.plan.tables) {
    if (table.collection === null) continue;
    const aboutPeople = table.collection.isRoot ? `${table.name}_subject` : table.name;
    for (const field of table.fields) {
      const { concept, name } = field;
      if (concept === null) continue;
      // A declared family is a pseudonym of the study, as the key of subjects is.
      const isKey = isJoinedBy(table, field) || concept.id === job.plan.dictionary.families?.familyConceptId;
      job.signal?.throwIfAborted();
      const { title } = concept;
      let identifier: ReturnType<typeof findIdentifier> = null;
      for (const holds of holdsOf(field)) {
        const values = await queryValues(table, field, { job, holds });
        identifier ??= findIdentifier({ table: aboutPeople, name, title, holds, isKey, ...values });
      }
      if (identifier === null) continue;
      const seenBy = openTo(concept, job.plan.dictionary.subjectIdConceptId);
      found.push({ field: `${table.name}.${name}`, conceptId: concept.id, kind: identifier.kind, seenBy });
    }
  }
  return found;
}

/** Whether a column alone says which row is meant. A part of a longer key that leads nowhere is a column like any other. */
function isJoinedBy({ primaryKey, subject, relations }: TablePlan, { name, isKey }: FieldPlan): boolean {
  if (!isKey || primaryKey.length < 2 || !primaryKey.includes(name)) return isKey;
  const references = relations.map(({ reference }) => reference);
  if (subject.kind === 'direct' || subject.kind === 'through') references.push(subject.reference);
  return references.some(({ fields }) => fields.includes(name));
}

/** What is looked at as one column: of numbers with words both apart. */
function holdsOf({ rule }: FieldPlan): readonly ColumnHolds[] {
  switch (rule.target) {
    case 'text':
    case 'category':
      return ['text'];
    case 'date':
      return ['date'];
    case 'number':
      return rule.lexical === 'year' ? [] : ['number'];
    case 'number_with_categories':
      return ['number', 'text'];
    default:
      return [];
  }
}

/** So many rows with a value are looked at, from the first on. */
const maxRows = 20_000;

interface Looked {
  readonly job: ImportJob;
  readonly holds: ColumnHolds;
}

async function queryValues(table: TablePlan, field: FieldPlan, { job: { connection }, holds }: Looked) {
  const isList = field.delimiter !== null;
  const own = isList ? 'value' : staging.value(field);
  const hasWords = field.rule.target === 'number_with_categories';
  const column = !hasWords ? own : holds === 'number' ? stagedNumber(own) : stagedWord(own);
  const from = isList ? staging.values(table, field) : staging.rows(table);
  const text =
    holds === 'number'
      ? `CASE WHEN ${column} = trunc(${column}) AND abs(${column}) < 1e15 THEN CAST(CAST(${column} AS BIGINT) AS VARCHAR) ELSE CAST(${column} AS VARCHAR) END`
      : column;
  const [row] = await queryRows(
    connection,
    `WITH head AS MATERIALIZED (SELECT ${text} AS v FROM ${from} WHERE ${column} IS NOT NULL LIMIT ${maxRows}),
      own AS MATERIALIZED (SELECT DISTINCT v FROM head)
    SELECT (SELECT count(*) FROM head) AS filled, (SELECT count(*) FROM own) AS amount,
      (SELECT list(v) FROM (SELECT v FROM own ORDER BY hash(v), v LIMIT ${sampledValues})) AS sample`,
  );
  const sample: unknown = row?.['sample'];
  return {
    filled: Number(row?.['filled'] ?? 0),
    distinct: Number(row?.['amount'] ?? 0),
    sample: Array.isArray(sample) ? sample.map(String) : [],
  };
}
