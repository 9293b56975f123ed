import { comparableText, wordRankOf, wordSearch } from '@atrium/contract/search/wordSearch';
import type { CrossTab } from '@atrium/contract/wire/analysis';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { isNotSet, labelText, pathOf } from '../../api/axisLabels.ts';

/** Concepts of one category; the path names the categories above it, outermost first. */
export interface DictionarySection {
  readonly path: string;
  readonly concepts: readonly ConceptSummary[];
}

const pathOfConcept = ({ categoryHierarchy }: ConceptSummary): string =>
  categoryHierarchy.map(({ name }) => name).join(' › ');

const searchedText = (concept: ConceptSummary): string =>
  comparableText(
    [
      ...[concept.name, concept.conceptId, concept.description, concept.collectionName],
      ...[...concept.additionalMetadata, pathOfConcept(concept)],
    ].join(' '),
  );

/** The concepts that have every word of the search, by category. */
export function sectionsOf(
  concepts: readonly ConceptSummary[],
  search: string,
): readonly DictionarySection[] {
  const wanted = wordSearch(search);
  const sections = new Map<string, ConceptSummary[]>();
  for (const concept of concepts) {
    if (wordRankOf(searchedText(concept), wanted) === null) continue;
    const path = pathOfConcept(concept);
    sections.set(path, [...(sections.get(path) ?? []), concept]);
  }
  return [...sections].map(([path, found]) => ({ path, concepts: found }));
}

/** Whether values are counted: those of a concept with a required prefilter are of many measures. */
export const isCounted = ({ includeInAnalysis, prefilterConcept, prefilterMode }: ConceptSummary): boolean =>
  includeInAnalysis && (prefilterConcept === null || prefilterMode === 'optional');

export interface ListedValue {
  readonly label: string;
  readonly count: ShownCount;
}

export interface ListedValues {
  readonly values: readonly ListedValue[];
  /** Values that are not listed, because others have more subjects. */
  readonly more: number;
  /** Who has no value; null where nobody is known to lack one. */
  readonly missing: ShownCount | null;
}

const maxListed = 40;
const hasOrder = new Set<string>(['number', 'number_with_categories', 'age', 'date', 'date_deid']);
const sizeOf = ({ count }: ListedValue): number => (typeof count === 'number' ? count : 0);

/** The values of a cross-tab of one concept: classes in their order, others with most subjects first. */
export function listValues(
  { index, data }: CrossTab,
  { conceptType }: Pick<ConceptSummary, 'conceptType'>,
): ListedValues {
  const rows = index.map((label, row) => ({
    label: pathOf(label).map(labelText).join(', '),
    count: data[row]?.[0] ?? 0,
    isMissing: isNotSet(label),
  }));
  const values = rows.filter(({ isMissing }) => !isMissing);
  const ordered = hasOrder.has(conceptType)
    ? values
    : values.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return {
    values: ordered.slice(0, maxListed).map(({ label, count }) => ({ label, count })),
    more: Math.max(0, ordered.length - maxListed),
    missing: rows.find(({ isMissing }) => isMissing)?.count ?? null,
  };
}
