import { newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import type { CohortPlan, Concept, Population, ReleaseQuestion } from '@atrium/engine';
import { textsOf, toRanges } from '../compile/codeSets.ts';
import { compileValues, conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Terms } from '../layout/releaseIndex.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { compileDescribed, tallyCodes, toGroups, valuesOf } from './described.ts';
import { type ListedTerm, listedTerms, ontologyIn } from './ontologyTerms.ts';

function termsOf(concept: Concept, at: Answering): Terms {
  const { terms } = conceptIn(concept, at);
  if (terms === null) throw new NotInIndex('otherQuestion');
  return terms;
}

type TermsQuestion = Extract<ReleaseQuestion, { kind: 'ontologyTerms' }>;

/** What `compileOntologyTerms` says in SQL. */
export async function ontologyTerms(question: TermsQuestion, at: Answering): Promise<readonly AnswerRow[]> {
  const { concept, population, existing, offset, limit } = question;
  const listed = listedTerms(question.at, ontologyIn(concept, at));
  const counts = await countTerms(concept, { listed, population }, at);
  const lines = listed
    .map(({ role, term }, index) => ({ role, term, ...counts(index) }))
    .filter(({ role, entries }) => !existing || role !== 'result' || entries > 0);
  const results = lines.filter(({ role }) => role === 'result');
  const others = lines.filter(({ role }) => role !== 'result');
  const rows = (part: typeof lines, total: number) =>
    part.map(({ role, term, entries, subjects, has_descendants }) => {
      const { code, label, isLeaf: is_leaf } = term;
      return { role, code, label, is_leaf, entries, subjects, has_descendants, total };
    });
  return [...rows(others, others.length), ...rows(results.slice(offset, offset + limit), results.length)];
}

/**
 * Entries, subjects and whether a row lies below, of each term by index. Terms above a code are groups of codes; those
 * really above it are groups of their own.
 */
async function countTerms(
  concept: Concept,
  { listed, population }: { readonly listed: readonly ListedTerm[]; readonly population: Population },
  at: Answering,
) {
  const { within } = termsOf(concept, at);
  const codes = textsOf(conceptIn(concept, at).values);
  const groupsOf: number[][] = codes.map(() => []);
  listed.forEach(({ term }, index) => {
    for (const code of within.get(term.code) ?? []) {
      const groups = groupsOf[code - 1];
      groups?.push(2 * index);
      if (codes[code - 1] !== term.code) groups?.push(2 * index + 1);
    }
  });
  const described = compileDescribed(concept, population, at);
  const groups = toGroups(groupsOf, 2 * listed.length);
  const values = valuesOf(concept, at);
  const [entries, subjects] = await at.run({ job: 'tallyGroups', described, values, groups });
  return (index: number) => ({
    entries: entries?.[2 * index] ?? 0,
    subjects: subjects?.[2 * index] ?? 0,
    has_descendants: (entries?.[2 * index + 1] ?? 0) > 0,
  });
}

/** What `compileOntologyTotals` says in SQL. */
export async function ontologyTotals(
  concept: Concept,
  population: Population,
  at: Answering,
): Promise<AnswerRow> {
  const described = compileDescribed(concept, population, at);
  const unknown = compileValues(conceptIn(concept, at), toRanges(termsOf(concept, at).unknown));
  const [tally, [entries, subjects]] = await Promise.all([
    tallyCodes(concept, described, { at, bySubject: false }),
    at.run({ job: 'tallySets', described, sets: [unknown] }),
  ]);
  const labels = tally.entries.subarray(1).reduce((sum, many) => sum + Number(many > 0), 0);
  return { labels, entries: entries?.[0] ?? 0, subjects: subjects?.[0] ?? 0 };
}

/** What `compileUsedTerms` says in SQL. */
export async function usedTerms(
  concept: Concept,
  { plan, most }: { readonly plan: CohortPlan; readonly most: number },
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const { terms } = ontologyIn(concept, at);
  const { within } = termsOf(concept, at);
  const everyRecord: Population = { plan, prefilter: null, criteriaSet: newCriteriaSet };
  const described = compileDescribed(concept, everyRecord, at);
  const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
  const codes = textsOf(conceptIn(concept, at).values);
  const used = new Set(codes.filter((_, index) => (entries[index + 1] ?? 0) > 0));
  const isKept = (code: string): boolean =>
    used.has(code) || (within.get(code)?.some((below) => (entries[below] ?? 0) > 0) ?? false);
  return terms
    .filter(({ code }) => isKept(code))
    .flatMap(({ code, label, isKnown, parents }) => {
      const line = { code, label, is_known: isKnown, is_used: used.has(code) };
      return parents.length === 0
        ? [{ ...line, parent: null }]
        : parents.map((parent) => ({ ...line, parent }));
    })
    .slice(0, most);
}
