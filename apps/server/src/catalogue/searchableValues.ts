import {
  type Concept,
  compileSearchableValues,
  compileTextHits,
  kindOf,
  type ReleaseSql,
  shownValue,
  toQuery,
  visibilityKey,
} from '@atrium/engine';
import { createMemory, inTimeSlices, type Questions, type Row } from '@atrium/warehouse';
import { type SearchableValue, type SearchableValues, searchableValue } from './conceptSearch.ts';

function hasSearchableValues(concept: Concept): boolean {
  const { isText, isFreeText, hasWords } = kindOf(concept);
  return (isText && !isFreeText) || hasWords;
}

/** So many values are kept at most, over all releases and visibilities; those longest unused go first. */
const maxValues = 250_000;

/** Values of a concept by release and visibility, loaded at the first search that needs them; a release never changes. */
export function createSearchableValues(
  questions: Questions,
): (release: ReleaseSql) => Promise<SearchableValues> {
  const known = createMemory<readonly SearchableValue[]>({
    name: 'searchable values',
    max: maxValues,
    sizeOf: (values) => values.length + 1,
  });
  const valuesOf = (concept: Concept, release: ReleaseSql) => {
    const key = `${release.release} ${concept.id} ${visibilityKey(release.visibility)}`;
    return known.find(key, () => loadValues(questions, concept, release));
  };
  return async (release) => {
    const concepts = release.lookup.dictionary.concepts.filter(hasSearchableValues);
    return new Map(
      await Promise.all(
        concepts.map(async (concept) => [concept.id, await valuesOf(concept, release)] as const),
      ),
    );
  };
}

async function loadValues(
  questions: Questions,
  concept: Concept,
  release: ReleaseSql,
): Promise<readonly SearchableValue[]> {
  const rows = await questions.run(toQuery(compileSearchableValues(concept, release)));
  return inTimeSlices(comparable(rows, concept));
}

function* comparable(
  rows: readonly Row[],
  concept: Concept,
): Generator<undefined, readonly SearchableValue[], undefined> {
  const values: SearchableValue[] = [];
  for (const row of rows) {
    values.push(searchableValue(shownValue(concept, row['value'])));
    if (values.length % 1000 === 0) yield;
  }
  return values;
}

export interface TextSearch {
  readonly words: readonly string[];
  /** The concepts that the caller may find. */
  readonly concepts: readonly Concept[];
  readonly release: ReleaseSql;
  readonly signal: AbortSignal;
}

/** For each text concept and each word of the search, one value that contains the word. */
export async function queryTextHits(questions: Questions, given: TextSearch): Promise<SearchableValues> {
  const { words, release, signal } = given;
  const concepts = given.concepts.filter((concept) => kindOf(concept).isFreeText);
  if (words.length === 0 || concepts.length === 0) return new Map();
  const rows = await questions.run(toQuery(compileTextHits(concepts, words, release)), { signal });
  return new Map(
    rows.map((row) => {
      const hits = words.flatMap((_, index) => row[`hit${index}`] ?? []);
      return [String(row['concept']), [...new Set(hits.map(String))].map(searchableValue)] as const;
    }),
  );
}
