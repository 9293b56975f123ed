import type { CohortTransformation, OntologyTermRef } from '@atrium/contract';
import type { Concept } from '../../../dictionary/dictionary.ts';
import type { Lookup } from '../../../dictionary/lookup.ts';
import { patternOf } from '../../regex.ts';

/** Values that someone pasted, to be looked for in the data before the edit is judged. */
export interface ValueQuestion {
  readonly concept: Concept;
  readonly values: readonly string[];
}

/** A term that a pasted value names, by code, merged code or label. */
export interface TermMatch extends OntologyTermRef {
  /** Whether it or a term below it occurs in the data. */
  readonly isInData: boolean;
}

/** The answer to a question: text values that occur in the data, or the terms that each value names. */
export type KnownValues =
  | { readonly kind: 'text'; readonly found: ReadonlySet<string> }
  | { readonly kind: 'ontology'; readonly matches: ReadonlyMap<string, readonly TermMatch[]> };

/** Lines of pasted text: trimmed, blanks and repeats dropped, in first-seen order (rule 3.19). */
export const pastedLines = (text: string): readonly string[] => distinct(text.split(/\r\n|\r|\n/));

const distinct = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.map((line) => line.trim()).filter((line) => line !== '')),
];

type OntologySelection = Extract<CohortTransformation, { kind: 'add_entry' }>['ontologySelection'];

/** What was given for an ontology: labels or codes as text, a list, or objects with a code (rule 3.20). */
export function pastedTerms(selection: OntologySelection): readonly string[] {
  if (selection === undefined) return [];
  if (typeof selection === 'string') return pastedLines(selection);
  return distinct(
    selection.flatMap((item) => (item === null ? [] : typeof item === 'string' ? item : item.code)),
  );
}

/** The values of an edit that must be looked up in the data first, or null when there are none. */
export function valuesToLookUp(transformation: CohortTransformation, lookup: Lookup): ValueQuestion | null {
  if (transformation.kind !== 'add_entry') return null;
  const concept = lookup.concept(transformation.conceptId);
  const values = concept === undefined ? [] : valuesOf(transformation, concept);
  return concept === undefined || values.length === 0 ? null : { concept, values };
}

function valuesOf(
  filter: Extract<CohortTransformation, { kind: 'add_entry' }>,
  { type }: Concept,
): readonly string[] {
  if (type === 'text')
    return pastedLines(filter.textSelection ?? '').filter((term) => patternOf(term) === null);
  return type === 'ontology' ? pastedTerms(filter.ontologySelection) : [];
}
