import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { ConceptStatistics, TextStatistics } from '@atrium/contract/wire/statistics';
import { z } from 'zod';
import type { StatisticsRequest, TextPage } from '../../conceptQueries.ts';
import { lines } from '../kind.ts';

export const textDraft = z.object({ kind: z.literal('text'), values: z.array(z.string()).readonly() });
export type TextDraft = Readonly<z.output<typeof textDraft>>;

export const initialTexts = ({ terms }: CohortOptions): TextDraft => ({
  kind: 'text',
  values: typeof terms === 'string' ? lines(terms) : [],
});

export const textsToFilter = ({ values }: TextDraft, includeMissing: boolean): Partial<AddFilter> => ({
  includeNullAndMissing: includeMissing,
  textSelection: values.join('\n'),
});

/** Pasted values go to the top of the selection, each once. */
export const withPastedTexts = (draft: TextDraft, pasted: readonly string[]): TextDraft => ({
  ...draft,
  values: [...new Set([...pasted, ...draft.values])],
});

/** The values of a text concept; null where the server answered about another type. */
export const asTexts = (given: ConceptStatistics): TextStatistics | null =>
  'paginatedResults' in given ? given : null;

/** The request of a page; the first page is what the editor asked for already. */
export const requestOfPage = (request: StatisticsRequest, page: TextPage): StatisticsRequest =>
  page.search === '' && page.page === 1 ? request : { ...request, page };
