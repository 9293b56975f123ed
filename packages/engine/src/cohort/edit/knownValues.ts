import { type CohortTransformation, filterIn } from '@atrium/contract/wire/cohortTransformation';
import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../../concepts/kinds.ts';
import type { KnownValues, TermMatch } from '../../concepts/pastedValues.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import { codesOfWords, shownValue } from '../../dictionary/numberWords.ts';
import { ontologyNumber, storage } from '../../dictionary/storage.ts';
import { compileVisibleRows } from '../../rows/compileVisibility.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';
import { columnOf, valuesOf } from '../../rows/rows.ts';
import { parameter } from '../../sql/parameter.ts';
import { type Query, toQuery } from '../../sql/query.ts';

/** Values that someone pasted, to be looked for in the data before the edit is judged. */
export interface ValueQuestion {
  readonly concept: Concept;
  readonly values: readonly string[];
}

/** The values of an edit that must be looked up in the data first, or null when there are none. */
export function valuesToLookUp(transformation: CohortTransformation, lookup: Lookup): ValueQuestion | null {
  const filter = filterIn(transformation);
  if (filter === undefined) return null;
  const concept = lookup.concept(filter.conceptId);
  const values = concept === undefined ? [] : (kindOf(concept).pasted?.(filter) ?? []);
  return concept === undefined || values.length === 0 ? null : { concept, values };
}

type Fragment = RawBuilder<unknown>;

/** `SELECT value` of every value that the concept has of subjects whom the member may see, with repeats and nulls. */
export function compileValues(concept: Concept, release: ReleaseSql): Fragment {
  const collection = release.lookup.collection(concept.collectionId) ?? release.lookup.root;
  const visible = compileVisibleRows(collection, release);
  const where = visible === null ? sql`` : sql`WHERE c._row IN (${visible})`;
  if (concept.isMultiple) return sql`SELECT c.value FROM ${valuesOf(concept, release)} AS c ${where}`;
  const own = { collection, alias: 'c', subjectAlias: 'c' };
  return sql`SELECT ${columnOf(own, concept, release)} AS value
    FROM ${tableOf(release, storage.collection(collection))} AS c ${where}`;
}

/** The statement that answers a question; its rows go to `toKnownValues`. */
export function compileKnownValues(question: ValueQuestion, release: ReleaseSql): Query {
  const { concept, values } = question;
  if (kindOf(concept).isCoded) return toQuery(compileTermMatches(concept, textsOf(values), release));
  const wanted = kindOf(concept).hasWords
    ? sql.join([null, ...codesOfWords(concept, values)].map((code) => parameter(code, 'DOUBLE PRECISION')))
    : sql`SELECT unnest(${parameter(values, 'VARCHAR[]')})`;
  return toQuery(sql`SELECT DISTINCT known.value AS value FROM (${compileValues(concept, release)}) AS known
    WHERE known.value IN (${wanted})`);
}

/** The part before the first ": ", which is a code where labels are shown as "CODE: Label". */
const codeBefore = (value: string): string | null => {
  const end = value.indexOf(': ');
  return end > 0 ? value.slice(0, end) : null;
};

const textsOf = (values: readonly string[]): readonly string[] => [
  ...new Set(values.flatMap((value) => [value, codeBefore(value) ?? value])),
];

function compileTermMatches(concept: Concept, texts: readonly string[], release: ReleaseSql): Fragment {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const terms = tableOf(release, storage.terms(number));
  const found = sql`SELECT w.ancestor FROM ${tableOf(release, storage.within(number))} AS w
    WHERE w.code IN (${compileValues(concept, release)})`;
  return sql`WITH given AS (SELECT unnest(${parameter(texts, 'VARCHAR[]')}) AS value), named AS (
      SELECT g.value, t.code, t.label, t.is_leaf, TRUE AS by_code FROM given AS g JOIN ${terms} AS t
        ON t.code = g.value WHERE t.is_known
      UNION SELECT g.value, t.code, t.label, t.is_leaf, TRUE FROM given AS g
        JOIN ${tableOf(release, storage.alternatives(number))} AS m ON m.alternative = g.value
        JOIN ${terms} AS t ON t.code = m.code WHERE t.is_known
      UNION SELECT g.value, t.code, t.label, t.is_leaf, FALSE FROM given AS g JOIN ${terms} AS t
        ON lower(t.label) = lower(g.value) WHERE t.is_known)
    SELECT named.value, named.code, named.label, named.is_leaf, named.by_code,
      named.code IN (${found}) AS is_in_data FROM named ORDER BY named.value, named.code`;
}

type Row = Readonly<Record<string, unknown>>;

/** The answer for `applyCohortTransformation`, from the rows of `compileKnownValues`. */
export function toKnownValues({ concept, values }: ValueQuestion, rows: readonly Row[]): KnownValues {
  if (!kindOf(concept).isCoded) {
    const found = new Set(rows.map((row) => shownValue(concept, row['value'])));
    return { kind: 'text', found };
  }
  const matches = new Map<string, readonly TermMatch[]>();
  const byText = groupByValue(rows);
  const byCode = (text: string | null): readonly Row[] =>
    (text === null ? undefined : byText.get(text))?.filter((row) => row['by_code'] === true) ?? [];
  for (const value of values) {
    const named = [byCode(value), byText.get(value) ?? [], byCode(codeBefore(value))];
    const rows = named.find((candidates) => candidates.length > 0) ?? [];
    if (rows.length > 0) matches.set(value, rows.map(toMatch));
  }
  return { kind: 'ontology', matches };
}

function groupByValue(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const value = String(row['value']);
    const group = groups.get(value);
    if (group === undefined) groups.set(value, [row]);
    else group.push(row);
  }
  return groups;
}

const toMatch = (row: Row): TermMatch => ({
  code: String(row['code']),
  label: String(row['label']),
  isInData: row['is_in_data'] === true,
  isLeaf: row['is_leaf'] === true,
});
