import { describe, expect, it } from 'vitest';
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
