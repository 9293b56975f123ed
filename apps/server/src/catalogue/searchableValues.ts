import { comparableText, type WordRank, wordRankOf, wordSearch } from '@atrium/contract/search/wordSearch';
import {
  always,
  type CohortPlan,
  type Concept,
  compileTextHits,
  findKnownValues,
  type KnownValues,
  kindOf,
  type ReleaseQuestion,
  type ReleaseSql,
  shownValue,
  toQuery,
  type ValueQuestion,
  visibilityKey,
} from '@atrium/engine';
import { createMemory, inTimeSlices, type Questions, type Row } from '@atrium/warehouse';

/** Values by concept id, for concepts whose values may be searched. */
export type SearchableValues = ReadonlyMap<string, readonly SearchableValue[]>;

/** A value, or a term with its synonyms, as a search finds it. */
export interface SearchableValue {
  /** As it is shown. */
  readonly text: string;
  /** Of a term; null for every other value. */
  readonly code: string | null;
  /** All that it is called, the shown text first. */
  readonly names: readonly string[];
  /** The same, as they are compared. */
  readonly compared: readonly string[];
  /** Who has it, or a narrower term, among those whom the member may see. */
  readonly subjects: number;
  /** Whether a filter can choose it; a code that the ontology does not hold is only found. */
  readonly isOffered: boolean;
}

/** A value with what it is called besides. */
export function searchableValue(text: string, given: Partial<SearchableValue> = {}): SearchableValue {
  const { names = [text] } = given;
  return {
    code: null,
    subjects: 0,
    isOffered: true,
    ...given,
    text,
    names,
    compared: names.map(comparableText),
  };
}

/** So many values of a concept are kept in memory; texts beyond are looked through at each search. */
const maxOfConcept = 50_000;
/** So many values are kept at most, over all releases and visibilities; those longest unused go first. */
const maxValues = 250_000;

const population = { plan: { subject: always, sets: [] } satisfies CohortPlan, prefilter: null };

type Load = (concept: Concept, release: ReleaseSql) => Promise<readonly SearchableValue[] | null>;

/** The values of a concept that a search finds; null where they are too many, or none can be searched. */
export type FindSearchableValues = Load;

const finders = new WeakMap<Questions, FindSearchableValues>();

/** One memory of values for all searches of a portal. */
export function searchableValuesOf(questions: Questions): FindSearchableValues {
  const find = finders.get(questions) ?? createSearchableValues(questions);
  finders.set(questions, find);
  return find;
}

/** Values of a concept by release and visibility, loaded at the first search that needs them; a release never changes. */
function createSearchableValues(questions: Questions): FindSearchableValues {
  const known = createMemory<{ readonly values: readonly SearchableValue[] | null }>({
    name: 'searchable values',
    max: maxValues,
    sizeOf: ({ values }) => (values ?? []).reduce((size, { names }) => size + names.length, 1),
  });
  return async (concept, release) => {
    const key = `${release.release} ${concept.id} ${visibilityKey(release.visibility)}`;
    return (await known.find(key, async () => ({ values: await load(questions, concept, release) }))).values;
  };
}

/** The values of all concepts that have few enough of them. */
export async function valuesOfAll(
  find: FindSearchableValues,
  concepts: readonly Concept[],
  release: ReleaseSql,
): Promise<SearchableValues> {
  const found = await Promise.all(
    concepts.map(async (concept) => [concept.id, await find(concept, release)] as const),
  );
  return new Map(found.flatMap(([id, values]) => (values === null ? [] : [[id, values] as const])));
}

async function load(
  questions: Questions,
  concept: Concept,
  release: ReleaseSql,
): Promise<readonly SearchableValue[] | null> {
  const { isText, isFreeText, hasWords, isCoded } = kindOf(concept);
  const ask = (question: ReleaseQuestion) => questions.ask(question, release);
  if (isCoded) return await loadTerms(concept, ask);
  if (concept.type === 'boolean')
    return [...booleans(concept, await ask({ kind: 'choices', concept, population }))];
  if (!isText && !hasWords) return null;
  if (isFreeText) {
    const [row] = await ask({ kind: 'textTotal', concept, population, search: '' });
    if (Number(row?.['total'] ?? 0) > maxOfConcept) return null;
  }
  const rows = await ask({ kind: 'choices', concept, population });
  return await inTimeSlices(namedValues(concept, rows.slice(0, maxOfConcept)));
}

