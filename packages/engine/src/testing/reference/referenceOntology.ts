import type { PlainOntology } from '../plainRelease.ts';
import { ancestors } from './referenceFilter.ts';
import { describedRows, type ReferenceQuestion } from './referencePopulation.ts';
import { ontologyOf } from './referenceRows.ts';
import { byCodePoint, rowCount, subjectCount } from './referenceStatistics.ts';

export type ReferencePosition =
  | { readonly kind: 'roots' }
  | { readonly kind: 'term'; readonly code: string }
  | { readonly kind: 'search'; readonly search: string };

type Term = PlainOntology['terms'][number];
type Listed = readonly [role: 'term' | 'parent' | 'result', term: Term];

const parentsOf = (term: Term): readonly string[] => term.parents ?? [];

/** The terms at a position with the part that they play there (rule 4.10). */
function listed({ terms }: PlainOntology, position: ReferencePosition): readonly Listed[] {
  const results = (found: readonly Term[]) => found.map((term): Listed => ['result', term]);
  if (position.kind === 'roots') return results(terms.filter((term) => parentsOf(term).length === 0));
  if (position.kind === 'search') {
    const wanted = position.search.toLowerCase();
    const texts = (term: Term) => [term.label, term.code, ...(term.synonyms ?? [])];
    return results(terms.filter((term) => texts(term).some((text) => text.toLowerCase().includes(wanted))));
  }
  const own = terms.filter((term) => term.code === position.code);
  const above = terms.filter((term) => own.some((one) => parentsOf(one).includes(term.code)));
  const below = terms.filter((term) => parentsOf(term).includes(position.code));
  return [
    ...own.map((term): Listed => ['term', term]),
    ...above.map((term): Listed => ['parent', term]),
    ...results(below),
  ];
}

/**
 * `role code leaf entries subjects hasDescendants`, counts with descendants, each row and subject once whatever the
 * paths; where `existing`, results that do not occur are left out. Term and parents first, then results, by label.
 */
export function referenceTerms(
  question: ReferenceQuestion,
  position: ReferencePosition,
  existing: boolean,
): readonly string[] {
  const ontology = ontologyOf(question.release, question.conceptId);
  const rows = describedRows(question);
  const lines = listed(ontology, position).map(([role, { code, label }]) => {
    const within = rows.filter(({ values }) =>
      values.some((value) => ancestors(ontology, String(value)).includes(code)),
    );
    const isAbove = within.some(({ values }) =>
      values.some((value) => value !== code && ancestors(ontology, String(value)).includes(code)),
    );
    const isLeaf = !ontology.terms.some((term) => parentsOf(term).includes(code));
    return { role, code, label, isLeaf, entries: rowCount(within), subjects: subjectCount(within), isAbove };
  });
  return lines
    .filter(({ role, entries }) => !existing || role !== 'result' || entries > 0)
    .toSorted(
      (one, other) =>
        Number(one.role === 'result') - Number(other.role === 'result') ||
        byCodePoint(one.label.toLowerCase(), other.label.toLowerCase()) ||
        byCodePoint(one.code, other.code),
    )
    .map(({ role, code, isLeaf, entries, subjects, isAbove }) =>
      [role, code, isLeaf, entries, subjects, isAbove].join(' '),
    );
}

/** Distinct codes in the data, and the rows and subjects of codes that the ontology does not hold. */
export function referenceTotals(question: ReferenceQuestion) {
  const ontology = ontologyOf(question.release, question.conceptId);
  const rows = describedRows(question);
  const unknown = rows.filter(({ values }) =>
    values.some((value) => !ontology.terms.some((term) => term.code === value)),
  );
  return {
    labels: new Set(rows.flatMap(({ values }) => values)).size,
    entries: rowCount(unknown),
    subjects: subjectCount(unknown),
  };
}
