import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { conversionRefusal, convertFiles } from '../../testing/convertFiles.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

it('writes families with their relations, sexes, affected members and complete trios, and the import takes them', async () => {
  const { folder, report, rows } = await convertFiles('ped', {
    'a.ped': lines(
      '# a comment',
      'F1 dad 0 0 1 1',
      'F1 mum gran 0 2 1',
      'F1\tkid\tdad\tmum\t2\t2',
      'F1 sis dad mum 2 1',
      'F1 half dad other 0 0',
      'F2 solo 0 0 1 2',
      'F1 baby 0 kid 1 0',
    ),
  });
  const shown = (await rows('individual')).map((row) =>
    [
      row['individual_id'],
      row['family_id'],
      row['relationship'],
      row['sex'],
      row['affected'],
      row['has_complete_trio'],
    ].join(' '),
  );
  expect(shown).toEqual([
    'dad F1 Father Male false false',
    'mum F1 Mother Female false false',
    'kid F1 Proband Female true true',
    'sis F1 Sibling Female false true',
    'half F1 Half-sibling   false',
    'baby F1 Child Male  false',
    'solo F2 Proband Male true false',
  ]);
  expect(report.counted).toEqual([{ thing: 'individuals', read: 7, written: 7, leftOut: 0 }]);
  expect(report.leftOut).toEqual([
    {
      thing: 'parents',
      reason: 'are named but have no line; their names stay in father_id and mother_id',
      count: 2,
      examples: [],
    },
  ]);
  const imported = await importTiny({ tables: [] }, { packagePath: folder });
  expect(imported.report.problems).toEqual([]);
  expect(imported.report.subjects).toBe(7);
});

it('takes a header with further columns, and measured phenotypes', async () => {
  const { rows, descriptor } = await convertFiles('ped', {
    'a.ped': lines(
      '#FamilyID\tIndividualID\tPaternalID\tMaternalID\tSex\tPhenotype\tBatch 1',
      'F\tA\t0\t0\t1\t2.5\tx y',
      'F\tB\tA\t0\t2\t-9\t',
    ),
  });
  expect(await rows('individual')).toMatchObject([
    { individual_id: 'A', phenotype: '2.5', affected: '', 'ped_Batch 1': 'x y' },
    { individual_id: 'B', phenotype: '', relationship: 'Proband' },
  ]);
  expect(descriptor.atrium?.defaultColumns).toEqual(['individual_id', 'family_id', 'relationship', 'sex']);
});

it('families that share names of individuals get ids with the family', async () => {
  const { rows, report } = await convertFiles('ped', {
    'a.fam': lines('F A 0 0 1 1', 'G A 0 0 1 1 A C G T'),
  });
  expect((await rows('individual')).map((row) => row['individual_id'])).toEqual(['F:A', 'G:A']);
  expect(report.notes.join()).toContain('Families share names');
  expect(report.leftOut).toMatchObject([{ thing: 'cells', count: 4 }]);
});

it.each([
  [
    'too few columns',
    'F A 0 0 1',
    'x.ped:1: has 5 columns; family, individual, father, mother, sex and phenotype are needed',
  ],
  ['no individual', 'F 0 0 0 1 1', 'x.ped:1: individual: is missing'],
  ['an individual of an unknown name', 'F NA 0 0 1 1', 'x.ped:1: individual: is missing'],
  [
    'an unknown family, which would make relatives of strangers',
    '. A 0 0 1 1',
    'x.ped:1: family: is missing',
  ],
  ['a sex that is none', 'F A 0 0 7 1', 'x.ped:1: sex: "7" is none of 1 (male), 2 (female) and 0 (unknown)'],
  [
    'a phenotype that is none',
    'F A 0 0 1 ill',
    'x.ped:1: phenotype: "ill" is none of 1 (unaffected), 2 (affected) and 0 (unknown), and no number',
  ],
  [
    'a phenotype that is no numeral',
    'F A 0 0 1 0x10',
    'x.ped:1: phenotype: "0x10" is none of 1 (unaffected), 2 (affected) and 0 (unknown), and no number',
  ],
  [
    'a person twice',
    lines('F A 0 0 1 1', 'F A 0 0 1 1'),
    'x.ped:2: individual "A" stands in x.ped:1 already',
  ],
  ['a female father', lines('F A B 0 1 1', 'F B 0 0 2 1'), 'x.ped:1: father: "B" is female in x.ped:2'],
  ['one parent for both', 'F A B B 1 1', 'x.ped:1: father and mother are both "B"'],
  [
    'a circle',
    lines('F A B 0 1 1', 'F B A 0 1 1'),
    'x.ped:1: individual "A" descends from themselves, or from somebody who does',
  ],
  ['no line at all', '# nothing', 'There is no individual here.'],
])('refuses %s by line and column', async (_, content, sentence) => {
  expect(await conversionRefusal('ped', { 'x.ped': content })).toEqual([sentence]);
});

