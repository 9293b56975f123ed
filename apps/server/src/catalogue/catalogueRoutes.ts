import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { always, type CohortPlan, kindOf, type Lookup, polarityOf } from '@atrium/engine';
import { inTimeSlices, type Questions } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { type Member, mayEnter, type PortalApi } from '../access/index.ts';
import { releaseNumbers, type Schema } from '../database/index.ts';
import { disclosed, route, showsNothing } from '../http/index.ts';
import { type DatasetRecord, listDatasets, listMemberships } from './catalogueStore.ts';
import { parseSearch, searchOrCorrect, type ValueHit } from './conceptSearch.ts';
import { pageConcepts, parseUse, type TreeView, treeLevel, visibleConcepts } from './conceptTree.ts';
import { describeUse, registerPurpose } from './dataUse.ts';
import { type LiveRelease, openLiveRelease } from './liveRelease.ts';
import {
  presentCategory,
  presentCollection,
  presentConcept,
  presentDetail,
  presentSummary,
} from './present.ts';
import {
  queryTextHits,
  type SearchableValues,
  searchableValuesOf,
  type TextSearch,
  valuesOfAll,
} from './searchableValues.ts';

export interface CatalogueDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
  readonly clock: () => Date;
  /** How many subjects a member of level `agg` sees; the slice of the small-number rule (rule 7.1) counts them. */
  readonly countForAggregates: (member: Member, signal: AbortSignal) => Promise<ShownCount>;
}

const everyone: CohortPlan = { subject: always, sets: [] };

/** Datasets, the concept tree with its search, and collections. */
export function registerCatalogue(api: PortalApi, deps: CatalogueDeps): void {
  registerDatasets(api, deps);
  registerConceptSearch(api, deps);
  registerConceptTree(api, deps);
  registerPurpose(api, deps);
}

function registerDatasets(api: PortalApi, deps: CatalogueDeps): void {
  route(api, catalogueEndpoints.datasets, async ({ account }) => {
    const datasets = await listDatasets(deps, account.id);
    return { datasets: datasets.filter((one) => one.isMember || one.isListed).map(presentSummary) };
  });

  route(api, catalogueEndpoints.memberships, async ({ account }) => ({
    memberships: [...(await listMemberships(deps, account.id))],
  }));

  route(api, catalogueEndpoints.dataset, async ({ account, member, request, signal }) => {
    await api.gate.rememberDataset(request, member);
    const datasets = await listDatasets(deps, account.id);
    const dataset = datasets.find((one) => one.id === member.datasetId);
    if (dataset === undefined) throw new PortalError('not_found', 'There is no such dataset.');
    const detail = await loadDetail(deps, dataset, { member, signal });
    const ids = dataset.releaseId === null ? [] : (detail.overviewConcepts ?? []);
    return {
      ...detail,
      dataUse: await describeUse(deps, dataset, member),
      overviewConcepts: await visibleOf(deps, member, ids),
      releaseNumbers: await releaseNumbers(deps.db, { datasetId: dataset.id }),
    };
  });
}

async function loadDetail(
  deps: CatalogueDeps,
  dataset: DatasetRecord,
  { member, signal }: { readonly member: Member; readonly signal: AbortSignal },
): Promise<DatasetDetail> {
  if (dataset.releaseId === null || member.seesSubjects || member.groups === null)
    return presentDetail({ ...dataset, subjectCount: await countVisible(deps, dataset, member) }, member);
  const count = await deps.countForAggregates(member, signal);
  const subjectCount = typeof count === 'number' ? count.toLocaleString('en-US') : count;
  return { ...presentDetail(dataset, member), subjectCount };
}

/**
 * A member of a permission group is shown the number of subjects that the group opens, not of all, and nobody those who
 * did not agree to the purpose (rule 1.25); one who stays on an
 * earlier release, the number of those who are still on the live one (rule 7.13).
 */
async function countVisible(
  deps: CatalogueDeps,
  dataset: DatasetRecord,
  member: Member,
): Promise<number | null> {
  const { agreedSubjectCount } = dataset;
  const followsPurpose = member.seesSubjects && agreedSubjectCount !== null;
  if (dataset.releaseId === null || (member.groups === null && member.seesSubjects && !followsPurpose))
    return dataset.subjectCount;
  const release = await openLiveRelease(deps, member);
  if (member.groups === null && release.besides === release.release && !followsPurpose)
    return agreedSubjectCount ?? dataset.subjectCount;
  const [row] = await deps.questions.ask({ kind: 'count', plan: everyone }, release);
  return Number(row?.['count'] ?? 0);
}

/** Those of the concepts that exist for the member. */
async function visibleOf(deps: CatalogueDeps, member: Member, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { lookup } = await openLiveRelease(deps, member);
  return ids.filter((id) => lookup.concept(id) !== undefined);
}

interface UseQuery {
  readonly conceptType?: string | undefined;
  readonly cohortType?: string | undefined;
}

