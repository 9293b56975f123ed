import { type Concept, type OntologyPosition, ontologyNumber, type SynonymsOf } from '@atrium/engine';
import { NotInIndex } from '../compile/refusal.ts';
import type { OntologyIndex, Term } from '../layout/releaseIndex.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { byCodePoint, lowered } from './texts.ts';

/** The ontology of a coded concept. */
export function ontologyIn(concept: Concept, { index, release }: Answering): OntologyIndex {
  if (concept.ontologyId === null) throw new NotInIndex('otherQuestion');
  const found = index.ontologies.get(ontologyNumber(release.lookup.dictionary, concept));
  if (found === undefined) throw new NotInIndex('notIndexed');
  return found;
}

interface Known {
  readonly byCode: ReadonlyMap<string, Term>;
  readonly children: ReadonlyMap<string, readonly Term[]>;
  readonly labels: ReadonlyMap<string, string>;
  /** What a search looks through, in lower case. */
  readonly texts: ReadonlyMap<Term, readonly string[]>;
}

const knownOf = new WeakMap<OntologyIndex, Known>();

/** What is made from an ontology once. */
function known(ontology: OntologyIndex): Known {
  const found = knownOf.get(ontology) ?? learn(ontology);
  knownOf.set(ontology, found);
  return found;
}

function learn({ terms, synonyms }: OntologyIndex): Known {
  const children = new Map<string, Term[]>();
  for (const term of terms)
    for (const parent of term.parents) {
      const below = children.get(parent);
      if (below === undefined) children.set(parent, [term]);
      else below.push(term);
    }
  const texts = new Map(terms.map((term) => [term.code, [lowered(term.label), lowered(term.code)]]));
  for (const [code, synonym] of synonyms) texts.get(code)?.push(lowered(synonym));
  return {
    children,
    byCode: new Map(terms.map((term) => [term.code, term])),
    labels: new Map(terms.map(({ code, label }) => [code, label])),
    texts: new Map(terms.map((term) => [term, texts.get(term.code) ?? []])),
  };
}

/** Labels by code. */
export const labelsOf = (ontology: OntologyIndex): ReadonlyMap<string, string> => known(ontology).labels;

/** A term with the part that it plays at a position. */
export interface ListedTerm {
  readonly role: 'term' | 'parent' | 'result';
  readonly term: Term;
}

/** The known terms at a position, those that are no results first, and by label. */
export function listedTerms(at: OntologyPosition, ontology: OntologyIndex): readonly ListedTerm[] {
  const { texts } = known(ontology);
  const label = ({ term }: ListedTerm): string => texts.get(term)?.[0] ?? '';
  return termsAt(at, ontology)
    .filter(({ term }) => term.isKnown)
    .sort(
      (one, other) =>
        Number(one.role === 'result') - Number(other.role === 'result') ||
        byCodePoint(label(one), label(other)) ||
        byCodePoint(one.term.code, other.term.code),
    );
}

function termsAt(at: OntologyPosition, ontology: OntologyIndex): readonly ListedTerm[] {
  const { byCode, children, texts } = known(ontology);
  const results = (terms: readonly Term[]) => terms.map((term) => ({ role: 'result', term }) as const);
  switch (at.kind) {
    case 'roots':
      return results(ontology.terms.filter(({ parents }) => parents.length === 0));
    case 'term': {
      const term = byCode.get(at.code);
      if (term === undefined) return results(children.get(at.code) ?? []);
      const above = term.parents.flatMap((code) => byCode.get(code) ?? []);
      return [
        { role: 'term', term },
        ...above.map((parent) => ({ role: 'parent', term: parent }) as const),
        ...results(children.get(at.code) ?? []),
      ];
    }
    case 'search': {
      const wanted = lowered(at.search);
      const isFound = (term: Term) => texts.get(term)?.some((text) => text.includes(wanted)) ?? false;
      return results(ontology.terms.filter(isFound));
    }
  }
}

/** What `compileOntologySynonyms` says in SQL. */
export function ontologySynonyms(concept: Concept, of: SynonymsOf, at: Answering): readonly AnswerRow[] {
  const { synonyms } = ontologyIn(concept, at);
  const codes = new Set(of.kind === 'term' ? [of.code] : of.codes);
  const wanted = of.kind === 'term' ? '' : lowered(of.search);
  return synonyms
    .filter(([code, synonym]) => codes.has(code) && lowered(synonym).includes(wanted))
    .map(([code, synonym]) => ({ code, synonym }));
}
