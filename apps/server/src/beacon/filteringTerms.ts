import { type FilteringTerm, maxBeaconTerms } from '@atrium/contract/wire/beacon';
import { type Concept, kindOf } from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import { isComparable } from '../comparison/index.ts';

export interface TermsPage {
  readonly skip: number;
  readonly limit: number;
}

/**
 * What the caller may filter by: each concept, with the values that the dictionary declares, and each of these values
 * alone. Terms of ontologies are named by their code; the ontologies are listed as resources.
 */
export function listTerms(release: LiveRelease, seesSubjects: boolean, { skip, limit }: TermsPage) {
  const { concepts, ontologies } = release.lookup.dictionary;
  const usable = concepts.filter((concept) => mayFilter(concept, release, seesSubjects));
  const used = new Set(usable.map(({ ontologyId }) => ontologyId));
  return {
    filteringTerms: usable.flatMap(termsOf).slice(skip, skip + Math.min(limit, maxBeaconTerms)),
    resources: ontologies
      .filter(({ id }) => used.has(id))
      .map(({ id, title, version }) => ({ id, name: title, ...(version !== null && { version }) })),
  };
}

function mayFilter(concept: Concept, release: LiveRelease, seesSubjects: boolean): boolean {
  if (release.lookup.concept(concept.id) === undefined) return false;
  const { filterKinds } = kindOf(concept);
  if (!seesSubjects) return filterKinds.includes('choice') && isComparable(concept, release);
  return !filterKinds.includes('text') && concept.prefilter?.mode !== 'required';
}

function termsOf(concept: Concept): readonly FilteringTerm[] {
  const { id, title, declaredValues } = concept;
  const scopes: FilteringTerm['scopes'] = ['individual'];
  const head = { id, label: title, scopes };
  const { isCoded, filterKinds, columnType } = kindOf(concept);
  if (isCoded) return [];
  if (!filterKinds.includes('choice')) return [{ ...head, type: 'alphanumeric' }];
  const values = columnType === 'BOOLEAN' ? ['true', 'false'] : [...declaredValues];
  return [
    { ...head, type: 'alphanumeric', values },
    ...values.map((value) => ({ id: `${id}:${value}`, label: `${title}: ${value}`, type: 'custom', scopes })),
  ];
}
