import { catalogueEndpoints, PortalError, type ShownCount } from '@atrium/contract';
import { always, type CohortPlan, compileCount, type Lookup, type ReleaseSql, toQuery } from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { type Member, mayEnter, type PortalApi } from '../access/index.ts';
import type { Schema } from '../database/schema.ts';
import { route } from '../http/index.ts';
import { pageConcepts } from './conceptList.ts';
import { matchedValues, type SearchableValues, searchConcepts } from './conceptSearch.ts';
import { readUse, type TreeView, treeLevel, visibleConcepts } from './conceptTree.ts';
import { openLiveRelease } from './liveRelease.ts';
import { presentCategory, presentCollection, presentConcept } from './presentConcept.ts';
import { presentDetail, presentSummary } from './presentDataset.ts';
import { createSearchableValues, readTextHits, type TextSearch } from './searchableValues.ts';
import { type DatasetRecord, listDatasets, listMemberships } from './store.ts';

export interface CatalogueDeps {
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
  /** How many subjects a member sees who may see aggregates only, from the slice that owns the small-number rule. */
  readonly countForAggregates: (member: Member, signal: AbortSignal) => Promise<ShownCount>;
}

const everyone: CohortPlan = { subject: always, sets: [] };

interface UseQuery {
  readonly conceptType?: string | undefined;
  readonly cohortType?: string | undefined;
}

const viewOf = (member: Member, query: UseQuery): TreeView => ({
  level: member.level,
  use: readUse(query.conceptType ?? query.cohortType),
});

/** Datasets, the concept tree with its search, and collections. */
export function registerCatalogue(api: PortalApi, deps: CatalogueDeps): void {
  const releaseOf = (member: Member): Promise<ReleaseSql> => openLiveRelease(deps, member);
  const lookupOf = async (member: Member): Promise<Lookup> => (await releaseOf(member)).lookup;
  const valuesOf = createSearchableValues(deps.warehouse);

  route(api, catalogueEndpoints.datasets, async ({ account }) => {
    const datasets = await listDatasets(deps.db, account.id);
    return { datasets: datasets.filter((one) => one.isMember || one.isListed).map(presentSummary) };
  });

  route(api, catalogueEndpoints.memberships, async ({ account }) => ({
    memberships: [...(await listMemberships(deps.db, account.id))],
  }));

  /** Members of permission groups are told how many subjects they see, not how many there are. */
  const visibleCount = async (dataset: DatasetRecord, member: Member): Promise<number | null> => {
    if (dataset.releaseId === null || member.groups === null) return dataset.subjectCount;
    const release = await releaseOf(member);
    const [row] = await deps.warehouse.run(toQuery(compileCount(everyone, release)));
    return Number(row?.['count'] ?? 0);
  };

  /** What of the overview exists for the member. */
  const overviewOf = async (member: Member, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const lookup = await lookupOf(member);
    return ids.filter((id) => lookup.concept(id) !== undefined);
  };

  const detailOf = async (dataset: DatasetRecord, member: Member, signal: AbortSignal) => {
    if (dataset.releaseId === null || member.seesSubjects || member.groups === null)
      return presentDetail({ ...dataset, subjectCount: await visibleCount(dataset, member) }, member);
    const count = await deps.countForAggregates(member, signal);
    const subjectCount = typeof count === 'number' ? count.toLocaleString('en-US') : count;
    return { ...presentDetail(dataset, member), subjectCount };
  };

  route(api, catalogueEndpoints.dataset, async ({ account, member, signal }) => {
    const datasets = await listDatasets(deps.db, account.id);
    const dataset = datasets.find((one) => one.id === member.datasetId);
    if (dataset === undefined) throw new PortalError('not_found', 'There is no such dataset.');
    const detail = await detailOf(dataset, member, signal);
    const named = dataset.releaseId === null ? [] : (detail.overviewConcepts ?? []);
    return { ...detail, overviewConcepts: await overviewOf(member, named) };
  });

  /** Values of the data, for those who may see subjects. */
  const valuesFor = async (member: Member, asked: TextSearch): Promise<SearchableValues> => {
    if (!mayEnter(member, 'subjects')) return new Map();
    const [values, texts] = await Promise.all([valuesOf(asked.release), readTextHits(deps.warehouse, asked)]);
    return new Map([...values, ...texts]);
  };

  route(api, catalogueEndpoints.conceptSearch, async ({ member, query, signal }) => {
    const release = await releaseOf(member);
    const concepts = visibleConcepts(release.lookup, viewOf(member, query));
    const values = await valuesFor(member, { search: query.search, concepts, release, signal });
    const context = { lookup: release.lookup, values };
    const hits = searchConcepts(concepts, query.search, context);
    const matches = hits.map(
      (concept) => [concept.id, matchedValues(concept, query.search, context)] as const,
    );
    return {
      search: query.search,
      concepts: hits.map((concept) => presentConcept(concept, release.lookup)),
      matches: Object.fromEntries(
        matches.flatMap(([id, found]) => (found.length > 0 ? [[id, [...found]]] : [])),
      ),
    };
  });

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
    const { count, previousPage, nextPage, concepts } = pageConcepts(
      visibleConcepts(lookup, viewOf(member, query)),
      query,
      lookup,
    );
    const pageUrl = (page: number | null): string | null => {
      if (page === null) return null;
      const address = new URL(request.url, 'http://portal');
      address.searchParams.set('page', String(page));
      return `${address.pathname}${address.search}`;
    };
    return {
      count,
      next: pageUrl(nextPage),
      previous: pageUrl(previousPage),
      results: concepts.map((concept) => presentConcept(concept, lookup)),
    };
  });

  route(api, catalogueEndpoints.collections, async ({ member, query }) => {
    const lookup = await lookupOf(member);
    return lookup.dictionary.collections
      .filter(({ id }) => lookup.mayStartSet(id))
      .map((collection) => presentCollection(collection, lookup))
      .filter((collection) => query.show !== 'event' || collection.hasEvent)
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  });
}
