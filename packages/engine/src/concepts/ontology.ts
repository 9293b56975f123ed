import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import { unknownTerm } from '../definition/html.ts';
import { fieldError } from '../definition/outcome.ts';
import {
  type ConceptKind,
  type FilterDraft,
  type FilterForm,
  filterMeaning,
  includesNull,
} from './conceptKind.ts';
import { listWords, nullWord, quoted, valueWord } from './conceptsWords.ts';
import { notFound, pastedTerms } from './pastedValues.ts';
import type { RowCondition } from './rowCondition.ts';

/** Codes or labels resolved to terms; those not in the ontology or not in the data warn and are dropped. */
function parseTerms({ form, known }: FilterForm): FilterDraft {
  const missing: FilterDraft['missing'][number][] = [];
  const terms = new Map<string, OntologyTermRef>();
  for (const value of pastedTerms(form.ontologySelection)) {
    const matches = known?.kind === 'ontology' ? (known.matches.get(value) ?? []) : [];
    const inData = matches.filter((match) => match.isInData);
    if (matches.length === 0) missing.push(notFound(value));
    else if (inData.length === 0) missing.push(notFound(value, ' in dataset'));
    for (const { code, label } of inData) terms.set(code, { code, label });
  }
  return {
    values: {
      kind: 'ontology',
      terms: [...terms.values()],
      includeNullAndMissing: includesNull(form),
      includeOntologyUnknown: form.includeOntologyUnknown ?? false,
    },
    errors: [],
    missing,
  };
}

export const ontologyKinds: Readonly<Record<'ontology', ConceptKind>> = {
  ontology: {
    columnType: 'VARCHAR',
    filterKinds: ['ontology'],
    mayExclude: true,
    hasYears: false,
    isTopCoded: false,
    isTruthy: null,
    scale: null,
    hasWords: false,
    isCoded: true,
    isText: true,
    isFreeText: false,
    picked: 'search',
    cell: () => ({ kind: 'text', unit: null }),
    options: ({ filter }) => {
      const chosen = filter?.kind === 'ontology' ? filter : undefined;
      return {
        includeOntologyUnknown: chosen?.includeOntologyUnknown ?? false,
        ...(chosen === undefined || chosen.terms.length === 0 ? {} : { terms: chosen.terms }),
      };
    },
    parse: parseTerms,
    pasted: ({ ontologySelection }) => pastedTerms(ontologySelection),
    equals: (concept, text) => ({ kind: 'oneOf', concept, values: [text] }),
  },
};

export const ontologyFilter = filterMeaning('ontology', {
  fault: ({ terms, includeNullAndMissing, includeOntologyUnknown }, { title }) =>
    terms.length > 0 || includeNullAndMissing || includeOntologyUnknown
      ? null
      : {
          code: 'nothing_chosen',
          message: `Nothing is chosen of ${title}.`,
          formErrors: [fieldError('Terms', 'missing', `choose at least one term of ${title}.`)],
          mayFollow: true,
        },
  precisionFaults: () => [],
  plan: ({ terms, includeOntologyUnknown }, { concept }) => {
    const codes = terms.map((term) => term.code);
    const within: readonly RowCondition[] =
      codes.length === 0 ? [] : [{ kind: 'withinTerms', concept, codes }];
    return includeOntologyUnknown ? [...within, { kind: 'unknownTerm', concept }] : within;
  },
  describe: ({ terms, includeOntologyUnknown, includeNullAndMissing }, described) => {
    const more = [
      ...(includeOntologyUnknown ? [quoted(unknownTerm)] : []),
      ...nullWord(includeNullAndMissing),
    ];
    const wordOf = ({ label }: OntologyTermRef): string => valueWord(label);
    return listWords(described.concept, { values: terms, wordOf, more }, described);
  },
  redact: (filter) => filter,
});
