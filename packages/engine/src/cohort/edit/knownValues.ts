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

/**
 * `value` of each of these values that the member may see in the data, in any order: a term of an ontology occurs where a
 * term at or below it does.
 */
export function compileOccurring({ concept, values }: ValueQuestion, release: ReleaseSql): Query {
  const occurring = compileValues(concept, release);
  if (kindOf(concept).isCoded) {
    const within = tableOf(release, storage.within(ontologyNumber(release.lookup.dictionary, concept)));
    return toQuery(sql`SELECT DISTINCT w.ancestor AS value FROM ${within} AS w
      WHERE w.ancestor IN (SELECT unnest(${parameter(values, 'VARCHAR[]')})) AND w.code IN (${occurring})`);
  }
  const wanted = kindOf(concept).hasWords
    ? sql.join([null, ...codesOfWords(concept, values)].map((code) => parameter(code, 'DOUBLE PRECISION')))
    : sql`SELECT unnest(${parameter(values, 'VARCHAR[]')})`;
  return toQuery(sql`SELECT DISTINCT known.value AS value FROM (${occurring}) AS known
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

/** The terms that texts name, whether they occur or not. */
function compileNamedTerms(concept: Concept, texts: readonly string[], release: ReleaseSql): Query {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const terms = tableOf(release, storage.terms(number));
  return toQuery(sql`WITH given AS (SELECT unnest(${parameter(texts, 'VARCHAR[]')}) AS value), named AS (
      SELECT g.value, t.code, t.label, t.is_leaf, TRUE AS by_code FROM given AS g JOIN ${terms} AS t
        ON t.code = g.value WHERE t.is_known
      UNION SELECT g.value, t.code, t.label, t.is_leaf, TRUE FROM given AS g
        JOIN ${tableOf(release, storage.alternatives(number))} AS m ON m.alternative = g.value
        JOIN ${terms} AS t ON t.code = m.code WHERE t.is_known
      UNION SELECT g.value, t.code, t.label, t.is_leaf, FALSE FROM given AS g JOIN ${terms} AS t
        ON lower(t.label) = lower(g.value) WHERE t.is_known)
    SELECT named.value, named.code, named.label, named.is_leaf, named.by_code FROM named ORDER BY named.value, named.code`);
}

type Row = Readonly<Record<string, unknown>>;

/** How a release is asked, by a statement or by a question about its subjects. */
export interface ValueAsker {
  readonly run: (query: Query) => Promise<readonly Row[]>;
  readonly ask: (question: { readonly kind: 'occurring' } & ValueQuestion) => Promise<readonly Row[]>;
}

/** The answer to a question, for `applyCohortTransformation`. */
export async function findKnownValues(
  question: ValueQuestion,
  release: ReleaseSql,
  { run, ask }: ValueAsker,
): Promise<KnownValues> {
  const { concept, values } = question;
  const occurringOf = async (wanted: readonly string[]): Promise<readonly unknown[]> =>
    wanted.length === 0
      ? []
      : (await ask({ kind: 'occurring', concept, values: wanted })).map(({ value }) => value);
  if (!kindOf(concept).isCoded)
    return {
      kind: 'text',
      found: new Set((await occurringOf(values)).map((value) => shownValue(concept, value))),
    };
  const named = await run(compileNamedTerms(concept, textsOf(values), release));
  const occurring = new Set(await occurringOf([...new Set(named.map(({ code }) => String(code)))]));
  return { kind: 'ontology', matches: matchesOf(values, named, occurring) };
}

/** For each value that names terms, those terms: by its code, by its label, or by the code that it begins with. */
function matchesOf(
  values: readonly string[],
  named: readonly Row[],
  occurring: ReadonlySet<unknown>,
): ReadonlyMap<string, readonly TermMatch[]> {
  const matches = new Map<string, readonly TermMatch[]>();
  const byText = groupByValue(named);
  const byCode = (text: string | null): readonly Row[] =>
    (text === null ? undefined : byText.get(text))?.filter((row) => row['by_code'] === true) ?? [];
  for (const value of values) {
    const candidates = [byCode(value), byText.get(value) ?? [], byCode(codeBefore(value))];
    const rows = candidates.find(({ length }) => length > 0) ?? [];
    if (rows.length === 0) continue;
    const toMatch = (row: Row): TermMatch => ({
      code: String(row['code']),
      label: String(row['label']),
      isInData: occurring.has(row['code']),
      isLeaf: row['is_leaf'] === true,
    });
    matches.set(value, rows.map(toMatch));
  }
  return matches;
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
