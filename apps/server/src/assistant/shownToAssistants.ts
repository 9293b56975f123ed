import type { AnalysisResult } from '@atrium/contract/wire/analysis';
import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { z } from 'zod';

/** An answer to an assistant: figures and names, never a row (rule 14.82). */
export type Shown = Readonly<Record<string, unknown>>;

/** Ids and words of single subjects, of whatever type, are told no assistant. */
export const isListed = ({
  conceptType,
  namesSubjects,
}: Pick<ConceptSummary, 'conceptType' | 'namesSubjects'>): boolean =>
  conceptType !== 'text' && conceptType !== 'unknown' && namesSubjects !== true;

export const shownConcept = (concept: ConceptSummary) => ({
  concept_id: concept.conceptId,
  type: concept.conceptType,
  name: concept.name,
  description: concept.description,
  collection_id: concept.collectionId,
  categories: concept.categoryHierarchy.map(({ name }) => name),
});

/** A hidden figure is no number, and says why. */
export const hiddenCount = (reason: string) => ({ count: null, hidden: reason });

/** Edits that were refused, in the words of the portal. */
export const refusedEdits = (errors: readonly string[], index: number | undefined): Shown => ({
  refused: errors,
  ...(index !== undefined && { refused_edit: index }),
});

/** A cohort with the ids of its parts, without the texts of its filters. */
export function shownCohort({ definition, errors, describe }: CohortView): Shown {
  const withoutTexts: CohortDefinition = definition.map((set) => ({
    ...set,
    entries: set.entries.map((entry) =>
      entry.kind === 'or_group' ? { ...entry, entries: entry.entries.map(withoutText) } : withoutText(entry),
    ),
  }));
  const hasTexts = JSON.stringify(withoutTexts) !== JSON.stringify(definition);
  return {
    cohort_def: z.encode(cohortDefinitionWire, withoutTexts),
    errors,
    ...(hasTexts ? { hidden: 'The texts of filters on texts are not shown.' } : { describe }),
  };
}

type Filter = Exclude<CohortDefinition[number]['entries'][number], { readonly kind: 'or_group' }>;

const withoutText = (filter: Filter): Filter => (filter.kind === 'text' ? { ...filter, terms: [] } : filter);

const numberOf = (shown: ShownCount): number | null => (typeof shown === 'number' ? shown : null);

/** A cross-tab whose hidden cells are null, with the reason beside them. */
export function shownCrossTab(result: AnalysisResult): Shown {
  const { dataset, errors, suppression, analysisReceipt: receipt } = result;
  if (dataset === null)
    return { refused: errors.length > 0 ? errors : ['Name concepts for rows or columns.'] };
  const { index, columns, data, totals } = dataset;
  return {
    rows: index,
    columns,
    data: data.map((line) => line.map(numberOf)),
    ...(totals !== undefined && {
      totals: {
        rows: totals.rows.map(numberOf),
        columns: totals.columns.map(numberOf),
        all: numberOf(totals.all),
      },
    }),
    ...(suppression && { hidden: `A figure that is null is hidden. ${suppression.explanation}` }),
    ...(receipt !== undefined && { receipt }),
  };
}
