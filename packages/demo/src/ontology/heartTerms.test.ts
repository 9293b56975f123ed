import { describe, expect, it } from 'vitest';
import { codeOf, heartOntology, heartTerms, type Term, termNamed, termOf } from './heartTerms.ts';

const root = 'congenital heart disease';
const living = heartTerms.filter((term) => term.replacedBy === null);

function ancestors(term: Term): Set<string> {
  const found = new Set<string>();
  const pending = [...term.parents];
  for (let code = pending.pop(); code !== undefined; code = pending.pop()) {
    if (code === term.code) throw new Error(`${term.name} is its own ancestor`);
    if (found.has(code)) continue;
    found.add(code);
    pending.push(...termOf(code).parents);
  }
  return found;
}

describe('the heart lesion ontology', () => {
  it('has between 140 and 190 terms with unique names and codes, former codes included', () => {
    expect(heartTerms.length).toBeGreaterThan(140);
    expect(heartTerms.length).toBeLessThan(190);
    expect(new Set(heartTerms.map((term) => term.name)).size).toBe(heartTerms.length);
    const codes = heartTerms.flatMap((term) => [term.code, ...term.formerCodes]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('leads every living term to one root without a cycle', () => {
    const roots = living.filter((term) => term.parents.length === 0).map((term) => term.name);
    expect(roots).toEqual([root]);
    for (const term of living) {
      if (term.name !== root) expect(ancestors(term), term.name).toContain(codeOf(root));
    }
  });

  it('does not repeat as a parent what another parent already implies', () => {
    for (const term of living) {
      const implied = term.parents.flatMap((parent) => [...ancestors(termOf(parent))]);
      expect(
        term.parents.filter((parent) => implied.includes(parent)),
        term.name,
      ).toEqual([]);
    }
  });

  it('gives a lesion two parents where the anatomy needs it', () => {
    expect(termNamed('tetralogy of Fallot').parents).toEqual([
      codeOf('conotruncal defect'),
      codeOf('right ventricular outflow tract obstruction'),
    ]);
    expect(termNamed('doubly committed ventricular septal defect').parents).toContain(
      codeOf('conotruncal defect'),
    );
    expect(living.filter((term) => term.parents.length > 1).length).toBeGreaterThan(30);
  });

  it('uses an exact synonym for one living term only', () => {
    const synonyms = living.flatMap((term) => [term.name, ...term.exact]);
    expect(synonyms.filter((synonym, index) => synonyms.indexOf(synonym) !== index)).toEqual([]);
  });

  it('writes obsolete terms with a living replacement and no parents', () => {
    const obsolete = heartTerms.filter((term) => term.replacedBy !== null);
    expect(obsolete).toHaveLength(2);
    for (const term of obsolete) {
      expect(term.parents).toEqual([]);
      expect(termOf(term.replacedBy ?? '').replacedBy).toBeNull();
    }
  });
});

describe('the OBO document', () => {
  it('has one stanza a term with synonyms, former codes and parents, which are named as they are', () => {
    const text = heartOntology;
    for (const [, code = '', name] of text.matchAll(/^is_a: (\S+) ! (.*)$/gm))
      expect(termOf(code).name).toBe(name);
    expect(heartTerms.map(({ code }) => code)).toEqual(heartTerms.map(({ code }) => code).toSorted());
    expect(text.match(/^\[Term\]$/gm)).toHaveLength(heartTerms.length);
    expect(text).toContain(
      [`id: ${codeOf('tetralogy of Fallot')}`, 'name: tetralogy of Fallot', 'alt_id: CHDO:0000903'].join(
        '\n',
      ),
    );
    expect(text).toContain('synonym: "TOF" EXACT []');
    expect(text).toContain('is_a: CHDO:0000003 ! conotruncal defect');
    expect(text).toContain('is_obsolete: true\nreplaced_by: CHDO:0000041');
  });
});
