import type { FilterEntry, OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { ConceptStatistics, OntologyStatistics } from '@atrium/contract/wire/statistics';
import { z } from 'zod';

const text = z.string();

/** A chosen ontology term: known by its code, or a pasted label or code that the server recognised. */
const chosenTerm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('term'), code: text, label: text }).readonly(),
  z.object({ kind: z.literal('pasted'), label: text }).readonly(),
]);
export type ChosenTerm = z.output<typeof chosenTerm>;

export const ontologyDraft = z.object({
  kind: z.literal('ontology'),
  terms: z.array(chosenTerm).readonly(),
  includeUnknown: z.boolean(),
});
export type OntologyDraft = Readonly<z.output<typeof ontologyDraft>>;

const asTerm = ({ code, label }: OntologyTermRef): ChosenTerm => ({ kind: 'term', code, label });

export const initialTerms = ({ terms, includeOntologyUnknown = false }: CohortOptions): OntologyDraft => ({
  kind: 'ontology',
  terms: Array.isArray(terms) ? terms.map(asTerm) : [],
  includeUnknown: includeOntologyUnknown,
});

export const termsToFilter = (
  { terms, includeUnknown }: OntologyDraft,
  includeMissing: boolean,
): Partial<AddFilter> => ({
  includeNullAndMissing: includeMissing,
  includeOntologyUnknown: includeUnknown,
  ontologySelection: terms.map((term) => (term.kind === 'term' ? { code: term.code } : term.label)),
});

/** The key of a chosen term; labels may be equal, codes are not. */
export const termKey = (term: ChosenTerm): string => (term.kind === 'term' ? term.code : term.label);

/** Chooses a term, or drops it when it is chosen already. */
export function toggleTerm(terms: readonly ChosenTerm[], term: OntologyTermRef): readonly ChosenTerm[] {
  const kept = terms.filter((held) => termKey(held) !== term.code);
  return kept.length < terms.length ? kept : [...terms, asTerm(term)];
}

/** Pasted words go to the top of the selection; one that is chosen already, by label or code, is not added again. */
export function withPastedTerms(draft: OntologyDraft, pasted: readonly string[]): OntologyDraft {
  const known = new Set(draft.terms.flatMap((term) => [term.label, termKey(term)]));
  const added = [...new Set(pasted)]
    .filter((label) => !known.has(label))
    .map((label) => ({ kind: 'pasted', label }) as const);
  return { ...draft, terms: [...added, ...draft.terms] };
}

/** Once saved, the server has parsed pasted words: the selection becomes the terms it understood. */
export const withSavedTerms = (draft: OntologyDraft, saved: FilterEntry): OntologyDraft =>
  saved.kind === 'ontology' ? { ...draft, terms: saved.terms.map(asTerm) } : draft;

/** The terms at one position of an ontology; null where the server answered about another type. */
export const asTerms = (given: ConceptStatistics): OntologyStatistics | null =>
  'actionResults' in given ? given : null;
