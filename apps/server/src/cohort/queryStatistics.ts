import { toYearsAndDays } from '@atrium/contract/calendar/ages';
import { yearOf } from '@atrium/contract/calendar/days';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { wordRankOf, wordSearch } from '@atrium/contract/search/wordSearch';
import { paginate } from '@atrium/contract/wire/paginator';
import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import {
  type Concept,
  kindOf,
  type OntologyPosition,
  type Population,
  patternOf,
  type ReleaseQuestion,
  type ReleaseSql,
  shownValue,
} from '@atrium/engine';
import type { Row } from '@atrium/warehouse';
import type { SearchableValue } from '../catalogue/index.ts';
import { binBounds, cutBins, type Observed, observedIn } from './bins.ts';

/** Which statistics of a concept are wanted (rule 4.1). */
export interface StatisticsRequest {
  readonly concept: Concept;
  readonly population: Population;
  readonly release: ReleaseSql;
  /** Bins are cut and texts listed over these subjects instead, so that two charts of one concept are comparable. */
  readonly binsOver: Population | null;
  /** Dates as years only. */
  readonly yearsOnly: boolean;
  readonly search: string;
  readonly page: number;
  readonly recordsPerPage: number;
  readonly flavour: 'paged' | 'select2';
  readonly ontologyClass: string | undefined;
  readonly existing: boolean;
}

/** So many terms of an ontology are listed at once, where the request does not say how many hits of a search (rule 4.10). */
export const termsOnPage = 3000;

/** Answers a question about the release of a request. */
export interface Ask {
  (question: ReleaseQuestion): Promise<readonly Row[]>;
  /** Values of a concept that meet a search, the best first; null where they are too many to be ranked. */
  readonly search?: (concept: Concept, search: string) => Promise<readonly SearchableValue[] | null>;
}

const number = (row: Row | undefined, key: string): number => Number(row?.[key] ?? 0);
const numberOrNull = (row: Row | undefined, key: string): number | null => {
  const value = row?.[key] ?? null;
  return value === null ? null : Number(value);
};

type Common = 'isCallback' | 'conceptId' | 'countMissingValues' | 'countSubjectsWithMissingValues';
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Figures = Without<ConceptStatistics, Common>;

/** The statistics behind a filter editor; each type has its own shape. */
export async function queryStatistics(request: StatisticsRequest, ask: Ask): Promise<ConceptStatistics> {
  const { concept, population } = request;
  const [[missing], figures] = await Promise.all([
    ask({ kind: 'missing', concept, population }),
    readFigures(request, ask),
  ]);
  return {
    ...figures,
    isCallback: true,
    conceptId: concept.id,
    countMissingValues: number(missing, 'entries'),
    countSubjectsWithMissingValues: number(missing, 'subjects'),
  };
}

async function readFigures(request: StatisticsRequest, ask: Ask): Promise<Figures> {
  const { scale, isCoded, picked, hasWords } = kindOf(request.concept);
  if (hasWords) {
    const [numbers, words] = await Promise.all([readRange(request, ask), readChoice(request, ask)]);
    return { ...words, ...numbers };
  }
  if (scale !== null) return await readRange(request, ask);
  if (isCoded && request.flavour !== 'select2') return await readOntology(request, ask);
  return await (picked === 'search' ? readText(request, ask) : readChoice(request, ask));
}

/** Values with their counts; of a concept with words beside its numbers, the words. */
async function readChoice(request: StatisticsRequest, ask: Ask) {
  const { concept } = request;
  const rows = await ask({ kind: 'choices', concept, population: request.population });
  const values = rows.map((row) => ({
    category: shownValue(concept, row['value']),
    count: number(row, 'entries'),
    subjects: number(row, 'subjects'),
  }));
  return { values, maxCount: values[0]?.count ?? 0 };
}

async function readRange(request: StatisticsRequest, ask: Ask) {
  const { concept, population, yearsOnly, binsOver } = request;
  const [summary] = await ask({ kind: 'rangeSummary', concept, population });
  const [wider] =
    binsOver === null ? [summary] : await ask({ kind: 'rangeSummary', concept, population: binsOver });
  const binned = {
    ...(await readHistogram(request, observedIn(wider), ask)),
  };
  const counts = { countNonNull: number(summary, 'count'), uniquePatients: number(summary, 'subjects') };
  const { scale } = kindOf(concept);
  if (scale === 'date') {
    const shown = (day: unknown) => (typeof day !== 'string' ? null : yearsOnly ? yearOf(day) : day);
    return { stats: { ...counts, min: shown(summary?.['min']), max: shown(summary?.['max']) }, ...binned };
  }
  const [min, max, avg] = [
    numberOrNull(summary, 'min'),
    numberOrNull(summary, 'max'),
    numberOrNull(summary, 'avg'),
  ];
  if (scale === 'number') return { stats: { ...counts, min, max, avg }, ...binned };
  return { stats: { ...counts, ...ageStats({ min, max, avg }) }, ...binned };
}