const viewOf = (member: Member, query: UseQuery): TreeView => ({
  level: member.level,
  use: parseUse(query.conceptType ?? query.cohortType),
});

function registerConceptSearch(api: PortalApi, deps: CatalogueDeps): void {
  const valuesOf = searchableValuesOf(deps.questions);

  /** Values of the data, for members who may see subjects only. */
  const valuesFor = async (member: Member, search: TextSearch): Promise<SearchableValues> => {
    if (!mayEnter(member, 'subjects')) return new Map();
    const known = await valuesOfAll(valuesOf, search.concepts, search.release);
    const others = search.concepts.filter(({ id }) => !known.has(id));
    return new Map([...known, ...(await queryTextHits(deps.questions, { ...search, concepts: others }))]);
  };

  route(api, catalogueEndpoints.conceptSearch, async ({ member, query, signal }) => {
    const search = parseSearch(query.search);
    const release = await openLiveRelease(deps, member);
    const { lookup } = release;
    const view = viewOf(member, query);
    const concepts = visibleConcepts(lookup, view);
    const values = await valuesFor(member, { words: search.words, concepts, release, signal });
    const { hits, corrected } = await inTimeSlices(searchOrCorrect(concepts, search, { lookup, values }));
    const rows = view.use === 'cohort' ? hits.values : [];
    const reply = {
      search: query.search,
      concepts: hits.concepts.map(({ concept }) => presentConcept(concept, lookup)),
      matches: Object.fromEntries(
        hits.concepts.flatMap(({ concept, matches }) =>
          matches.length > 0 ? [[concept.id, [...matches]]] : [],
        ),
      ),
      ...(rows.length === 0 ? {} : { values: rows.map((hit) => presentValue(hit, release)) }),
      ...(corrected === null ? {} : { corrected }),
    };
    const matches = hits.concepts.flatMap(({ matches }) => [...matches]);
    const shown = [...matches, ...rows.map(({ value }) => value.text)];
    if (shown.length === 0) return showsNothing(reply);
    const line = {
      action: 'values_list' as const,
      detail: { release: release.release, concepts: hits.concepts.length, values: shown.length },
    };
    const bytes = shown.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
    const ofSubjects = rows.filter(({ concept }) => kindOf(concept).isFreeText);
    return disclosed(reply, [line], { rows: matches.length + ofSubjects.length, bytes });
  });
}

function presentValue({ concept, value, alsoCalled }: ValueHit, release: LiveRelease) {
  const { lookup } = release;
  const polarity = polarityOf(lookup.collection(concept.collectionId), { lookup, member: release });
  return {
    concept: presentConcept(concept, lookup),
    text: value.text,
    ...(value.code === null ? {} : { code: value.code }),
    ...(alsoCalled === null ? {} : { alsoCalled }),
    ...(polarity !== null && polarity.concept.id !== concept.id
      ? { polarityConcept: { conceptId: polarity.concept.id, name: polarity.concept.title } }
      : {}),
  };
}

function registerConceptTree(api: PortalApi, deps: CatalogueDeps): void {
  const lookupOf = async (member: Member): Promise<Lookup> => (await openLiveRelease(deps, member)).lookup;
  const level = async (member: Member, query: UseQuery, categoryId: number | null) => {
    const lookup = await lookupOf(member);
    const { categories, concepts } = treeLevel(lookup, viewOf(member, query), categoryId);
    return {
      categoryId: categoryId ?? ('top' as const),
      categories: categories.map((node) => presentCategory(node, lookup)),
      concepts: concepts.map((concept) => presentConcept(concept, lookup)),
    };
  };
  route(api, catalogueEndpoints.categories, ({ member, query }) => level(member, query, null));
  route(api, catalogueEndpoints.categoryChildren, ({ member, query, params }) =>
    level(member, query, params.categoryId),
  );

  route(api, catalogueEndpoints.concepts, async ({ member, query, request }) => {
    const lookup = await lookupOf(member);
    const page = pageConcepts(visibleConcepts(lookup, viewOf(member, query)), query, lookup);
    return {
      count: page.count,
      next: pageUrl(request.url, page.nextPage),
      previous: pageUrl(request.url, page.previousPage),
      results: page.concepts.map((concept) => presentConcept(concept, lookup)),
    };
  });

  route(api, catalogueEndpoints.collections, async ({ member, query }) => {
    const lookup = await lookupOf(member);
    return lookup.dictionary.collections
      .filter(({ id }) => lookup.mayStartSet(id))
      .map((collection) => presentCollection(collection, { lookup, member }))
      .filter((collection) => query.show !== 'event' || collection.hasEvent)
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  });
}

function pageUrl(url: string, page: number | null): string | null {
  if (page === null) return null;
  const address = new URL(url, 'http://portal');
  address.searchParams.set('page', String(page));
  return `${address.pathname}${address.search}`;
}
