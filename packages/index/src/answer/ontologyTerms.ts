import { type Concept, type OntologyPosition, ontologyNumber, type SynonymsOf } from '@atrium/engine';
import { byCodePoint } from '../compile/codePoints.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { OntologyIndex, Term } from '../layout/releaseIndex.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { forEachInSlices } from './slices.ts';
import { lowered } from './texts.ts';

/** The ontology of a coded concept. */
export function ontologyIn(concept: Concept, { index, release }: Answering): OntologyIndex {
  if (concept.ontologyId === null) throw new NotInIndex('otherQuestion');
  const found = index.ontologies.get(ontologyNumber(release.lookup.dictionary, concept));
  if (found === undefined) throw new NotInIndex('notIndexed');
  return found;
}

interface TermLookup {
  readonly byCode: ReadonlyMap<string, Term>;
  readonly children: ReadonlyMap<string, readonly Term[]>;
  readonly labels: ReadonlyMap<string, string>;
  /** What a search looks through, in lower case: label, code and synonyms by code. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

const lookups = new WeakMap<OntologyIndex, Promise<TermLookup>>();

/** What is made from an ontology once. */
function lookupOf(ontology: OntologyIndex): Promise<TermLookup> {
  const found = lookups.get(ontology) ?? createLookup(ontology);
  lookups.set(ontology, found);
  return found;
}

async function createLookup({ terms, synonyms }: OntologyIndex): Promise<TermLookup> {
  const [byCode, labels] = [new Map<string, Term>(), new Map<string, string>()];
  const [children, texts] = [new Map<string, Term[]>(), new Map<string, string[]>()];
  await forEachInSlices(terms, (term) => {
    const { code, label, parents } = term;
    byCode.set(code, term);
    labels.set(code, label);
    texts.set(code, [lowered(label), lowered(code)]);
    for (const parent of parents) {
      const below = children.get(parent);
      if (below === undefined) children.set(parent, [term]);
      else below.push(term);
    }
  });
  await forEachInSlices(synonyms, ([code, synonym]) => void texts.get(code)?.push(lowered(synonym)));
  return { byCode, children, labels, texts };
}

/** Labels by code. */
export const labelsOf = async (ontology: OntologyIndex): Promise<ReadonlyMap<string, string>> =>
  (await lookupOf(ontology)).labels;

/** A term with the part that it plays at a position. */
export interface ListedTerm {
  readonly role: 'term' | 'parent' | 'result';
  readonly term: Term;
}

/** The known terms at a position, those that are no results first, and by label. */
export async function listedTerms(
  at: OntologyPosition,
  ontology: OntologyIndex,
): Promise<readonly ListedTerm[]> {
  const { texts } = await lookupOf(ontology);
  const label = ({ term }: ListedTerm): string => texts.get(term.code)?.[0] ?? '';
  return (await termsAt(at, ontology))
    .filter(({ term }) => term.isKnown)
    .sort(
      (one, other) =>
        Number(one.role === 'result') - Number(other.role === 'result') ||
        byCodePoint(label(one), label(other)) ||
        byCodePoint(one.term.code, other.term.code),
    );
}

async function termsAt(at: OntologyPosition, ontology: OntologyIndex): Promise<readonly ListedTerm[]> {
  const { byCode, children, texts } = await lookupOf(ontology);
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
    case 'codes':
      return results(at.codes.flatMap((code) => byCode.get(code) ?? []));
    case 'search': {
      const wanted = lowered(at.search);
      const found: Term[] = [];
      await forEachInSlices(ontology.terms, (term) => {
        if (texts.get(term.code)?.some((text) => text.includes(wanted))) found.push(term);
      });
      return results(found);
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
