import { type EditError, fieldError } from '../definition/outcome.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import {
  type ConceptKind,
  type FilterDraft,
  type FilterForm,
  filterMeaning,
  includesNull,
} from './conceptKind.ts';
import { listWords, nullWord, valueWord } from './conceptsWords.ts';
import { notFound, pastedLines } from './pastedValues.ts';
import { isPattern, patternOf } from './regex.ts';
import type { RowCondition } from './rowCondition.ts';

const maxTerm = 10_000;
const maxPatterns = 100;

const knownLines = new WeakMap<FilterForm['form'], readonly string[]>();

/** The lines of a form, which are wanted once to look them up and once to build the filter. */
function linesOf(form: FilterForm['form']): readonly string[] {
  const lines = knownLines.get(form) ?? pastedLines(form.textSelection ?? '');
  knownLines.set(form, lines);
  return lines;
}

/** Exact values, of which those not in the data warn and are kept, and regular expressions in slashes. */
function parseText({ form, known }: FilterForm): FilterDraft {
  const terms = linesOf(form);
  const errors: EditError[] = [];
  const missing: FilterDraft['missing'][number][] = [];
  const found: ReadonlySet<string> = known?.kind === 'text' ? known.found : new Set();
  for (const term of terms) {
    if (term.length > maxTerm)
      errors.push(fieldError('Terms', 'out_of_range', `“${term.slice(0, 40)}…” is too long.`));
    else if (patternOf(term) === null && !found.has(term)) missing.push(notFound(term));
  }
  return {
    values: { kind: 'text', terms: [...terms], includeNullAndMissing: includesNull(form) },
    errors,
    missing,
  };
}

export const textKinds: Readonly<Record<'text', ConceptKind>> = {
  text: {
    columnType: 'VARCHAR',
    filterKinds: ['text'],
    mayExclude: true,
    hasYears: false,
    isTopCoded: false,
    isTruthy: null,
    scale: null,
    hasWords: false,
    isCoded: false,
    isText: true,
    isFreeText: true,
    picked: 'search',
    cell: () => ({ kind: 'text', unit: null }),
    options: ({ filter }) =>
      filter?.kind === 'text' && filter.terms.length > 0 ? { terms: filter.terms.join('\n') } : {},
    parse: parseText,
    pasted: (form) => linesOf(form).filter((term) => patternOf(term) === null),
    equals: (concept, text) => ({ kind: 'oneOf', concept, values: [text] }),
  },
};

/** The terms that no engine can run as regular expressions. */
const unusablePatterns = (terms: readonly string[]): readonly string[] =>
  terms.filter((term) => {
    const pattern = patternOf(term);
    return pattern !== null && !isPattern(pattern);
  });

const unusable = (term: string): string => `${term} is not a regular expression that can be used.`;

/** Plain terms are exact and go as one list; each regular expression is a test of its own. */
function planTerms(terms: readonly string[], concept: Concept): readonly RowCondition[] {
  const values: string[] = [];
  const conditions: RowCondition[] = [];
  for (const term of terms) {
    const pattern = patternOf(term);
    if (pattern === null) values.push(term);
    else conditions.push({ kind: 'matches', concept, pattern });
  }
  return values.length === 0 ? conditions : [{ kind: 'oneOf', concept, values }, ...conditions];
}

const tooManyPatterns = (count: number, title: string) => {
  const most = `at most ${maxPatterns} regular expressions can be used at once; these are ${count}.`;
  return {
    code: 'pattern',
    message: `${title}: ${most}`,
    formErrors: [fieldError('Terms', 'out_of_range', most)],
    mayFollow: false,
  } as const;
};

export const textFilter = filterMeaning('text', {
  fault: ({ terms, includeNullAndMissing }, { title }) => {
    if (terms.length === 0 && !includeNullAndMissing)
      return {
        code: 'nothing_chosen',
        message: `Nothing is chosen of ${title}.`,
        formErrors: [fieldError('Terms', 'missing', `enter at least one value of ${title}.`)],
        mayFollow: true,
      };
    const patterns = terms.filter((term) => patternOf(term) !== null).length;
    if (patterns > maxPatterns) return tooManyPatterns(patterns, title);
    const bad = unusablePatterns(terms);
    if (bad[0] === undefined) return null;
    return {
      code: 'pattern',
      message: unusable(bad[0]),
      formErrors: bad
        .filter((term) => term.length <= maxTerm)
        .map((term) => fieldError('Terms', 'malformed', unusable(term))),
      mayFollow: false,
    };
  },
  precisionFaults: () => [],
  plan: ({ terms }, { concept }) => planTerms(terms, concept),
  describe: ({ terms, includeNullAndMissing }, described) =>
    listWords(
      described.concept,
      { values: terms, wordOf: valueWord, more: nullWord(includeNullAndMissing) },
      described,
    ),
  redact: (filter) => filter,
});
