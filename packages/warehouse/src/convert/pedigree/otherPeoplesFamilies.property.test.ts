import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { convertFiles } from '../../testing/convertFiles.ts';

const unknown = [
  '0',
  '.',
  '-',
  '--',
  '-9',
  '-99',
  '?',
  '*',
  'NA',
  'na',
  'N/A',
  '#N/A',
  'NaN',
  'None',
  'NONE',
  'null',
];
const unknownWords = [...unknown, 'Nil', 'unknown', 'UNK', 'missing', 'founder'];

/** A trio, a brother or sister of the child, and a grandmother, in any order and with any of them left out. */
const families = fc.array(
  fc.record({
    unknown: fc.infiniteStream(fc.constantFrom(...unknownWords)),
    order: fc.shuffledSubarray(['kid', 'dad', 'mum', 'sib', 'gran'] as const, { minLength: 1 }),
    affected: fc.subarray(['kid', 'dad', 'mum', 'sib', 'gran'] as const),
    sexes: fc.constantFrom(
      ['1', '2', '0'],
      ['M', 'F', 'unknown'],
      ['male', 'FEMALE', 'other'],
      ['m', 'f', '.'],
    ),
    phenotypes: fc.constantFrom(['2', '1'], ['affected', 'Unaffected'], ['2', '-9'], ['2', 'NA']),
  }),
  { minLength: 1, maxLength: 4 },
);
const forms = fc.record({
  delimiter: fc.constantFrom('\t', ' ', '   ', ' \t'),
  header: fc.constantFrom('none', 'named', 'comment'),
  further: fc.constantFrom('none', 'genotypes', 'columns'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});

type Name = 'kid' | 'dad' | 'mum' | 'sib' | 'gran';
const parents: Readonly<Record<Name, readonly [father: Name | null, mother: Name | null]>> = {
  kid: ['dad', 'mum'],
  sib: ['dad', 'mum'],
  mum: [null, 'gran'],
  dad: [null, null],
  gran: [null, null],
};

/** The proband as rule 10.22 has it: the first of the best kind. */
function probandOf(order: readonly Name[], affected: readonly Name[]): Name | undefined {
  const hasParent = (name: Name): boolean => parents[name].some((parent) => parent !== null);
  const hasParentHere = (name: Name): boolean =>
    parents[name].some((parent) => parent !== null && order.includes(parent));
  const isAffected = (name: Name): boolean => affected.includes(name);
  const kinds: readonly ((name: Name) => boolean)[] = [
    (name) => isAffected(name) && hasParentHere(name),
    (name) => isAffected(name) && hasParent(name),
    hasParentHere,
    hasParent,
    isAffected,
    () => true,
  ];
  return kinds.map((kind) => order.find(kind)).find((name) => name !== undefined);
}

it('families come as they are written, whatever word stands for an unknown parent (rule 10.22)', async () => {
  await fc.assert(
    fc.asyncProperty(families, forms, async (written, { delimiter, header, further, lineEnd }) => {
      const lines: string[][] = [];
      const wanted: (string | undefined)[][] = [];
      for (const [index, { unknown: words, order, affected, sexes, phenotypes }] of written.entries()) {
        const word = words[Symbol.iterator]();
        const idOf = (name: Name): string => `${name}${index}`;
        const proband = probandOf(order, affected);
        for (const name of order) {
          const [father, mother] = parents[name];
          const sex = name === 'dad' ? 0 : name === 'kid' ? 2 : 1;
          const parent = (one: Name | null): string => (one === null ? String(word.next().value) : idOf(one));
          lines.push([
            ...[`F${index}`, idOf(name), parent(father), parent(mother), sexes[sex] ?? ''],
            phenotypes[affected.includes(name) ? 0 : 1] ?? '',
            ...(further === 'none' ? [] : ['A', 'x']),
          ]);
          const isKin = proband !== undefined && parents[proband].includes(name);
          wanted.push([
            ...[idOf(name), `F${index}`, ['Male', 'Female', ''][sex]],
            father === null ? '' : idOf(father),
            mother === null ? '' : idOf(mother),
            String(affected.includes(name)).replace(
              'false',
              phenotypes[1] === '1' || phenotypes[1] === 'Unaffected' ? 'false' : '',
            ),
            name === proband ? 'Proband' : isKin ? (name === 'dad' ? 'Father' : 'Mother') : undefined,
            String(father !== null && mother !== null && order.includes(father) && order.includes(mother)),
          ]);
        }
      }
      const names = ['FamilyID', 'IndividualID', 'PaternalID', 'MaternalID', 'Sex', 'Phenotype'];
      const own = further === 'none' ? [] : ['Batch', 'Note'];
      const isNamed = header === 'named' || (header === 'comment' && further === 'columns');
      const text = [
        '# made by a program',
        ...(isNamed ? [`${header === 'comment' ? '#' : ''}${[...names, ...own].join(delimiter)}`] : []),
        ...lines.map((cells) => cells.join(delimiter)),
        '',
      ].join(lineEnd);
      const { rows, report } = await convertFiles('ped', { 'a.ped': text });
      const found = (await rows('individual')).map((row) =>
        [
          ...['individual_id', 'family_id', 'sex', 'father_id', 'mother_id', 'affected', 'relationship'],
          'has_complete_trio',
        ].map((column) => row[column] ?? ''),
      );
      const sorted = (all: readonly (readonly (string | undefined)[])[]) =>
        [...all].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
      const shown = sorted(found).map((cells, at) =>
        sorted(wanted)[at]?.[6] === undefined && !/^(?:Proband|Father|Mother)$/.test(cells[6] ?? '')
          ? cells.with(6, '')
          : cells,
      );
      expect(shown).toEqual(sorted(wanted).map((cells) => cells.map((cell) => cell ?? '')));
      const named = isNamed && further !== 'none';
      expect((await rows('individual')).every((row) => row['ped_Batch'] === (named ? 'A' : undefined))).toBe(
        true,
      );
      expect(report.leftOut.filter(({ thing }) => thing === 'cells').map(({ count }) => count)).toEqual(
        further === 'none' || isNamed ? [] : [2 * lines.length],
      );
    }),
    { numRuns: casesOr(100, { inGate: 25 }) },
  );
});
