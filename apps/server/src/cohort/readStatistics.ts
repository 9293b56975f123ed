import {
  type ConceptStatistics,
  PortalError,
  paginate,
  type ShownCount,
  unreachable,
} from '@atrium/contract';
import {
  type Bin,
  type Concept,
  compileChoiceStatistics,
  compileHistogram,
  compileMissing,
  compileOntologyTerms,
  compileOntologyTotals,
  compileRangeSummary,
  compileTextTotal,
  compileTextValues,
  type OntologyPlace,
  type Population,
  planBins,
  type ReleaseSql,
  toYearsAndDays,
  yearBins,
} from '@atrium/engine';
import type { Row } from '@atrium/warehouse';
import type { RawBuilder } from 'kysely';

/** What of a concept is asked for (contract 7). */
export interface StatisticsRequest {
  readonly concept: Concept;
  readonly population: Population;
  readonly release: ReleaseSql;
  /** Dates as years only. */
  readonly yearsOnly: boolean;
  readonly search: string;
  readonly page: number;
  readonly recordsPerPage: number;
  readonly flavour: 'paged' | 'select2';
  readonly ontologyClass: string | undefined;
  readonly existing: boolean;
}

/** Runs a compiled statement. */
export type Ask = (statement: RawBuilder<unknown>) => Promise<readonly Row[]>;

const number = (row: Row | undefined, key: string): number => Number(row?.[key] ?? 0);
const numberOrNull = (row: Row | undefined, key: string): number | null => {
  const value = row?.[key] ?? null;
  return value === null ? null : Number(value);
};

interface Common {
  readonly isCallback: true;
  readonly conceptId: string;
  readonly countMissingValues: ShownCount;
  readonly countSubjectsWithMissingValues: ShownCount;
}

/** The statistics behind a filter editor; each type has its own shape. */
export async function readStatistics(request: StatisticsRequest, ask: Ask): Promise<ConceptStatistics> {
  const { concept, population, release } = request;
  const [missing] = await ask(compileMissing(concept, population, release));
  const common: Common = {
    isCallback: true,
    conceptId: concept.id,
    countMissingValues: number(missing, 'entries'),
    countSubjectsWithMissingValues: number(missing, 'subjects'),
  };
  switch (concept.type) {
    case 'category':
    case 'boolean':
      return await readChoice(request, ask, common);
    case 'number':
    case 'age':
    case 'date':
      return await readRange(request, ask, common);
    case 'text':
      return await readText(request, ask, common);
    case 'ontology':
      return await readOntology(request, ask, common);
    default:
      return unreachable(concept.type);
  }
}

async function readChoice(request: StatisticsRequest, ask: Ask, common: Common): Promise<ConceptStatistics> {
  const rows = await ask(compileChoiceStatistics(request.concept, request.population, request.release));
  const values = rows.map((row) => ({
    category: String(row['value']),
    count: number(row, 'entries'),
    subjects: number(row, 'subjects'),
  }));
  return { values, maxCount: values[0]?.count ?? 0, ...common };
}

async function readRange(request: StatisticsRequest, ask: Ask, common: Common): Promise<ConceptStatistics> {
  const { concept, population, release, yearsOnly } = request;
  const [summary] = await ask(compileRangeSummary(concept, population, release));
  const count = number(summary, 'count');
  const counts = { countNonNull: count, uniquePatients: number(summary, 'subjects') };
  if (concept.type === 'date') {
    const [min, max] = [summary?.['min'], summary?.['max']];
    const hasData = typeof min === 'string' && typeof max === 'string';
    const planned = hasData ? { count, min, max } : { count: 0, min: '', max: '' };
    const bins = yearsOnly && hasData ? yearBins(min, max) : planBins(concept, planned);
    const shown = (day: unknown) =>
      typeof day !== 'string' ? null : yearsOnly ? Number(day.slice(0, 4)) : day;
    return {
      stats: { ...counts, min: shown(min), max: shown(max) },
      histogramData: await readHistogram(request, bins, ask),
      ...common,
    };
  }
  const [min, max, avg] = [
    numberOrNull(summary, 'min'),
    numberOrNull(summary, 'max'),
    numberOrNull(summary, 'avg'),
  ];
  const bins = min === null || max === null ? [] : planBins(concept, { count, min, max });
  const histogramData = await readHistogram(request, bins, ask);
  if (concept.type === 'number') return { stats: { ...counts, min, max, avg }, histogramData, ...common };
  const age = (days: number | null) =>
    days === null ? { years: null, days: null } : toYearsAndDays(Math.round(days));
  const ages = { min: age(min), max: age(max), avg: age(avg) };
  return {
    stats: {
      ...counts,
      minYear: ages.min.years,
      minDay: ages.min.days,
      maxYear: ages.max.years,
      maxDay: ages.max.days,
      avgYear: ages.avg.years,
      avgDay: ages.avg.days,
    },
    histogramData,
    ...common,
  };
}

async function readHistogram(
  { concept, population, release }: StatisticsRequest,
  bins: readonly Bin[],
  ask: Ask,
): Promise<[string, number][]> {
  if (bins.length === 0) return [];
  const [row] = await ask(compileHistogram(concept, bins, { population, release }));
  return bins.map((bin, index) => [bin.label, number(row, `b${index}`)]);
}

async function readText(request: StatisticsRequest, ask: Ask, common: Common): Promise<ConceptStatistics> {
  const { concept, search, page, recordsPerPage, flavour } = request;
  const offset = (page - 1) * recordsPerPage;
  const rows = await ask(compileTextValues(concept, { search, offset, limit: recordsPerPage }, request));
  const values = rows.map((row) => String(row['value']));
  if (flavour === 'select2') return { results: values.map((text) => ({ id: text, text })), ...common };
  const [first = (await ask(compileTextTotal(concept, search, request)))[0]] = rows;
  const count = number(first, 'total');
  return {
    count,
    paginatedResults: values.map((value) => ({ value })),
    paginator: paginate(page, recordsPerPage, count),
    ...common,
  };
}

async function readOntology(
  request: StatisticsRequest,
  ask: Ask,
  common: Common,
): Promise<ConceptStatistics> {
  const { concept, population, release, existing } = request;
  const place = placeOf(request);
  const [rows, [totals]] = await Promise.all([
    ask(compileOntologyTerms(concept, place, { population, release, existing })),
    ask(compileOntologyTotals(concept, { population, release })),
  ]);
  const nodes = (role: string) =>
    rows.filter((row) => row['role'] === role).map((row) => ontologyNode(row, existing || role === 'term'));
  const [term] = nodes('term');
  if (place.kind === 'term' && term === undefined) {
    throw new PortalError('not_found', `ontology_class: there is no term ${place.code}`);
  }
  return {
    count: number(totals, 'labels'),
    term: term ?? null,
    parents: nodes('parent'),
    actionResults: nodes('result'),
    unknown: { count: number(totals, 'entries'), subjects: number(totals, 'subjects') },
    ...common,
  };
}

function placeOf({ search, ontologyClass }: StatisticsRequest): OntologyPlace {
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
