import { type RawBuilder, sql } from 'kysely';
import type { Concept } from '../dictionary/dictionary.ts';
import { ontologyNumber, storage } from '../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { textOrder } from '../sql/dialect.ts';
import { parameter } from '../sql/parameter.ts';
import { areOwnRows, compilePopulation, type Population } from './population.ts';

type Fragment = RawBuilder<unknown>;

/** A part of the ontology: its roots, one term with the terms around it, the terms that a search finds, or some by code. */
export type OntologyPosition =
  | { readonly kind: 'roots' }
  | { readonly kind: 'term'; readonly code: string }
  | { readonly kind: 'search'; readonly search: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

export interface OntologyContext {
  readonly population: Population;
  readonly release: ReleaseSql;
  /** Only terms that occur in the data, themselves or through a descendant. */
  readonly existing: boolean;
  /** The part of the list of results that is wanted; term and parents come with each part (rule 4.10). */
  readonly offset: number;
  readonly limit: number;
}

/**
 * Rows `role` (term, parent, result), `code`, `label`, `is_leaf`, `entries`, `subjects`, `has_descendants`, `total`, by
 * label. Counts include descendants; `has_descendants` says that some row has the term as a proper ancestor (rule 4.6);
 * `total` is how many results there are in all parts, in the rows of results.
 */
export function compileOntologyTerms(
  concept: Concept,
  at: OntologyPosition,
  { population, release, existing, offset, limit }: OntologyContext,
): Fragment {
  const tables = tablesOf(concept, release);
  const order = [sql`lower(t.label)`, sql`t.code`].map((text) => textOrder(text, release.dialect));
  return sql`${compilePopulation(concept, population, release)},
    listed AS (${listedTerms(at, tables, release)}),
    counted AS (${countedTerms(concept, tables, release)})
    SELECT role, code, label, is_leaf, entries, subjects, has_descendants, total FROM (
      SELECT l.role, t.code, t.label, t.is_leaf, coalesce(c.entries, 0) AS entries,
        coalesce(c.subjects, 0) AS subjects, coalesce(c.has_descendants, FALSE) AS has_descendants,
        row_number() OVER (PARTITION BY l.role = 'result' ORDER BY ${sql.join(order)}) AS line,
        count(*) OVER (PARTITION BY l.role = 'result') AS total
      FROM listed AS l JOIN ${tables.terms} AS t ON t.code = l.code LEFT JOIN counted AS c ON c.code = l.code
      WHERE t.is_known AND ${existing ? sql`(l.role <> 'result' OR c.entries > 0)` : sql`TRUE`}) AS numbered
    WHERE role <> 'result'
      OR (line > ${parameter(offset, 'BIGINT')} AND line <= ${parameter(offset + limit, 'BIGINT')})
    ORDER BY CASE role WHEN 'result' THEN 1 ELSE 0 END, line`;
}

/**
 * Entries, subjects and whether a row lies below, for each listed term. Where a row has one value and one subject,
 * rows are tallied by subject first, which is more than twice as fast as counting distinct rows.
 */
function countedTerms(concept: Concept, { within }: OntologyTables, release: ReleaseSql): Fragment {
  const lines = sql`pair AS p JOIN ${within} AS w ON w.code = p.value WHERE w.ancestor IN (SELECT code FROM listed)`;
  if (concept.isMultiple || !areOwnRows(concept, release)) {
    return sql`SELECT w.ancestor AS code, count(DISTINCT p._row) AS entries, count(DISTINCT p._subject) AS subjects,
      bool_or(w.code <> w.ancestor) AS has_descendants FROM ${lines} GROUP BY w.ancestor`;
  }
  return sql`SELECT code, CAST(sum(entries) AS BIGINT) AS entries, count(*) AS subjects,
      bool_or(has_descendants) AS has_descendants
    FROM (SELECT w.ancestor AS code, p._subject, count(*) AS entries, bool_or(w.code <> w.ancestor) AS has_descendants
      FROM ${lines} GROUP BY w.ancestor, p._subject) AS tally GROUP BY code`;
}

interface OntologyTables {
  readonly terms: Fragment;
  readonly parents: Fragment;
  readonly within: Fragment;
  readonly synonyms: Fragment;
}

function tablesOf(concept: Concept, release: ReleaseSql): OntologyTables {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  return {
    terms: tableOf(release, storage.terms(number)),
    parents: tableOf(release, storage.parents(number)),
    within: tableOf(release, storage.within(number)),
    synonyms: tableOf(release, storage.synonyms(number)),
  };
}

function listedTerms(
  at: OntologyPosition,
  { terms, parents, synonyms }: OntologyTables,
  { dialect }: ReleaseSql,
): Fragment {
  switch (at.kind) {
    case 'roots':
      return sql`SELECT t.code, 'result' AS role FROM ${terms} AS t
        WHERE t.is_known AND t.code NOT IN (SELECT e.code FROM ${parents} AS e)`;
    case 'term': {
      const code = parameter(at.code, 'VARCHAR');
      return sql`SELECT t.code, 'term' AS role FROM ${terms} AS t WHERE t.code = ${code}
        UNION ALL SELECT e.parent, 'parent' FROM ${parents} AS e WHERE e.code = ${code}
        UNION ALL SELECT e.code, 'result' FROM ${parents} AS e WHERE e.parent = ${code}`;
    }
    case 'codes':
      return sql`SELECT t.code, 'result' AS role FROM ${terms} AS t WHERE ${dialect.isAmong(sql`t.code`, at.codes)}`;
    case 'search': {
      const wanted = parameter(at.search, 'VARCHAR');
      const has = (text: Fragment): Fragment => sql`position(lower(${wanted}) IN lower(${text})) > 0`;
      return sql`SELECT t.code, 'result' AS role FROM ${terms} AS t WHERE ${has(sql`t.label`)}
          OR ${has(sql`t.code`)} OR t.code IN (SELECT s.code FROM ${synonyms} AS s WHERE ${has(sql`s.synonym`)})`;
    }
  }
}

/** Rows `code`, `synonym` in order: all synonyms of the term that is shown, or those of these hits that a search meets. */
export function compileOntologySynonyms(concept: Concept, at: SynonymsOf, release: ReleaseSql): Fragment {
  const { synonyms } = tablesOf(concept, release);
  const wanted =
    at.kind === 'term'
      ? sql`s.code = ${parameter(at.code, 'VARCHAR')}`
      : sql`position(lower(${parameter(at.search, 'VARCHAR')}) IN lower(s.synonym)) > 0
          AND ${release.dialect.isAmong(sql`s.code`, at.codes)}`;
  return sql`SELECT s.code, s.synonym FROM ${synonyms} AS s WHERE ${wanted} ORDER BY s.code, s.synonym`;
}

/** Whose synonyms are wanted. */
export type SynonymsOf =
  | { readonly kind: 'term'; readonly code: string }
  | { readonly kind: 'search'; readonly search: string; readonly codes: readonly string[] };

/** One row: `labels`, distinct values in the data; `entries` and `subjects` whose code the ontology does not hold. */
export function compileOntologyTotals(
  concept: Concept,
  { population, release }: { readonly population: Population; readonly release: ReleaseSql },
): Fragment {
  const { terms } = tablesOf(concept, release);
  return sql`${compilePopulation(concept, population, release)},
    foreign_pair AS (
      SELECT p._row, p._subject FROM pair AS p WHERE p.value IN (SELECT t.code FROM ${terms} AS t WHERE NOT t.is_known))
    SELECT (SELECT count(*) FROM (SELECT DISTINCT value FROM pair) AS held) AS labels,
      (SELECT count(DISTINCT _row) FROM foreign_pair) AS entries,
      (SELECT count(DISTINCT _subject) FROM foreign_pair) AS subjects`;
}
