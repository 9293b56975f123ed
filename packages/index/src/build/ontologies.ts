import {
  kindOf,
  ontologyNumber,
  type ReleaseSql,
  storage,
  tableOf,
  textOrder,
  toQuery,
} from '@atrium/engine';
import { sql } from 'kysely';
import type { IndexWriter } from '../layout/indexWriter.ts';
import type { OntologyIndex } from '../layout/releaseIndex.ts';
import type { IndexSource } from './indexSource.ts';

/** An ontology with more terms or synonyms is not indexed. */
const maxTerms = 200_000;

/** Adds the ontologies whose terms concepts hold. */
export async function addOntologies(
  source: IndexSource,
  release: ReleaseSql,
  writer: IndexWriter,
): Promise<void> {
  const { dictionary } = release.lookup;
  const coded = dictionary.concepts.filter((concept) => kindOf(concept).isCoded);
  for (const number of new Set(coded.map((concept) => ontologyNumber(dictionary, concept)))) {
    const ontology = await readOntology(number, source, release);
    if (ontology !== null) writer.addOntology(number, ontology);
  }
}

/** An ontology; null where it is too large. */
async function readOntology(
  number: number,
  source: IndexSource,
  release: ReleaseSql,
): Promise<OntologyIndex | null> {
  const table = (name: (ontology: number) => string) => tableOf(release, name(number));
  const read = (statement: ReturnType<typeof sql<unknown>>) => source.rows(toQuery(statement));
  const [size] = await read(sql`SELECT (SELECT count(*) FROM ${table(storage.terms)}) AS terms,
    (SELECT count(*) FROM ${table(storage.synonyms)}) AS synonyms`);
  if (Math.max(Number(size?.['terms']), Number(size?.['synonyms'])) > maxTerms) return null;
  const parents = new Map<string, string[]>();
  const edges = await read(sql`SELECT e.code, e.parent FROM ${table(storage.parents)} AS e
    ORDER BY ${textOrder(sql`e.parent`, release.dialect)}`);
  for (const { code, parent } of edges) {
    const known = parents.get(String(code));
    if (known === undefined) parents.set(String(code), [String(parent)]);
    else known.push(String(parent));
  }
  const terms = await read(
    sql`SELECT t.code, t.label, t.is_known, t.is_leaf FROM ${table(storage.terms)} AS t ORDER BY t.ordinal`,
  );
  const synonyms = await read(
    sql`SELECT s.code, s.synonym FROM ${table(storage.synonyms)} AS s ORDER BY s.code, s.synonym`,
  );
  return {
    terms: terms.map(({ code, label, is_known, is_leaf }) => ({
      ...{ code: String(code), label: String(label) },
      ...{ isKnown: is_known === true, isLeaf: is_leaf === true, parents: parents.get(String(code)) ?? [] },
    })),
    synonyms: synonyms.map(({ code, synonym }) => [String(code), String(synonym)]),
  };
}
