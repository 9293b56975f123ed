import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { kindOf } from '../../concepts/kinds.ts';
import { type KnownValues, notFound } from '../../concepts/pastedValues.ts';
import { patternOf } from '../../concepts/regex.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { mayUseConcept } from '../../visibility/rights.ts';
import { filtersOf } from '../edit/entries.ts';
import type { ValueQuestion } from '../edit/knownValues.ts';
import { readTravelling } from './readTravelling.ts';

/** The values of a cohort that is imported which are to be looked up in the data first, by concept. */
export function valuesOfImport(
  transformation: CohortTransformation,
  context: MemberContext,
): readonly ValueQuestion[] {
  if (transformation.kind !== 'import_cohort') return [];
  const read = readTravelling(transformation.document, context.lookup);
  return read.kind === 'malformed' ? [] : valuesIn(read.definition, context);
}

function valuesIn(definition: CohortDefinition, context: MemberContext): readonly ValueQuestion[] {
  const values = new Map<Concept, Set<string>>();
  for (const filter of definition.flatMap(filtersOf))
    for (const [concept, own] of namedValues(filter, context)) {
      const known = values.get(concept) ?? new Set();
      for (const value of own) known.add(value);
      if (known.size > 0) values.set(concept, known);
    }
  return [...values].map(([concept, own]) => ({ concept, values: [...own] }));
}

/** The values that a filter names, and its prefilter value, each with its concept. */
function namedValues(
  filter: FilterEntry,
  { lookup, member }: MemberContext,
): readonly (readonly [Concept, readonly string[]])[] {
  const concept = lookup.concept(filter.conceptId);
  if (concept === undefined || !kindOf(concept).filterKinds.includes(filter.kind)) return [];
  const by = filter.prefilterValue === null ? undefined : lookup.concept(concept.prefilter?.conceptId ?? '');
  const ofPrefilter = by?.type === 'category' || by?.type === 'text' ? [filter.prefilterValue ?? ''] : [];
  const named = [
    [concept, ownValues(filter)],
    ...(by === undefined ? [] : [[by, ofPrefilter] as const]),
  ] as const;
  return named.filter(([one]) => mayUseConcept(one, member));
}

function ownValues(filter: FilterEntry): readonly string[] {
  switch (filter.kind) {
    case 'choice':
      return filter.categories.filter((value) => typeof value === 'string');
    case 'text':
      return filter.terms.filter((term) => patternOf(term) === null);
    case 'ontology':
      return filter.terms.map(({ code }) => code);
    case 'rangeOrWords':
      return filter.categories;
    default:
      return [];
  }
}

type Known = ReadonlyMap<string, KnownValues>;

/** What the dataset lacks of the values that a filter names, as warnings (rule 3.10). */
export function missingValues(
  filter: FilterEntry,
  known: Known,
  context: MemberContext,
): readonly { readonly value: string; readonly warning: string }[] {
  return namedValues(filter, context).flatMap(([concept, values]) =>
    values.flatMap((value) => {
      const found = known.get(concept.id);
      if (found?.kind === 'text')
        return found.found.has(value) ? [] : notFound(value, ` in ${concept.title}`);
      const matches = found?.matches.get(value) ?? [];
      const [own] = matches.filter(({ code }) => code === value);
      if (own?.isInData) return [];
      if (own !== undefined) return notFound(value, ' in dataset');
      const [other] = matches;
      if (other === undefined) return notFound(value, ` in ${concept.title}`);
      return { value, warning: `Entry ${value} is ${other.code} here` };
    }),
  );
}

/** The filter with the terms of this dataset: current codes, and their labels. */
export function withKnownTerms(filter: FilterEntry, known: Known): FilterEntry {
  const found = known.get(filter.conceptId);
  if (filter.kind !== 'ontology' || found?.kind !== 'ontology') return filter;
  const terms = filter.terms.map((term) => {
    const matches = found.matches.get(term.code) ?? [];
    const match = matches.find(({ code }) => code === term.code) ?? matches[0];
    return match === undefined ? term : { code: match.code, label: match.label };
  });
  return { ...filter, terms };
}