it.each(['0', '.', 'NA', 'na', 'None', 'none', '-9', 'N/A', 'Unknown', 'unk', '?', '-', 'null'])(
  'a parent %s is not known, so that the mother is not the proband',
  async (unknown) => {
    const { rows, report } = await convertFiles('ped', {
      'x.ped': lines(
        `F mum ${unknown} ${unknown} 2 2`,
        `F dad ${unknown} ${unknown} 1 1`,
        'F kid dad mum 1 2',
      ),
    });
    const relations = (await rows('individual')).map(
      (row) => `${row['individual_id']} ${row['relationship']}`,
    );
    expect(relations).toEqual(['mum Mother', 'dad Father', 'kid Proband']);
    expect(report.leftOut).toEqual([]);
  },
);

it('a parent with a line makes a proband before one who is only named', async () => {
  const { rows } = await convertFiles('ped', {
    'x.ped': lines('F mum nobody nobody2 2 2', 'F dad 0 0 1 1', 'F kid dad mum 1 2'),
  });
  expect((await rows('individual')).map((row) => row['relationship'])).toEqual([
    'Mother',
    'Father',
    'Proband',
  ]);
});

/** A family in which only earlier members can be parents, so that nobody descends from themselves. */
const family = fc.array(
  fc.record({
    sex: fc.constantFrom('1', '2', '0'),
    phenotype: fc.constantFrom('0', '1', '2', '-9'),
    father: fc.nat(20),
    mother: fc.nat(20),
    isFounder: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

it('keeps every member of random families, with the counts that a plain look at the lines finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(family, { minLength: 1, maxLength: 4 }), async (families) => {
      const written = families.flatMap((members, number) => {
        const men = members.map((one, index) => ({ ...one, index })).filter(({ sex }) => sex === '1');
        const women = members.map((one, index) => ({ ...one, index })).filter(({ sex }) => sex === '2');
        return members.map((one, index) => {
          const before = (list: readonly { readonly index: number }[], pick: number): string => {
            const earlier = list.filter((parent) => parent.index < index);
            if (one.isFounder || earlier.length === 0) return pick % 5 === 0 ? `gone${pick}` : '0';
            return `p${earlier[pick % earlier.length]?.index}`;
          };
          return [
            `F${number}`,
            `p${index}`,
            before(men, one.father),
            before(women, one.mother + 100),
            one.sex,
            one.phenotype,
          ];
        });
      });
      const { rows } = await convertFiles('ped', {
        'x.ped': lines(...written.map((cells) => cells.join(' '))),
      });
      const found = await rows('individual');
      const count = (test: (row: Readonly<Record<string, string>>) => boolean) => found.filter(test).length;
      expect(found.length).toBe(written.length);
      expect(count((row) => row['sex'] === 'Male')).toBe(
        written.filter(([, , , , sex]) => sex === '1').length,
      );
      expect(count((row) => row['affected'] === 'true')).toBe(
        written.filter((cells) => cells[5] === '2').length,
      );
      const has = (name: string, kin: string) =>
        written.some(([one, person]) => one === name && person === kin);
      expect(count((row) => row['has_complete_trio'] === 'true')).toBe(
        written.filter(([name = '', , father = '', mother = '']) => has(name, father) && has(name, mother))
          .length,
      );
      for (const number of families.keys())
        expect(count((row) => row['family_id'] === `F${number}` && row['relationship'] === 'Proband')).toBe(
          1,
        );
    }),
    { numRuns: casesOr(15, { inGate: 5 }) },
  );
});
