import { newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import { type CohortPlan, type Concept, kindOf, type Population, type ReleaseQuestion } from '@atrium/engine';
import { codeOfText, textsOf, toRanges } from '../compile/codeSets.ts';
import { compileValues, conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Terms } from '../layout/releaseIndex.ts';
import type { Described } from '../run/described.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { compileDescribed, tallyCodes, tallyGroups } from './described.ts';
import { listedTerms, ontologyIn } from './ontologyTerms.ts';

/** Every record of everyone whom the member sees. */
const everyRecord: Population = {
  plan: { subject: { kind: 'and', conditions: [] }, sets: [] },
  prefilter: null,
  criteriaSet: newCriteriaSet,
};

function termsOf(concept: Concept, at: Answering): Terms {
  const { terms } = conceptIn(concept, at);
  if (terms === null) throw new NotInIndex('otherQuestion');
  return terms;
}

type TermsQuestion = Extract<ReleaseQuestion, { kind: 'ontologyTerms' }>;

/** What `compileOntologyTerms` says in SQL. */
export async function ontologyTerms(question: TermsQuestion, at: Answering): Promise<readonly AnswerRow[]> {
  const { concept, population, existing, offset, limit } = question;
  const listed = await listedTerms(question.at, ontologyIn(concept, at));
  const { within } = termsOf(concept, at);
  const described = compileDescribed(concept, population, at);
  const counted = await countListed(
    concept,
    { described, groups: listed.map(({ term }) => within.get(term.code) ?? []) },
    at,
  );
  const { entries } = counted;
  // The codes of rows at or below each term.
  const lines = listed.map(({ role, term }, index) => {
    const codes = (within.get(term.code) ?? []).filter((code) => (entries[code] ?? 0) > 0);
    return { role, term, codes, index };
  });
  const results = lines.filter(({ role, codes }) => role === 'result' && (!existing || codes.length > 0));
  const others = lines.filter(({ role }) => role !== 'result');
  const page = [...others, ...results.slice(offset, offset + limit)];
  const ofPage = { described, entries, groups: page.map(({ codes }) => codes) };
  const counts = counted.counts ?? (await countTerms(concept, ofPage, at));
  const texts = textsOf(conceptIn(concept, at).values);
  return page.map(({ role, term: { code, label, isLeaf: is_leaf }, codes, index }, ofPageIndex) => ({
    ...{ role, code, label, is_leaf, ...counts(counted.counts === null ? ofPageIndex : index) },
    has_descendants: codes.some((below) => texts[below - 1] !== code),
    total: role === 'result' ? results.length : others.length,
  }));
}

interface TermGroups {
  readonly described: Described;
  /** The codes of each term. */
  readonly groups: readonly (readonly number[])[];
}

/** The rows and subjects of the term with an index. */
type TermCounts = (index: number) => { readonly entries: number; readonly subjects: number };

/** Of so many terms rows and subjects are counted in the pass that finds which of them occur. */
const maxAtOnce = 64;

/** How many rows have each code, and where the terms are few, also how many rows and subjects each of them has. */
async function countListed(
  concept: Concept,
  { described, groups }: TermGroups,
  at: Answering,
): Promise<{ readonly entries: Uint32Array; readonly counts: TermCounts | null }> {
  if (groups.length > maxAtOnce) {
    const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
    return { entries, counts: null };
  }
  const byRow = concept.isMultiple;
  const given = { described, groups, byRow, byCode: true };
  const [rows, subjects, entries = new Uint32Array()] = await tallyGroups(concept, given, at);
  const entriesOf = entriesOfGroups({ groups, entries }, byRow ? rows : undefined);
  return { entries, counts: (index) => ({ entries: entriesOf(index), subjects: subjects?.[index] ?? 0 }) };
}

/** A row with one value at most has a code of a group at most once. */
const entriesOfGroups =
  (
    { groups, entries }: Pick<TermGroups, 'groups'> & { readonly entries: Uint32Array },
    byRow: Uint32Array | undefined,
  ) =>
  (index: number): number =>
    byRow?.[index] ?? (groups[index] ?? []).reduce((total, code) => total + (entries[code] ?? 0), 0);

/** How many rows and subjects have a code of each group, of which only some occur. */
async function countTerms(
  concept: Concept,
  { described, entries, groups }: TermGroups & { readonly entries: Uint32Array },
  at: Answering,
): Promise<TermCounts> {
  const byRow = concept.isMultiple;
  const occurring = groups.flatMap((codes, index) => (codes.length === 0 ? [] : [index]));
  const given = { described, groups: occurring.map((index) => groups[index] ?? []), byRow };
  const [rows, subjects] = occurring.length === 0 ? [] : await tallyGroups(concept, given, at);
  const groupOf = new Map(occurring.map((index, group) => [index, group]));
  return (index: number) => {
    const group = groupOf.get(index) ?? -1;
    const ofRows = byRow ? (rows?.[group] ?? 0) : entriesOfGroups({ groups, entries }, undefined)(index);
    return { entries: ofRows, subjects: subjects?.[group] ?? 0 };
  };
}

/** What `compileOntologyTotals` says in SQL. */
export async function ontologyTotals(
  concept: Concept,
  population: Population,
  at: Answering,
): Promise<AnswerRow> {
  const described = compileDescribed(concept, population, at);
  const unknown = compileValues(conceptIn(concept, at), toRanges(termsOf(concept, at).unknown), at);
  const [tally, [entries, subjects]] = await Promise.all([
    tallyCodes(concept, described, { at, bySubject: false }),
    at.run({ job: 'tallySets', described, sets: [unknown] }),
  ]);
  const labels = tally.entries.subarray(1).reduce((sum, many) => sum + Number(many > 0), 0);
  return { labels, entries: entries?.[0] ?? 0, subjects: subjects?.[0] ?? 0 };
}

/** By concept and by what is seen of its rows; so many, of so many codes, take 12 MB at most. */
const known = new WeakMap<Answering['index'], Map<string, Uint32Array>>();
const [maxKnown, maxKnownCodes] = [32, 100_000];

/** How many records that the member sees have each code; asked of each edit with a term, and the same for all of them. */
async function entriesOfAll(concept: Concept, at: Answering): Promise<Uint32Array> {
  const described = compileDescribed(concept, everyRecord, at);
  const ofIndex = known.get(at.index) ?? new Map<string, Uint32Array>();
  known.set(at.index, ofIndex);
  const key = JSON.stringify([concept.number, described]);
  const before = ofIndex.get(key);
  if (before !== undefined) return before;
  const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
  if (entries.length <= maxKnownCodes && ofIndex.size < maxKnown) ofIndex.set(key, entries.slice());
  return entries;
}

type OccurringQuestion = Extract<ReleaseQuestion, { kind: 'occurring' }>;

/** What `compileOccurring` says in SQL. */
export async function occurring(
  { concept, values: wanted }: OccurringQuestion,
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const { values, terms } = conceptIn(concept, at);
  if (values.kind !== 'texts') throw new NotInIndex('otherQuestion');
  const entries = await entriesOfAll(concept, at);
  const codesOf = (value: string): readonly number[] =>
    kindOf(concept).isCoded ? (terms?.within.get(value) ?? []) : [codeOfText(values, value) ?? -1];
  return [...new Set(wanted)]
    .filter((value) => codesOf(value).some((code) => (entries[code] ?? 0) > 0))
    .map((value) => ({ value }));
}

/** What `compileUsedTerms` says in SQL. */
export async function usedTerms(
  concept: Concept,
  { plan, most }: { readonly plan: CohortPlan; readonly most: number },
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const { terms } = ontologyIn(concept, at);
  const { within } = termsOf(concept, at);
  const described = compileDescribed(concept, { ...everyRecord, plan }, at);
  const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
  const codes = textsOf(conceptIn(concept, at).values);
  const used = new Set(codes.filter((_, index) => (entries[index + 1] ?? 0) > 0));
  const isKept = (code: string): boolean =>
    used.has(code) || (within.get(code)?.some((below) => (entries[below] ?? 0) > 0) ?? false);
  return terms
    .filter(({ code }) => isKept(code))
    .flatMap(({ code, label, isKnown, parents }) => {
      const above: readonly (string | null)[] = parents.length === 0 ? [null] : parents;
      const line = { code, label, is_known: isKnown, is_used: used.has(code) };
      return above.map((parent) => ({ ...line, parent }));
    })
    .slice(0, most);
}
