import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TinyPackage } from '../../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../../testing/tinyWarehouse.ts';

const obo = `format-version: 1.2
data-version: 7

[Term]
id: H:1
name: heart

[Term]
id: H:2
name: septum
is_a: H:1
synonym: "wall" EXACT []

[Term]
id: H:3
name: hole
alt_id: H:30
is_a: H:2
is_a: H:1

[Term]
id: H:4
name: obsolete gap
is_obsolete: true
replaced_by: H:3

[Term]
id: H:5
name: obsolete thing
is_obsolete: true
`;

const withOntology = (file: string | Buffer, path = 'o/heart.obo', format = 'obo'): TinyPackage => ({
  tables: [
    {
      name: 'person',
      fields: [
        { name: 'id' },
        { name: 'code', atrium: { ontology: 'heart' } },
        { name: 'codes', type: 'list', atrium: { type: 'ontology', ontology: 'heart' } },
      ],
      schema: { primaryKey: 'id' },
      csv: 'id,code,codes\np1,H:3,\np2,H:30,"H:4,H:3"\np3,X:1,"X:2,H:5"\np4,,\n',
    },
  ],
  atrium: { ontologies: [{ id: 'heart', title: 'Heart', path, format }] },
  files: { [path]: file },
});

describe('an imported ontology', () => {
  it('has its terms, parents, ancestors, synonyms and alternatives', async () => {
    const { rows, warehouse } = await importTiny(withOntology(obo));
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.ontologies).toEqual([{ id: 'heart', number: 1, title: 'Heart', version: '7' }]);
    const terms = (await rows('_term_1')).map((term) => Object.values(term));
    expect(terms).toEqual([
      ['H:1', 'heart', true, false, 1],
      ['H:2', 'septum', true, false, 2],
      ['H:3', 'hole', true, true, 3],
      ['H:5', 'unmapped H:5', false, true, 4],
      ['X:1', 'unmapped X:1', false, true, 5],
      ['X:2', 'unmapped X:2', false, true, 6],
    ]);
    expect((await rows('_within_1')).map(({ ancestor, code }) => `${code} in ${ancestor}`)).toEqual([
      'H:1 in H:1',
      'H:2 in H:1',
      'H:3 in H:1',
      'H:2 in H:2',
      'H:3 in H:2',
      'H:3 in H:3',
    ]);
    expect((await rows('_parent_1')).map(({ parent, code }) => `${code} is a ${parent}`)).toEqual([
      'H:2 is a H:1',
      'H:3 is a H:1',
      'H:3 is a H:2',
    ]);
    expect(await rows('_synonym_1')).toEqual([{ code: 'H:2', synonym: 'wall' }]);
    expect(await rows('_alternative_1')).toEqual([
      { alternative: 'H:30', code: 'H:3' },
      { alternative: 'H:4', code: 'H:3' },
    ]);
  });

  it('replaces merged codes of the data by the current one and keeps unknown codes; null is not unknown', async () => {
    const { column, rows, report } = await importTiny(withOntology(obo));
    expect(await column('person', 'code')).toEqual(['H:3', 'H:3', 'X:1', null]);
    expect(await rows('_values_3')).toEqual([
      { _row: 2, value: 'H:3' },
      { _row: 3, value: 'H:5' },
      { _row: 3, value: 'X:2' },
    ]);
    expect(inShort(report.problems)).toEqual([
      'person.code unknownTerm 1: person.csv:4 X:1',
      'person.codes unknownTerm 1: person.csv:4 X:2',
      'person.codes obsoleteTerm 1: person.csv:4 H:5',
    ]);
  });

  it('may be gzipped', { tags: 'long' }, async () => {
    const { report } = await importTiny(withOntology(gzipSync(obo), 'heart.obo.gz'));
    expect(report.dictionary.ontologies).toEqual([{ id: 'heart', terms: 3 }]);
  });

  it('may be OBO Graphs, gzipped', { tags: 'long' }, async () => {
    const id = (code: string): string => `http://purl.obolibrary.org/obo/H_${code}`;
    const graph = {
      nodes: ['1', '2', '3'].map((code) => ({ id: id(code), lbl: code, type: 'CLASS' })),
      edges: [{ sub: id('3'), pred: 'is_a', obj: id('2') }],
    };
    const { rows } = await importTiny(
      withOntology(gzipSync(JSON.stringify({ graphs: [graph] })), 'heart.json.gz', 'obographs'),
    );
    expect((await rows('_within_1')).map(({ ancestor, code }) => `${code} in ${ancestor}`)).toEqual([
      'H:1 in H:1',
      'H:2 in H:2',
      'H:3 in H:2',
      'H:3 in H:3',
    ]);
  });

  it('may stand in the descriptor, and texts may stand for its codes, as in an export', {
    tags: 'long',
  }, async () => {
    const codes = [
      { text: 'hole', code: 'H:3' },
      { text: 'unmapped X:1', code: 'X:1' },
    ];
    const { column, rows, warehouse, report } = await importTiny({
      tables: [
        {
          name: 'person',
          fields: [
            { name: 'id' },
            { name: 'code', atrium: { ontology: 'heart', codes } },
            { name: 'codes', type: 'list', atrium: { type: 'ontology', ontology: 'heart', codes } },
          ],
          schema: { primaryKey: 'id' },
          csv: 'id,code,codes\np1,hole,"hole,H:1"\np2,unmapped X:1,\np3,wall,\n',
        },
      ],
      atrium: {
        ontologies: [
          {
            id: 'heart',
            title: 'Heart',
            version: '7',
            terms: [
              { code: 'H:1', label: 'heart' },
              { code: 'H:3', label: 'hole', parents: ['H:1'] },
            ],
          },
        ],
      },
    });
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.ontologies).toEqual([{ id: 'heart', number: 1, title: 'Heart', version: '7' }]);
    expect(await column('person', 'code')).toEqual(['H:3', 'X:1', 'wall']);
    expect(await rows('_values_3')).toEqual([
      { _row: 1, value: 'H:1' },
      { _row: 1, value: 'H:3' },
    ]);
    expect((await rows('_term_1')).map((term) => Object.values(term))).toEqual([
      ['H:1', 'heart', true, false, 1],
      ['H:3', 'hole', true, true, 2],
      ['X:1', 'unmapped X:1', false, true, 3],
      ['wall', 'unmapped wall', false, true, 4],
    ]);
    expect(inShort(report.problems)).toEqual([
      'person.code unknownTerm 2: person.csv:3 X:1; person.csv:4 wall',
    ]);
  });

  it('in the descriptor is refused with a cycle', async () => {
    const terms = [
      { code: 'A', label: 'a', parents: ['B'] },
      { code: 'B', label: 'b', parents: ['A'] },
    ];
    const { tables } = withOntology(obo);
    expect(await refusalOf({ tables, atrium: { ontologies: [{ id: 'heart', terms }] } })).toEqual([
      'the descriptor: the ontology heart has a cycle: A is a B is a A',
    ]);
  });

  it('is refused with a cycle, whose terms are named', async () => {
    const cyclic = obo.replace('name: heart', 'name: heart\nis_a: H:3');
    expect(await refusalOf(withOntology(cyclic))).toEqual([
      'o/heart.obo: the ontology heart has a cycle: H:1 is a H:3 is a H:2 is a H:1',
    ]);
  });

  it('is refused where it ends within a term or a line, as a file does that was cut', async () => {
    const refused = async (cut: string) => (await refusalOf(withOntology(cut)))[0];
    const end = (from: string): number => obo.indexOf(from) + from.length;
    expect(await refused(obo.slice(0, end('[Term]\nid: H:2\n')))).toBe(
      'o/heart.obo: cannot be read as obo (it ends within the term H:2, which has no name)',
    );
    expect(await refused(obo.slice(0, obo.indexOf('id: H:2')))).toBe(
      'o/heart.obo: cannot be read as obo (it ends within a term, which has no id)',
    );
    expect(await refused(obo.slice(0, end('name: sept')))).toBe(
      'o/heart.obo: cannot be read as obo (its last line has no line break, so it may have been cut)',
    );
    expect((await importTiny(withOntology(obo.slice(0, end('name: heart\n'))))).report.subjects).toBe(4);
  });

  it('is refused with a term that has no id, as one with a damaged line', async () => {
    expect(await refusalOf(withOntology(obo.replace('id: H:2', 'ie: H:2')))).toEqual([
      'o/heart.obo: cannot be read as obo (one of its terms has no id)',
    ]);
  });

  it('is reported with parents that it does not hold and ids that several terms claim', {
    tags: 'long',
  }, async () => {
    const doubtful = `${obo}
[Term]
id: H:0
name: early
alt_id: H:30
is_a: H:77
is_a: H:5
`;
    const { report, column } = await importTiny(withOntology(doubtful));
    expect(inShort(report.problems).slice(0, 2)).toEqual([
      'heart.* unknownParent 1: o/heart.obo:6 H:0 is a H:77',
      'heart.* contestedAlternative 1: o/heart.obo:3 H:30 of H:0, H:3',
    ]);
    expect(await column('person', 'code')).toEqual(['H:3', 'H:0', 'X:1', null]);
  });

  it('is refused when it is not in the stated format', async () => {
    expect(await refusalOf(withOntology('{}'))).toEqual([
      'o/heart.obo: the ontology heart has no terms; is its format obo?',
    ]);
    const [problem] = await refusalOf(withOntology(obo, 'heart.json', 'obographs'));
    expect(problem).toContain('heart.json: cannot be read as obographs');
  });
});
