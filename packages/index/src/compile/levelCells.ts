import type { ConceptIndex, OntologyIndex, Term } from '../layout/releaseIndex.ts';
import { type Cells, gatheredLists } from './cells.ts';
import { NotInIndex } from './refusal.ts';

/**
 * The labels of the terms of a level that the codes lie within; a code that lies within none stands for itself (rule
 * 6.12).
 */
export function levelCells(
  { values, terms }: Pick<ConceptIndex, 'values' | 'terms'>,
  ontology: OntologyIndex,
  level: number,
): Cells {
  if (terms === null || values.kind !== 'texts') throw new NotInIndex('notIndexed');
  const topsOf = findTops(ontology, level);
  return gatheredLists(
    values.texts.map((text, code) => {
      const tops = topsOf(text).map(({ label }) => label);
      return tops.length > 0 ? tops : [terms.labels[code] ?? text];
    }),
  );
}

/** For a code the terms of the level that it lies within, itself where it is one. */
function findTops({ terms }: OntologyIndex, level: number): (code: string) => readonly Term[] {
  const byCode = new Map(terms.map((term) => [term.code, term]));
  const children = new Map<string, Term[]>();
  for (const term of terms)
    for (const parent of term.parents) children.set(parent, [...(children.get(parent) ?? []), term]);
  const seen = new Set<string>();
  let atLevel = terms.filter(({ isKnown, parents }) => isKnown && parents.length === 0);
  for (let steps = 1; steps < level; steps += 1) {
    for (const { code } of atLevel) seen.add(code);
    const below = new Set(atLevel.flatMap(({ code }) => children.get(code) ?? []));
    atLevel = [...below].filter(({ code }) => !seen.has(code));
  }
  const wanted = new Set(atLevel.map(({ code }) => code));
  const found = new Map<string, readonly Term[]>();
  const topsOf = (code: string): readonly Term[] => {
    const known = found.get(code);
    if (known !== undefined) return known;
    const term = byCode.get(code);
    const above = term?.parents.flatMap(topsOf) ?? [];
    const tops = [...new Set(term !== undefined && wanted.has(code) ? [term, ...above] : above)];
    found.set(code, tops);
    return tops;
  };
  return topsOf;
}
