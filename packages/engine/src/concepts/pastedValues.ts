import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';

/** A term that a pasted value names, by code, merged code or label. */
export interface TermMatch extends OntologyTermRef {
  /** Whether it or a term below it occurs in the data. */
  readonly isInData: boolean;
  /** Whether no term lies below it. */
  readonly isLeaf: boolean;
}

/** The result of looking up pasted values: the texts that occur in the data, or the terms that each value names. */
export type KnownValues =
  | { readonly kind: 'text'; readonly found: ReadonlySet<string> }
  | { readonly kind: 'ontology'; readonly matches: ReadonlyMap<string, readonly TermMatch[]> };

/** Lines of pasted text: trimmed, blanks and repeats dropped, in first-seen order (rule 3.19). */
export const pastedLines = (text: string): readonly string[] =>
  // A split by a text is much faster than one by a pattern, and there may be 25,000 lines.
  distinct(text.split(text.includes('\r') ? /\r\n|\r|\n/ : '\n'));

function distinct(lines: readonly string[]): readonly string[] {
  const kept = new Set<string>();
  for (const line of lines) {
    const trimmed = line.trim();
    if (trimmed !== '') kept.add(trimmed);
  }
  return [...kept];
}

type OntologySelection = Extract<CohortTransformation, { kind: 'add_entry' }>['ontologySelection'];

/** What was given for an ontology: labels or codes as text, a list, or objects with a code (rule 3.20). */
export function pastedTerms(selection: OntologySelection): readonly string[] {
  if (selection === undefined) return [];
  if (typeof selection === 'string') return pastedLines(selection);
  return distinct(
    selection.flatMap((item) => (item === null ? [] : typeof item === 'string' ? item : item.code)),
  );
}

/** The client cuts the value out of this text, so its form is fixed (rule 3.19). */
export const notFound = (value: string, where = '') => ({
  value,
  warning: `Entry ${value} not found${where}`,
});
