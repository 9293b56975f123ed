import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { Polarity } from '@atrium/contract/wire/cohortTransformation';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';

/** Whose data the editor describes: everyone's, or those of the active cohort. */
export type Scope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'cohort';
      readonly snapshotId: number | null;
      /** The criteria set whose records are described, `new`, or undefined for those of any set (rule 4.13). */
      readonly criteriaSet?: string | undefined;
    };

export interface EditedFilter {
  readonly dataset: string;
  readonly conceptId: string;
  readonly entryId: string | undefined;
  /** The stored filter as text: another content is another question. */
  readonly stored: string | undefined;
  /** The prefilter of the stored filter. */
  readonly prefilterValue?: string | null | undefined;
  /** Whose data the editor shows; default: everybody's. */
  readonly scope?: Scope['kind'];
}

/** Which filter a loaded editor is of, whatever data it shows beside it. */
export const filterKey = ({ entryId, stored }: Pick<EditedFilter, 'entryId' | 'stored'>): string =>
  JSON.stringify([entryId, stored]);

/** The concept and the state of its filter editor. */
export const editorOptions = ({ scope = 'all', ...edited }: EditedFilter) => {
  const { dataset, conceptId, entryId, stored, prefilterValue } = edited;
  return queryOptions({
    queryKey: [dataset, 'concept', conceptId, 'filter', entryId, stored, scope] as const,
    queryFn: async ({ signal }) => {
      const concept = await request(catalogueEndpoints.concept, {
        params: { dataset, conceptId },
        query: {
          includeCohortOptions: true,
          cohortEntryId: entryId,
          ...(prefilterValue === null || prefilterValue === undefined ? {} : { prefilterValue }),
          showAllData: scope === 'all',
        },
        signal,
      });
      return { concept, of: filterKey(edited) };
    },
    placeholderData: (before) => (before?.concept.conceptId === conceptId ? before : undefined),
    staleTime: 60_000,
  });
};

export interface StatisticsRequest {
  readonly dataset: string;
  readonly conceptId: string;
  readonly scope: Scope;
  readonly prefilterValue: string | null;
  /** Only records that are present, or absent (rule 4.14). */
  readonly polarity?: Polarity | undefined;
  readonly ontology?: OntologyPosition;
  readonly page?: TextPage;
  /** Cuts the histogram of a cohort like that of everybody, so that the two can be laid over each other. */
  readonly binsOfAll?: boolean;
}

/** A position in an ontology: a term (the roots when the code is empty), or the hits of a search; page by page. */
export type OntologyPosition = { readonly onlyExisting: boolean; readonly page: number } & (
  | { readonly kind: 'term'; readonly code: string }
  | { readonly kind: 'search'; readonly text: string }
);

export interface TextPage {
  readonly search: string;
  readonly page: number;
  /** Other than the usual number of values at once. */
  readonly size?: number;
}

/** Terms of an ontology on a page (rule 4.10). */
export const termsOnPage = 3000;

/** Hits per request: many for a search, a page of ten without one (rule 11.7). */
export const pageSize = (search: string): number => (search === '' ? 10 : 3000);

/** Values, histogram or terms behind an editor; the answer's shape follows the concept's type. */
export const statisticsOptions = (wanted: StatisticsRequest) => {
  const { dataset, conceptId, scope, prefilterValue, polarity, ontology, page, binsOfAll = false } = wanted;
  return queryOptions({
    queryKey: [
      ...[dataset, 'concept', conceptId, 'statistics', prefilterValue],
      ...[scope, ontology, page, binsOfAll, polarity],
    ] as const,
    queryFn: ({ signal }): Promise<ConceptStatistics> =>
      request(catalogueEndpoints.conceptStatistics, {
        params: { dataset, conceptId },
        query: {
          showAllData: scope.kind === 'all',
          ...(prefilterValue === null ? {} : { prefilterValue }),
          ...(polarity === undefined ? {} : { polarity }),
          ...(ontology === undefined ? {} : ontologyQuery(ontology)),
          ...(page === undefined ? {} : textQuery(page)),
          ...(binsOfAll ? { binsOfAll } : {}),
          ...(scope.kind === 'cohort' && { criteriaSet: scope.criteriaSet }),
        },
        signal,
      }),
    staleTime: 300_000,
    // The shown values stay while another population or position is loading, but not for another measure, which has other values.
    placeholderData: (before, query) =>
      isSameMeasure(query?.queryKey, [dataset, conceptId, prefilterValue]) ? before : undefined,
  });
};

const isSameMeasure = (key: readonly unknown[] | undefined, wanted: readonly unknown[]): boolean =>
  key !== undefined && [key[0], key[2], key[4]].every((part, index) => part === wanted[index]);

const ontologyQuery = (position: OntologyPosition) =>
  position.kind === 'term'
    ? {
        ontologyClass: position.code,
        ontologyAction: position.code === '' ? 'parent' : 'children',
        filterDataExists: position.onlyExisting,
        ...(position.page === 1 ? {} : { page: position.page }),
      }
    : {
        search: position.text,
        page: position.page,
        recordsPerPage: termsOnPage,
        filterDataExists: position.onlyExisting,
      };

const textQuery = ({ search, page, size }: TextPage) => ({
  ...(search === '' ? {} : { search }),
  page,
  recordsPerPage: size ?? pageSize(search),
});

/** Loads at once all that the editor of a new filter will need, instead of one thing after the other. */
export function prefetchConcept(client: QueryClient, dataset: string, concept: ConceptSummary): void {
  const { conceptId } = concept;
  void client.prefetchQuery(editorOptions({ dataset, conceptId, entryId: undefined, stored: undefined }));
  if (concept.prefilterConcept !== null && concept.prefilterMode === 'required') return;
  void client.prefetchQuery(
    statisticsOptions({ dataset, conceptId, scope: { kind: 'all' }, prefilterValue: null }),
  );
}