function* namedValues(
  concept: Concept,
  rows: readonly Row[],
): Generator<undefined, readonly SearchableValue[], undefined> {
  const others = new Map<string, string[]>();
  for (const { text, value } of concept.synonyms ?? [])
    if (value !== null) others.set(value, [...(others.get(value) ?? []), text]);
  const values: SearchableValue[] = [];
  for (const row of rows) {
    const text = shownValue(concept, row['value']);
    const names = [text, ...(others.get(text) ?? [])];
    values.push(searchableValue(text, { names, subjects: Number(row['subjects']) }));
    if (values.length % 1000 === 0) yield;
  }
  return values;
}

/** "Yes" is found by the name of its concept. */
function* booleans(concept: Concept, rows: readonly Row[]): Generator<SearchableValue> {
  const names = ['True', concept.title, ...(concept.synonyms ?? []).map(({ text }) => text)];
  for (const row of rows)
    if (shownValue(concept, row['value']) === 'True')
      yield searchableValue('True', { names, subjects: Number(row['subjects']) });
}

type Ask = (question: ReleaseQuestion) => Promise<readonly Row[]>;

/** The terms in the data and those above them, and codes in the data that the ontology does not hold. */
async function loadTerms(concept: Concept, ask: Ask): Promise<readonly SearchableValue[]> {
  const at = { kind: 'search', search: '' } as const;
  const terms = await ask({
    ...{ kind: 'ontologyTerms', concept, population, at },
    ...{ existing: true, offset: 0, limit: maxOfConcept },
  });
  const codes = terms.map((row) => String(row['code']));
  const of = { ...at, codes };
  const synonyms = codes.length === 0 ? [] : await ask({ kind: 'ontologySynonyms', concept, of });
  const held = await ask({ kind: 'choices', concept, population });
  return await inTimeSlices(namedTerms(terms, synonyms, held));
}

function* namedTerms(
  terms: readonly Row[],
  synonyms: readonly Row[],
  held: readonly Row[],
): Generator<undefined, readonly SearchableValue[], undefined> {
  const others = new Map<string, string[]>();
  for (const row of synonyms) {
    const code = String(row['code']);
    const names = others.get(code);
    if (names === undefined) others.set(code, [String(row['synonym'])]);
    else names.push(String(row['synonym']));
  }
  const values: SearchableValue[] = [];
  const known = new Set<string>();
  for (const row of terms) {
    const [code, label] = [String(row['code']), String(row['label'])];
    known.add(code);
    const names = [label, ...(others.get(code) ?? []), code];
    values.push(searchableValue(label, { code, names, subjects: Number(row['subjects']) }));
    if (values.length % 1000 === 0) yield;
  }
  for (const row of held) {
    const code = String(row['value']);
    if (!known.has(code)) values.push(searchableValue(code, { code, isOffered: false }));
  }
  return values;
}

export interface TextSearch {
  readonly words: readonly string[];
  /** The concepts with too many values to be kept. */
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
      const values = [...new Set(hits.map(String))].map((text) => searchableValue(text));
      return [String(row['concept']), values] as const;
    }),
  );
}

interface RankedValue {
  readonly value: SearchableValue;
  readonly rank: WordRank;
}

/** Those of the values that have every word of a search, the best first, then by how many have them (rule 11.13). */
export function* rankedValues(
  values: readonly SearchableValue[],
  search: string,
): Generator<undefined, readonly SearchableValue[], undefined> {
  const wanted = wordSearch(search);
  const found: RankedValue[] = [];
  for (const [index, value] of values.entries()) {
    const ranks = value.compared.flatMap((name) => wordRankOf(name, wanted) ?? []);
    const [first, ...others] = ranks;
    if (first !== undefined)
      found.push({ value, rank: others.reduce((one, other) => (other < one ? other : one), first) });
    if (index % 2000 === 1999) yield;
  }
  return found
    .sort((one, other) => one.rank - other.rank || other.value.subjects - one.value.subjects)
    .map(({ value }) => value);
}

export type FindValues = (question: ValueQuestion) => Promise<KnownValues>;

/** Looks up in a release which of some values it knows. */
export const findValues =
  (questions: Pick<Questions, 'run' | 'ask'>, release: ReleaseSql, signal?: AbortSignal): FindValues =>
  (question) => {
    const options = signal === undefined ? {} : { signal };
    return findKnownValues(question, release, {
      run: (query) => questions.run(query, options),
      ask: (asked) => questions.ask(asked, release, options),
    });
  };
