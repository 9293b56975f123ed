import { type Concept, kindOf, ontologyNumber, storage, tableOf, toQuery } from '@atrium/engine';
import { sql } from 'kysely';
import type { Terms } from '../layout/releaseIndex.ts';
import type { Building } from './building.ts';
import { type Coding, dictionaryOf } from './codeStatements.ts';
import type { Column } from './columns.ts';
import { translate } from './rowCodes.ts';
import { inOrder, treeOrder } from './treeOrder.ts';

/** Codes by row or by line, and what they stand for. */
type FinishedColumn = ReturnType<Column['finish']>;

/** A column with its terms, in the order of their tree where it has some. */
export async function arranged(
  column: Column,
  concept: Concept,
  building: Building,
): Promise<FinishedColumn & { readonly terms: Terms | null }> {
  const { source, release } = building;
  const { codes, values } = column.finish();
  const terms = await readTerms(concept, column.coding, building);
  if (terms === null || values.kind !== 'texts') return { codes, values, terms };
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const edges = await source.rows(
    toQuery(sql`SELECT e.code, e.parent FROM ${tableOf(release, storage.parents(number))} AS e`),
  );
  const order = treeOrder(
    values.texts,
    edges.map(({ code, parent }) => ({ code: String(code), parent: String(parent) })),
  );
  translate(codes, order.codeOf);
  return { codes, values: { kind: 'texts', texts: order.texts }, terms: inOrder(terms, order) };
}

/** What lies at or below each term among the values of a concept; null where it has no ontology. */
async function readTerms(
  concept: Concept,
  coding: Coding,
  { source, release }: Building,
): Promise<Terms | null> {
  if (!kindOf(concept).isCoded) return null;
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const dictionary = dictionaryOf(coding, release);
  const within = new Map<string, number[]>();
  const above = sql`SELECT w.ancestor, d.code FROM ${tableOf(release, storage.within(number))} AS w
    JOIN (${dictionary}) AS d ON d.value = w.code ORDER BY 2`;
  for (const { ancestor, code } of await source.rows(toQuery(above)))
    add(within, String(ancestor), Number(code));
  const alternatives = new Map<string, string[]>();
  const merged = sql`SELECT alternative, code FROM ${tableOf(release, storage.alternatives(number))}`;
  for (const { alternative, code } of await source.rows(toQuery(merged)))
    add(alternatives, String(alternative), String(code));
  const strange = sql`SELECT d.code FROM ${tableOf(release, storage.terms(number))} AS t
    JOIN (${dictionary}) AS d ON d.value = t.code WHERE NOT t.is_known ORDER BY 1`;
  const unknown = (await source.rows(toQuery(strange))).map(({ code }) => Number(code));
  const labelled = sql`SELECT d.code, t.label FROM (${dictionary}) AS d
    LEFT JOIN ${tableOf(release, storage.terms(number))} AS t ON t.code = d.value ORDER BY 1`;
  const labels = (await source.rows(toQuery(labelled))).map(({ label }) =>
    label === null ? null : String(label),
  );
  return { labels, within, alternatives, unknown };
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
