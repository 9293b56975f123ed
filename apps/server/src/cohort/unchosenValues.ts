import {
  type UnchosenReason,
  type UnchosenValues,
  unchosenReasons,
} from '@atrium/contract/endpoints/cohortInsight';
import {
  isOtherSpelling,
  lettersOf,
  type WordSearch,
  wordRankOf,
  wordRanks,
  wordSearch,
  wordsIn,
} from '@atrium/contract/search/wordSearch';
import type { SearchableValue } from '../catalogue/index.ts';

/** The codes of the broader terms one step above each term of an ontology in the data; none for other concepts. */
export type BroaderTerms = ReadonlyMap<string, readonly string[]>;

interface Known {
  readonly values: readonly SearchableValue[];
  readonly broader: BroaderTerms;
}

const maxListed = 30;
/** So many comparisons of a value with a chosen one are made in a step: some tenths of a millisecond (rule 8.29). */
const comparedInStep = 200;

const keyOf = ({ text, code }: SearchableValue): string => code ?? text;

/**
 * Values in the data that a filter on the chosen ones leaves out though they are near (rule 11.15). A chosen term of an
 * ontology includes all narrower ones; terms above a chosen one are not proposed.
 */
export function* unchosenValues(
  chosen: readonly string[],
  { values, broader }: Known,
): Generator<undefined, UnchosenValues['values'], undefined> {
  const keys = new Set(chosen);
  const own = values.filter((value) => keys.has(keyOf(value)));
  const above = new Set(own.flatMap((value) => [...ancestorsOf(keyOf(value), broader)]));
  const beside = new Set(own.flatMap((value) => broader.get(keyOf(value)) ?? []));
  const spellings = own.map(({ text }) => lettersOf(text));
  const wanted = own.map(wantedIn);
  const rare = yield* rareWords(own, values);
  const reasonOf = (value: SearchableValue): UnchosenReason | null => {
    const near = nearness(value, spellings, wanted);
    if (!value.isOffered) return near === null ? null : 'unknown';
    if (near !== null) return near;
    if (broader.get(keyOf(value))?.some((code) => beside.has(code)) === true) return 'sibling';
    const isAlike = value.code === null && wordsIn(value.text).some((word) => rare.has(word));
    return isAlike ? 'similar' : null;
  };
  const found: UnchosenValues['values'] = [];
  const valuesOfStep = Math.ceil(comparedInStep / (1 + own.length));
  for (const [index, value] of values.entries()) {
    if (index % valuesOfStep === 0) yield;
    const key = keyOf(value);
    if (keys.has(key) || above.has(key) || hasChosenAbove(key, keys, broader)) continue;
    const reason = reasonOf(value);
    if (reason === null) continue;
    const { text, code, subjects } = value;
    found.push({ text, reason, subjects, ...(code === null ? {} : { code }) });
  }
  const order = ({ reason }: { readonly reason: UnchosenReason }): number => unchosenReasons.indexOf(reason);
  return found.sort((a, b) => order(a) - order(b) || b.subjects - a.subjects).slice(0, maxListed);
}

/** What has all the words of a name; a code is no name. */
const wantedIn = ({ names, code }: SearchableValue): readonly WordSearch[] =>
  names.filter((name) => name !== code).map(wordSearch);

function nearness(
  { text, compared }: SearchableValue,
  spellings: readonly string[],
  wanted: readonly (readonly WordSearch[])[],
): 'spelling' | 'words' | null {
  const letters = lettersOf(text);
  if (spellings.some((own) => isOtherSpelling(own, letters))) return 'spelling';
  const meets = (search: WordSearch): boolean =>
    search.words.length > 0 &&
    compared.some((name) => (wordRankOf(name, search) ?? wordRanks.parts) <= wordRanks.words);
  return wanted.some((searches) => searches.some(meets)) ? 'words' : null;
}

function ancestorsOf(code: string, broader: BroaderTerms, passed = new Set<string>()): ReadonlySet<string> {
  for (const above of broader.get(code) ?? []) {
    if (passed.has(above)) continue;
    passed.add(above);
    ancestorsOf(above, broader, passed);
  }
  return passed;
}

const hasChosenAbove = (code: string, chosen: ReadonlySet<string>, broader: BroaderTerms): boolean =>
  broader.size > 0 && [...ancestorsOf(code, broader)].some((above) => chosen.has(above));

/** Words of the chosen values that few values have: what such a value shares with them is no accident. */
function* rareWords(
  own: readonly SearchableValue[],
  values: readonly SearchableValue[],
): Generator<undefined, ReadonlySet<string>, undefined> {
  const words = new Set(own.flatMap(({ text }) => wordsIn(text)).filter((word) => word.length > 3));
  if (words.size === 0) return words;
  const counts = new Map<string, number>();
  for (const [index, { text }] of values.entries()) {
    if (index % comparedInStep === 0) yield;
    for (const word of new Set(wordsIn(text)))
      if (words.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const few = Math.max(3, values.length / 10);
  return new Set([...words].filter((word) => (counts.get(word) ?? 0) <= few));
}
