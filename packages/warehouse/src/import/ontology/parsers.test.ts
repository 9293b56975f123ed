import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { createOboParser } from './parseObo.ts';
import { parseOboGraphs } from './parseOboGraphs.ts';

function parseObo(text: string) {
  const parser = createOboParser();
  text.split('\n').forEach(parser.line);
  return parser.finish();
}

const term = {
  label: null,
  parents: [],
  synonyms: [],
  alternatives: [],
  isObsolete: false,
  replacedBy: null,
};

describe('an OBO file', () => {
  it('gives terms with all that the portal uses', () => {
    const document = parseObo(`format-version: 1.4
data-version: releases/2026-01-08

[Term]
id: A:1 ! the first
name: first \\"one\\" {source="x"}
alt_id: A:9
synonym: "the \\"first\\"" EXACT layperson [A:2]
synonym: "primus" RELATED []
is_a: A:2 {is_inferred="true"} ! second
is_a: A:3
relationship: part_of A:4

[Typedef]
id: part_of
name: part of

[Term]
id: A:2
name: obsolete second
is_obsolete: true
replaced_by: A:3
! a comment
`);
    expect(document).toEqual({
      version: 'releases/2026-01-08',
      terms: [
        {
          ...term,
          code: 'A:1',
          label: 'first "one" {source="x"}',
          parents: ['A:2', 'A:3'],
          synonyms: ['the "first"', 'primus'],
          alternatives: ['A:9'],
        },
        { ...term, code: 'A:2', label: 'obsolete second', isObsolete: true, replacedBy: 'A:3' },
      ],
    });
  });

  it('may have Windows line ends and tags in any order', () => {
    const document = parseObo('[Term]\r\nid: 42\r\nis_a: 7\r\nname: Visit (outpatient)\r\n');
    expect(document.terms).toEqual([{ ...term, code: '42', label: 'Visit (outpatient)', parents: ['7'] }]);
  });
});

describe('what an OBO file may hold', () => {
  it('a ! in the quotes of a modifier is no comment, and behind them it is one', () => {
    const document = parseObo(
      [
        '[Term]',
        'id: A:1 {comment="see ! there"} ! first',
        'name: one {source="a ! b"} ! two',
        'is_a: A:2 {source="x ! {y}", xref="z"} ! parent',
        'is_a: A:3 {source="an \\" ! open quote"} ! other',
        'alt_id: A:4 ! old',
        'replaced_by: A:5 {note="!"}',
        '',
      ].join('\n'),
    );
    expect(document.terms).toEqual([
      {
        ...term,
        code: 'A:1',
        label: 'one {source="a ! b"}',
        parents: ['A:2', 'A:3'],
        alternatives: ['A:4'],
        replacedBy: 'A:5',
      },
    ]);
  });

  it('an obsolete term without a name is taken, wherever it stands, and a cut term is refused still', () => {
    const nameless = '[Term]\nid: A:9\nis_obsolete: true\n';
    const named = '[Term]\nid: A:1\nname: one\n';
    for (const text of [nameless + named, named + nameless])
      expect(parseObo(text).terms.filter(({ isObsolete }) => isObsolete)).toEqual([
        { ...term, code: 'A:9', isObsolete: true },
      ]);
    expect(() => parseObo(`${nameless}${named}[Term]\nid: A:2\n`)).toThrow('it ends within the term A:2');
  });
});