function ageStats(days: Readonly<Record<'min' | 'max' | 'avg', number | null>>) {
  const age = (given: number | null) =>
    given === null ? { years: null, days: null } : toYearsAndDays(Math.round(given));
  const { min, max, avg } = { min: age(days.min), max: age(days.max), avg: age(days.avg) };
  return {
    minYear: min.years,
    minDay: min.days,
    maxYear: max.years,
    maxDay: max.days,
    avgYear: avg.years,
    avgDay: avg.days,
  };
}

async function readHistogram(request: StatisticsRequest, observed: Observed, ask: Ask) {
  const { concept, population } = request;
  const { yearsOnly, binsOver } = request;
  const bins = cutBins(concept, observed, {
    yearsOnly,
    topCodesAges: request.release.visibility.topCodesAges,
  });
  if (bins.length === 0) return { histogramData: [], histogramBins: [] };
  const [row] = await ask({ kind: 'histogram', concept, population, bins });
  // Of the subjects over whom the bins are cut, so that two charts of one concept have the same bounds.
  const hasGreatest = kindOf(concept).scale === 'number' && binsOver !== null;
  const [wider] = hasGreatest ? await ask({ kind: 'histogram', concept, population: binsOver, bins }) : [row];
  const greatest = bins.map((_, index) => numberOrNull(wider, `m${index}`));
  return {
    histogramData: bins.map((bin, index): [string, number] => [bin.label, number(row, `b${index}`)]),
    histogramBins: [...binBounds(concept, bins, { max: observed.max, yearsOnly, greatest })],
  };
}

async function readText(request: StatisticsRequest, ask: Ask): Promise<Figures> {
  const { page, recordsPerPage, flavour } = request;
  const { values, count } = (await readRanked(request, ask)) ?? (await readInOrder(request, ask));
  if (flavour === 'select2') return { results: values.map((text) => ({ id: text, text })) };
  return {
    count,
    paginatedResults: await countedTexts(request, values, ask),
    paginator: paginate(page, recordsPerPage, count),
  };
}

interface FoundTexts {
  /** Those of the page. */
  readonly values: readonly string[];
  readonly count: number;
}

/** Part of a text or an expression, in the order of the texts. */
async function readInOrder(request: StatisticsRequest, ask: Ask): Promise<FoundTexts> {
  const { concept, search, page, recordsPerPage } = request;
  const listed = { concept, population: request.binsOver ?? request.population };
  const offset = (page - 1) * recordsPerPage;
  const rows = await ask({
    kind: 'textValues',
    ...listed,
    search: { search, offset, limit: recordsPerPage },
  });
  const [first = (await ask({ kind: 'textTotal', ...listed, search }))[0]] = rows;
  return { values: rows.map((row) => String(row['value'])), count: number(first, 'total') };
}

/** So many texts are ranked; of more, all are listed in order. */
const maxRanked = 3000;

/** The texts with all words of a search, the best first (rule 11.13); null where texts are not searched for words. */
async function readRanked(request: StatisticsRequest, ask: Ask): Promise<FoundTexts | null> {
  const { concept, search, page, recordsPerPage } = request;
  if (!kindOf(concept).isFreeText || !hasWords(search) || patternOf(search) !== null) return null;
  const found = await ask.search?.(concept, search);
  if (found === null || found === undefined || found.length > maxRanked) return null;
  if (found.length === 0) return { values: [], count: 0 };
  const values = found.map(({ text }) => text);
  const population = request.binsOver ?? request.population;
  const rows = await ask({ kind: 'textCounts', concept, population, values });
  const occurring = new Set(rows.map((row) => String(row['value'])));
  const listed = values.filter((value) => occurring.has(value));
  const offset = (page - 1) * recordsPerPage;
  return { values: listed.slice(offset, offset + recordsPerPage), count: listed.length };
}

const hasWords = (search: string): boolean => wordSearch(search).words.length > 0;

const maxCounted = 100;

/** The first hundred values with their counts; further values of a long list have none. */
async function countedTexts(request: StatisticsRequest, values: readonly string[], ask: Ask) {
  if (values.length === 0) return [];
  const rows = await ask({
    kind: 'textCounts',
    concept: request.concept,
    population: request.population,
    values: values.slice(0, maxCounted),
  });
  const counted = new Map(rows.map((row) => [String(row['value']), row]));
  return values.map((value) => {
    const row = counted.get(value);
    if (row === undefined) return { value };
    return { value, count: number(row, 'entries'), subjects: number(row, 'subjects') };
  });
}

