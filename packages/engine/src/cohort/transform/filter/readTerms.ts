import type { OntologyTermRef } from '@atrium/contract';
import { isPattern, patternOf } from '../../regex.ts';
import { type KnownValues, pastedLines, pastedTerms } from '../known/knownValues.ts';
import { type FilterDraft, type FilterForm, includesNull, type MissingValue } from './filterDraft.ts';

/** The client cuts the value out of this text, so its form is fixed (contract 9.5). */
const notFound = (value: string, where = ''): MissingValue => ({
  value,
  warning: `Entry ${value} not found${where}`,
});

const longestTerm = 10_000;

/** Exact values, of which those not in the data warn and are kept, and regular expressions in slashes. */
export function readText({ form, concept, context }: FilterForm): FilterDraft {
  const terms = pastedLines(form.textSelection ?? '');
  const errors: string[] = [];
  const missing: MissingValue[] = [];
  const found = foundText(context.known);
  for (const term of terms) {
    const pattern = patternOf(term);
    if (term.length > longestTerm) errors.push(`Terms: “${term.slice(0, 40)}…” is too long.`);
    else if (pattern === null && !found.has(term)) missing.push(notFound(term));
    else if (pattern !== null && !isPattern(pattern))
      errors.push(`Terms: ${term} is not a regular expression that can be used.`);
  }
  if (terms.length === 0 && !includesNull(form))
    errors.push(`Terms: enter at least one value of ${concept.title}.`);
  return {
    values: { kind: 'text', terms: [...terms], includeNullAndMissing: includesNull(form) },
    errors,
    missing,
  };
}

const foundText = (known: KnownValues | null): ReadonlySet<string> =>
  known?.kind === 'text' ? known.found : new Set();

/** Codes or labels resolved to terms; those not in the ontology or not in the data warn and are dropped. */
export function readOntology({ form, concept, context }: FilterForm): FilterDraft {
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
  const isOpen = includesNull(form) || includeOntologyUnknown;
  const isEmpty = form.ignoreWarnings ? terms.size === 0 : given.length === 0;
  const errors = isEmpty && !isOpen ? [`Terms: choose at least one term of ${concept.title}.`] : [];
  return {
    values: {
      kind: 'ontology',
      terms: [...terms.values()],
      includeNullAndMissing: includesNull(form),
      includeOntologyUnknown,
    },
    errors,
    missing,
  };
}