/** Parts of names and synonyms, as they are written and as they are read. */
const words = fc
  .array(
    fc.constantFrom<readonly [written: string, read: string]>(
      ['atrial', 'atrial'],
      ['say \\"no\\"', 'say "no"'],
      ['so\\!', 'so!'],
      ['5\\:1\\, or', '5:1, or'],
      ['a\\Wb', 'a b'],
      ['back\\\\slash', 'back\\slash'],
      ['wow!', 'wow!'],
      ['(grade 2)', '(grade 2)'],
      ['Fußödem', 'Fußödem'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => ({
    written: parts.map(([written]) => written).join(' '),
    read: parts.map(([, read]) => read).join(' '),
  }));
const modifier = fc.constantFrom(
  '',
  ' {source="A:1"}',
  ' {source="a ! b", xref="c {d} e"}',
  ' {comment="an \\" ! open quote"}',
);
const comment = fc.constantFrom('', ' ! a comment', ' ! with "quotes" and {braces}', '\t! after a tab');
const statedTerms = fc.array(
  fc.record({
    name: fc.option(words, { nil: null, freq: 4 }),
    synonyms: fc.array(words, { maxLength: 2 }),
    parents: fc.array(fc.tuple(fc.nat(9), modifier, comment), { maxLength: 2 }),
    alternatives: fc.array(fc.tuple(fc.nat(9), comment), { maxLength: 2 }),
    replacedBy: fc.option(fc.tuple(fc.nat(9), modifier, comment), { nil: null }),
    nameComment: comment,
    other: fc.constantFrom(
      'xref: UMLS:C1 "about ! it" {source="x ! y"}',
      'property_value: http://x.org/a "some: text ! here" xsd:string',
      'def: "What it is ! or not. [see]" [A:1, B:2 "x"]',
      'relationship: part_of A:5 ! whole',
      'intersection_of: A:6',
      'comment: is_a: A:9',
      'created_by: someone',
      '! is_a: A:9',
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

it('terms are read as they are written, whatever quotes, escapes, comments and modifiers hold', () => {
  fc.assert(
    fc.property(statedTerms, fc.constantFrom('\n', '\r\n'), (terms, lineEnd) => {
      const lines = terms.flatMap((one, index) => [
        ...['[Term]', `id: A:${index}`, one.other],
        // A term without a name is an obsolete one.
        ...(one.name === null
          ? ['is_obsolete: true ! gone']
          : [`name: ${one.name.written}${one.nameComment}`]),
        ...one.synonyms.map(
          ({ written }) => `synonym: "${written} ! x" EXACT layperson [A:1 "a ! b"] {y="!"}`,
        ),
        ...one.parents.map(([code, more, behind]) => `is_a: A:${code}${more}${behind}`),
        ...one.alternatives.map(([code, behind]) => `alt_id: A:${code}${behind}`),
        ...(one.replacedBy === null ? [] : [`replaced_by: A:${one.replacedBy.join('')}`]),
        '',
      ]);
      const typedef = ['[Typedef]', 'id: part_of', 'name: part of', 'is_a: A:1', ''];
      const parser = createOboParser();
      for (const line of ['format-version: 1.4', 'remark: a ! b', '', ...lines, ...typedef]
        .join(lineEnd)
        .split('\n'))
        parser.line(line);
      expect(parser.finish().terms).toEqual(
        terms.map((one, index) => ({
          code: `A:${index}`,
          label: one.name === null ? null : one.name.read,
          parents: one.parents.map(([code]) => `A:${code}`),
          synonyms: one.synonyms.map(({ read }) => `${read} ! x`),
          alternatives: one.alternatives.map(([code]) => `A:${code}`),
          isObsolete: one.name === null,
          replacedBy: one.replacedBy === null ? null : `A:${one.replacedBy[0]}`,
        })),
      );
    }),
    { numRuns: casesOr(300) },
  );
});

describe('an OBO Graphs file', () => {
  const obo = (id: string): string => `http://purl.obolibrary.org/obo/${id}`;

  it('gives classes with a label, and nothing else', () => {
    const document = parseOboGraphs({
      graphs: [
        {
          id: obo('hp.json'),
          meta: { version: obo('hp/releases/2026-01-08/hp.json') },
          nodes: [
            {
              id: obo('HP_0000001'),
              lbl: 'All',
              type: 'CLASS',
              meta: {
                synonyms: [{ pred: 'hasExactSynonym', val: 'everything' }],
                basicPropertyValues: [
                  {
                    pred: 'http://www.geneontology.org/formats/oboInOwl#hasAlternativeId',
                    val: 'HP:0000009',
                  },
                  { pred: 'http://purl.org/dc/terms/creator', val: 'someone' },
                ],
              },
            },
            { id: obo('HP_0000002'), lbl: 'below', type: 'CLASS' },
            {
              id: obo('HP_0000003'),
              lbl: 'obsolete one',
              type: 'CLASS',
              meta: {
                deprecated: true,
                basicPropertyValues: [{ pred: obo('IAO_0100001'), val: obo('HP_0000002') }],
              },
            },
            { id: obo('BFO_0000050'), lbl: 'part of', type: 'PROPERTY' },
            { id: obo('RO_0002200'), lbl: 'has phenotype' },
            { id: obo('HP_0000004'), type: 'CLASS' },
          ],
          edges: [
            { sub: obo('HP_0000002'), pred: 'is_a', obj: obo('HP_0000001') },
            { sub: obo('HP_0000002'), pred: obo('BFO_0000050'), obj: obo('HP_0000003') },
          ],
        },
      ],
    });
    expect(document).toEqual({
      version: '2026-01-08',
      terms: [
        { ...term, code: 'HP:0000001', label: 'All', synonyms: ['everything'], alternatives: ['HP:0000009'] },
        { ...term, code: 'HP:0000002', label: 'below', parents: ['HP:0000001'] },
        { ...term, code: 'HP:0000003', label: 'obsolete one', isObsolete: true, replacedBy: 'HP:0000002' },
      ],
    });
  });

  it('may leave out types and use short ids', () => {
    const document = parseOboGraphs({
      graphs: [
        { nodes: [{ id: 'MONDO:1', lbl: 'one' }], edges: [{ sub: 'MONDO:1', pred: 'is_a', obj: 'MONDO:2' }] },
      ],
    });
    expect(document).toEqual({
      version: null,
      terms: [{ ...term, code: 'MONDO:1', label: 'one', parents: ['MONDO:2'] }],
    });
  });
});