async function readOntology(request: StatisticsRequest, ask: Ask): Promise<Figures> {
  const { concept, population, existing, page } = request;
  const position = positionOf(request);
  const size = position.kind === 'search' ? request.recordsPerPage : termsOnPage;
  const ranked = await rankedTerms(request, ask);
  const list = async (offset: number, limit: number) => {
    if (ranked !== null) return ranked.rows.slice(offset, offset + limit);
    return await ask({ kind: 'ontologyTerms', concept, population, at: position, existing, offset, limit });
  };
  const [rows, [totals]] = await Promise.all([
    list((page - 1) * size, size),
    ask({ kind: 'ontologyTotals', concept, population }),
  ]);
  const results = rows.filter(isResult);
  // No row of a page past the end says how many there are.
  const first = results[0] ?? (page === 1 ? undefined : (await list(0, 1)).find(isResult));
  const synonyms = ranked?.synonyms ?? (await findSynonyms(request, { position, results }, ask));
  const withSynonyms = <T extends { readonly code: string }>(node: T) => {
    const own = synonyms.get(node.code);
    return own === undefined ? node : { ...node, synonyms: own };
  };
  const nodes = (role: string) =>
    rows
      .filter((row) => row['role'] === role)
      .map((row) => withSynonyms(ontologyNode(row, existing || role === 'term')));
  const [term] = nodes('term');
  if (position.kind === 'term' && term === undefined) {
    throw fieldRefusal('not_found', 'ontology_class', `there is no term ${position.code}`);
  }
  return {
    count: number(totals, 'labels'),
    term: term ?? null,
    parents: nodes('parent'),
    actionResults: nodes('result'),
    paginator: paginate(page, size, number(first, 'total')),
    unknown: { count: number(totals, 'entries'), subjects: number(totals, 'subjects') },
  };
}

interface RankedTerms {
  readonly rows: readonly Row[];
  /** Those of a term that the search meets, by its code. */
  readonly synonyms: ReadonlyMap<string, string[]>;
}

/** The terms in the data with all words of a search, the best first; null where all terms are searched. */
async function rankedTerms(request: StatisticsRequest, ask: Ask): Promise<RankedTerms | null> {
  const { concept, population, search, existing } = request;
  if (!existing || !hasWords(search)) return null;
  const values = await ask.search?.(concept, search);
  if (values === null || values === undefined) return null;
  const known = values.flatMap((value) =>
    value.code !== null && value.isOffered ? [{ ...value, code: value.code }] : [],
  );
  const codes = known.map(({ code }) => code);
  if (codes.length === 0) return { rows: [], synonyms: new Map() };
  const at = { kind: 'codes', codes } as const;
  const given = { existing, offset: 0, limit: codes.length };
  const found = await ask({ kind: 'ontologyTerms', concept, population, at, ...given });
  const rows = new Map(found.map((row) => [String(row['code']), row]));
  const wanted = wordSearch(search);
  const synonyms = known.flatMap(({ code, names, compared }) => {
    const met = names.filter((_, index) => wordRankOf(compared[index] ?? '', wanted) !== null);
    const others = met.filter((name) => name !== names[0] && name !== code);
    return others.length === 0 ? [] : [[code, others] as const];
  });
  return {
    rows: codes.map((code) => rows.get(code)).filter((row) => row !== undefined),
    synonyms: new Map(synonyms),
  };
}

const isResult = (row: Row): boolean => row['role'] === 'result';

type AskedPosition = Exclude<OntologyPosition, { kind: 'codes' }>;

interface Listed {
  readonly position: AskedPosition;
  readonly results: readonly Row[];
}

async function findSynonyms(
  { concept }: StatisticsRequest,
  { position, results }: Listed,
  ask: Ask,
): Promise<ReadonlyMap<string, string[]>> {
  const synonyms = new Map<string, string[]>();
  if (position.kind === 'roots' || (position.kind === 'search' && results.length === 0)) return synonyms;
  const of =
    position.kind === 'term' ? position : { ...position, codes: results.map((row) => String(row['code'])) };
  for (const row of await ask({ kind: 'ontologySynonyms', concept, of })) {
    const code = String(row['code']);
    synonyms.set(code, [...(synonyms.get(code) ?? []), String(row['synonym'])]);
  }
  return synonyms;
}

function positionOf({ search, ontologyClass }: StatisticsRequest): AskedPosition {
  if (search.trim() !== '') return { kind: 'search', search: search.trim() };
  return ontologyClass === undefined ? { kind: 'roots' } : { kind: 'term', code: ontologyClass };
}

function ontologyNode(row: Row, counted: boolean) {
  const node = {
    code: String(row['code']),
    label: String(row['label']),
    leaf: row['is_leaf'] === true ? (1 as const) : (0 as const),
  };
  if (!counted) return node;
  return {
    ...node,
    hasDescendants: row['has_descendants'] === true,
    count: number(row, 'entries'),
    subjects: number(row, 'subjects'),
  };
}
