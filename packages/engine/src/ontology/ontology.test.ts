import { describe, expect, it } from 'vitest';
import type { StatedTerm } from './ontology.ts';
import { resolveOntology } from './ontology.ts';

const term = (code: string, rest: Partial<StatedTerm> = {}): StatedTerm => ({
  code,
  label: `${code} label`,
  parents: [],
  synonyms: [],
  alternatives: [],
  isObsolete: false,
  replacedBy: null,
  ...rest,
});

function outcomeOf(terms: readonly StatedTerm[]) {
  const outcome = resolveOntology({ version: '1', terms });
  if (outcome.kind === 'cyclic') throw new Error(`cyclic: ${outcome.cycle.join(' ')}`);
  return outcome;
}

const resolved = (terms: readonly StatedTerm[]) => outcomeOf(terms).ontology;

function within(terms: readonly StatedTerm[], code: string): string[] {
  const ontology = resolved(terms);
  const found = ontology.terms.find((candidate) => candidate.code === code);
  return [...(found?.within ?? [])].flatMap((index) => ontology.terms[index]?.code ?? []).sort();
}

describe('an ontology', () => {
  const diamond = [
    term('bottom', { parents: ['left', 'right'] }),
    term('left', { parents: ['top'] }),
    term('right', { parents: ['top'] }),
    term('top'),
  ];

  it('places a term within itself and each ancestor once, however many paths lead there', () => {
    expect(within(diamond, 'bottom')).toEqual(['bottom', 'left', 'right', 'top']);
    expect(within(diamond, 'top')).toEqual(['top']);
  });

  it('calls a term without children a leaf', () => {
    expect(
      resolved(diamond)
        .terms.filter(({ isLeaf }) => isLeaf)
        .map(({ code }) => code),
    ).toEqual(['bottom']);
  });

  it('refuses a cycle and names its members only', () => {
    const outcome = resolveOntology({
      version: null,
      terms: [
        term('below', { parents: ['a'] }),
        term('a', { parents: ['b', 'top'] }),
        term('b', { parents: ['a'] }),
        term('top'),
      ],
    });
    expect(outcome).toEqual({ kind: 'cyclic', cycle: ['a', 'b'] });
  });

  it('refuses a term that is its own parent', () => {
    expect(resolveOntology({ version: null, terms: [term('a', { parents: ['a'] })] })).toEqual({
      kind: 'cyclic',
      cycle: ['a'],
    });
  });

  it('leads merged and replaced ids to the current code, over several replacements', () => {
    const ontology = resolved([
      term('new', { alternatives: ['merged'] }),
      term('old', { isObsolete: true, replacedBy: 'older' }),
      term('older', { isObsolete: true, replacedBy: 'new' }),
    ]);
    expect(Object.fromEntries(ontology.alternatives)).toEqual({ merged: 'new', old: 'new', older: 'new' });
    expect(ontology.terms.map(({ code }) => code)).toEqual(['new']);
  });

  it('keeps an obsolete id without a replacement out of the terms, but remembers it', () => {
    const ontology = resolved([
      term('gone', { isObsolete: true }),
      term('lost', { isObsolete: true, replacedBy: 'gone' }),
    ]);
    expect(ontology.terms).toEqual([]);
    expect([...ontology.obsolete]).toEqual(['gone', 'lost']);
  });

  it('survives ids that replace each other', () => {
    const ontology = resolved([
      term('a', { isObsolete: true, replacedBy: 'b' }),
      term('b', { isObsolete: true, replacedBy: 'a' }),
    ]);
    expect(ontology.alternatives.size).toBe(0);
  });

  it('never reads a current code as an alternative of another', () => {
    const ontology = resolved([term('a', { alternatives: ['b'] }), term('b')]);
    expect(ontology.alternatives.size).toBe(0);
  });

  it('leaves out parents that the file does not hold, and says so', () => {
    expect(within([term('a', { parents: ['elsewhere'] })], 'a')).toEqual(['a']);
    const { doubts } = outcomeOf([
      term('top'),
      term('gone', { isObsolete: true, parents: ['elsewhere'] }),
      term('a', { parents: ['gone', 'top', 'elsewhere'] }),
    ]);
    expect(doubts).toEqual([{ kind: 'unknownParent', statement: 'a is a elsewhere', term: 3 }]);
  });

  it('gives an id that several terms claim to the one with the lowest code, in any order, and says so', () => {
    const terms = [
      term('c', { alternatives: ['old'] }),
      term('b', { alternatives: ['old', 'other'] }),
      term('d', { isObsolete: true, replacedBy: 'b', alternatives: ['other'] }),
    ];
    for (const order of [terms, [...terms].reverse()]) {
      const { ontology, doubts } = outcomeOf(order);
      expect(Object.fromEntries(ontology.alternatives)).toEqual({ old: 'b', other: 'b', d: 'b' });
      expect(doubts).toMatchObject([{ kind: 'contestedAlternative', statement: 'old of b, c' }]);
    }
  });

  it('gives a replaced id to its own replacement, and says who else claims it', () => {
    const { ontology, doubts } = outcomeOf([
      term('a', { alternatives: ['old'] }),
      term('b'),
      term('old', { isObsolete: true, replacedBy: 'b' }),
    ]);
    expect(Object.fromEntries(ontology.alternatives)).toEqual({ old: 'b' });
    expect(doubts).toEqual([{ kind: 'contestedAlternative', statement: 'old of b, a', term: 1 }]);
  });

  it('joins what a file states twice of one code', () => {
    const ontology = resolved([
      term('a', { parents: ['top'] }),
      term('a', { synonyms: ['same'] }),
      term('top'),
    ]);
    expect(ontology.terms).toHaveLength(2);
    expect(ontology.terms[0]?.synonyms).toEqual(['same']);
    expect(ontology.terms[0]?.parents).toEqual([1]);
  });
});
