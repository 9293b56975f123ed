import type { OntologyTermRef } from '@atrium/contract';
import { type EditError, fieldError } from '../../../definition/outcome.ts';
import { patternOf } from '../../regex.ts';
import { type KnownValues, pastedLines, pastedTerms } from '../known/knownValues.ts';
import { type FilterDraft, type FilterForm, includesNull, type MissingValue } from './filterDraft.ts';

/** The client cuts the value out of this text, so its form is fixed (rule 3.19). */
const notFound = (value: string, where = ''): MissingValue => ({
  value,
  warning: `Entry ${value} not found${where}`,
});

export const longestTerm = 10_000;

/** Exact values, of which those not in the data warn and are kept, and regular expressions in slashes. */
export function readText({ form, context }: FilterForm): FilterDraft {
  const terms = pastedLines(form.textSelection ?? '');
  const errors: EditError[] = [];
  const missing: MissingValue[] = [];
  const found = foundText(context.known);
  for (const term of terms) {
    if (term.length > longestTerm)
      errors.push(fieldError('Terms', 'out_of_range', `“${term.slice(0, 40)}…” is too long.`));
    else if (patternOf(term) === null && !found.has(term)) missing.push(notFound(term));
  }
  return {
    values: { kind: 'text', terms: [...terms], includeNullAndMissing: includesNull(form) },
    errors,
    missing,
  };
}

const foundText = (known: KnownValues | null): ReadonlySet<string> =>
  known?.kind === 'text' ? known.found : new Set();

/** Codes or labels resolved to terms; those not in the ontology or not in the data warn and are dropped. */
export function readOntology({ form, context }: FilterForm): FilterDraft {
  const given = pastedTerms(form.ontologySelection);
  const missing: MissingValue[] = [];
  const terms = new Map<string, OntologyTermRef>();
  for (const value of given) {
    const matches = context.known?.kind === 'ontology' ? (context.known.matches.get(value) ?? []) : [];
    const inData = matches.filter((match) => match.isInData);
    if (matches.length === 0) missing.push(notFound(value));
    else if (inData.length === 0) missing.push(notFound(value, ' in dataset'));
    for (const { code, label } of inData) terms.set(code, { code, label });
  }
  const includeOntologyUnknown = form.includeOntologyUnknown ?? false;
  return {
    values: {
      kind: 'ontology',
      terms: [...terms.values()],
      includeNullAndMissing: includesNull(form),
      includeOntologyUnknown,
    },
    errors: [],
    missing,
  };
}
