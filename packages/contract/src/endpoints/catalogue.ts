import { z } from 'zod';
import { purpose } from '../documents/purpose.ts';
import { done } from '../wire/access.ts';
import { categoryLevel, collectionList, conceptDetail, conceptPage, conceptSearch } from '../wire/concept.ts';
import { collectionDetail } from '../wire/criteriaSetOptions.ts';
import { datasetDetail, datasetList, membershipList } from '../wire/dataset.ts';
import { purposeView } from '../wire/purpose.ts';
import { conceptStatisticsWire } from '../wire/statistics.ts';
import { dataValue, queryBoolean, queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, listedValues, ownState } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onCategory, onCollection, onConcept } from './shapes.ts';

const optionalValue = queryValue.optional();
const optionalBoolean = queryBoolean.optional();

/** `cohort`, `table` or `analysis`; other words ask for no restriction. */
const useFilter = wireObject({ conceptType: optionalValue, cohortType: optionalValue });

const read = { method: 'GET', body: noBody } as const;

export const catalogueEndpoints = {
  datasets: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'signedIn',
    path: '/api/v2/dataset',
    summary: 'Datasets the caller may see or ask for',
    params: nothing,
    query: nothing,
    reply: datasetList,
  }),
  memberships: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'signedIn',
    path: '/api/v2/auth/memberships',
    summary: 'What the caller is a member of; enters no dataset',
    params: nothing,
    query: nothing,
    reply: membershipList,
  }),
  dataset: defineEndpoint({
    declares: { ...ownState, discloses: 'openFigures', cost: 'heavy' },
    ...read,
    permission: 'member',
    path: '/api/v2/dataset/:dataset',
    summary: 'One dataset as its member sees it',
    params: inDataset,
    query: nothing,
    reply: datasetDetail,
  }),
  purpose: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'reports',
    path: '/api/v2/dataset/:dataset/purpose',
    summary: 'What the caller stated to use the data for, and what may be stated',
    params: inDataset,
    query: nothing,
    reply: purposeView,
  }),
  statePurpose: defineEndpoint({
    declares: administration,
    method: 'POST',
    permission: 'reports',
    path: '/api/v2/dataset/:dataset/purpose',
    summary: 'State what the data are used for; counts, rows and files follow it',
    params: inDataset,
    query: nothing,
    body: purpose,
    reply: done,
  }),
  categories: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'member',
    path: '/api/v2/:dataset/concept_categories',
    summary: 'The top level of the concept tree',
    params: inDataset,
    query: useFilter,
    reply: categoryLevel,
  }),
  categoryChildren: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'member',
    path: '/api/v2/:dataset/concept_categories/:categoryId',
    summary: 'The level of the concept tree below a category',
    params: onCategory,
    query: useFilter,
    reply: categoryLevel,
  }),
  conceptSearch: defineEndpoint({
    declares: listedValues,
    ...read,
    permission: 'member',
    path: '/api/v2/:dataset/concept_categories/concept_search',
    summary: 'Concepts by name, id, description, category and values',
    params: inDataset,
    query: wireObject({
      search: z.string().max(500).default(''),
      conceptType: optionalValue,
      cohortType: optionalValue,
    }),
    reply: conceptSearch,
  }),
  concepts: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'subjects',
    path: '/api/v2/:dataset/concepts',
    summary: 'Concepts the caller may query, paged',
    params: inDataset,
    query: wireObject({
      search: z.string().max(500).optional(),
      category: optionalValue,
      collection: optionalValue,
      conceptType: optionalValue,
      page: queryInteger.optional(),
      pageSize: queryInteger.optional(),
    }),
    reply: conceptPage,
  }),
  concept: defineEndpoint({
    declares: listedValues,
    ...read,
    permission: 'subjects',
    path: '/api/v2/:dataset/concepts/:conceptId',
    summary: 'One concept with the state of its filter or column editor',
    params: onConcept,
    query: wireObject(
      {
        includeCohortOptions: optionalBoolean,
        cohortEntryId: optionalValue,
        includeTableOptions: optionalBoolean,
        tableEntryId: optionalValue,
        includeStatistics: optionalBoolean,
        prefilterValue: dataValue.optional(),
        showAllData: optionalBoolean,
        cohortDef: optionalValue,
      },
      {
        includeCohortOptions: 'include_cohort_def_options',
        cohortEntryId: 'cohort_def_entry_id',
        includeTableOptions: 'include_table_def_options',
        tableEntryId: 'table_def_entry_id',
      },
    ),
    reply: conceptDetail,
  }),
  conceptStatistics: defineEndpoint({
    declares: listedValues,
    ...read,
    permission: 'subjects',
    path: '/api/v2/:dataset/concepts/:conceptId/cohort_def_callback',
    summary: 'Values, histogram or terms behind a filter editor',
    params: onConcept,
    query: wireObject({
      showAllData: optionalBoolean,
      prefilterValue: dataValue.optional(),
      search: z.string().max(500).optional(),
      page: queryInteger.optional(),
      recordsPerPage: queryInteger.optional(),
      jsonFlavor: optionalValue,
      ontologyClass: optionalValue,
      ontologyAction: optionalValue,
      filterDataExists: optionalBoolean,
      binsOfAll: optionalBoolean,
      criteriaSet: optionalValue,
      polarity: optionalValue,
    }),
    reply: conceptStatisticsWire,
  }),
  collections: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'member',
    path: '/api/v2/:dataset/collections',
    summary: 'Collections on which a criteria set can be made',
    params: inDataset,
    query: wireObject({ show: optionalValue }),
    reply: collectionList,
  }),
  collection: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'member',
    path: '/api/v2/:dataset/collections/:collection',
    summary:
      'One collection; for members who may see subjects also the editor state of one of its criteria sets',
    params: onCollection,
    query: wireObject({
      includeCriteriaSetOptions: optionalBoolean,
      includeCriteriaSetEventOptions: optionalBoolean,
      criteriaSetEntryId: optionalValue,
    }),
    reply: collectionDetail,
  }),
};
