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

type Family = typeof families extends fc.Arbitrary<readonly (infer One)[]> ? One : never;
type Form = typeof forms extends fc.Arbitrary<infer One> ? One : never;

/** The lines of a family, and what is wanted of each: id, family, sex, parents, affected, relation, trio. */
function writtenFamily({ unknown: words, order, affected, sexes, phenotypes }: Family, index: number) {
  const word = words[Symbol.iterator]();
  const idOf = (name: Name): string => `${name}${index}`;
  const parent = (one: Name | null): string => (one === null ? String(word.next().value) : idOf(one));
  const proband = probandOf(order, affected);
  const isHere = (name: Name | null): boolean => name !== null && order.includes(name);
  const relationOf = (name: Name): string | null => {
    if (name === proband) return 'Proband';
    const isParent = proband !== undefined && parents[proband].includes(name);
    return isParent ? (name === 'dad' ? 'Father' : 'Mother') : null;
  };
  const isUnaffectedWord = /^(?:1|Unaffected)$/.test(phenotypes[1] ?? '');
  return order.map((name) => {
    const [father, mother] = parents[name];
    const sex = name === 'dad' ? 0 : name === 'kid' ? 2 : 1;
    const isAffected = affected.includes(name);
    return {
      line: [
        ...[`F${index}`, idOf(name), parent(father), parent(mother), sexes[sex] ?? ''],
        phenotypes[isAffected ? 0 : 1] ?? '',
      ],
      wanted: {
        individual_id: idOf(name),
        family_id: `F${index}`,
        sex: ['Male', 'Female', ''][sex],
        father_id: father === null ? '' : idOf(father),
        mother_id: mother === null ? '' : idOf(mother),
        affected: isAffected ? 'true' : isUnaffectedWord ? 'false' : '',
        relationship: relationOf(name),
        has_complete_trio: String(isHere(father) && isHere(mother)),
      },
    };
  });
}

const isNamed = ({ header, further }: Form): boolean =>
  header === 'named' || (header === 'comment' && further === 'columns');

function textOf(lines: readonly (readonly string[])[], form: Form): string {
  const { delimiter, header, further, lineEnd } = form;
  const names = ['FamilyID', 'IndividualID', 'PaternalID', 'MaternalID', 'Sex', 'Phenotype'];
  const rowOf = (cells: readonly string[], own: readonly string[]): string =>
    [...cells, ...(further === 'none' ? [] : own)].join(delimiter);
  return [
    '# made by a program',
    ...(isNamed(form) ? [`${header === 'comment' ? '#' : ''}${rowOf(names, ['Batch', 'Note'])}`] : []),
    ...lines.map((cells) => rowOf(cells, ['A', 'x'])),
    '',
  ].join(lineEnd);
}

const kin = /^(?:Proband|Father|Mother)$/;

it('families come as they are written, whatever word stands for an unknown parent (rule 10.22)', async () => {
  await fc.assert(
    fc.asyncProperty(families, forms, async (written, form) => {
      const members = written.flatMap(writtenFamily);
      const text = textOf(
        members.map(({ line }) => line),
        form,
      );
      const { rows, report } = await convertFiles('ped', { 'a.ped': text });
      const found = new Map((await rows('individual')).map((row) => [row['individual_id'], row]));
      expect(found.size).toBe(members.length);
      const hasBatch = isNamed(form) && form.further !== 'none';
      for (const { wanted } of members) {
        const row = found.get(wanted.individual_id);
        const relationship = row?.['relationship'] ?? '';
        expect({ ...row, relationship: kin.test(relationship) ? relationship : null }).toMatchObject(wanted);
        expect(row?.['ped_Batch']).toBe(hasBatch ? 'A' : undefined);
      }
      expect(report.leftOut.filter(({ thing }) => thing === 'cells').map(({ count }) => count)).toEqual(
        form.further === 'none' || isNamed(form) ? [] : [2 * members.length],
      );
    }),
    { numRuns: casesOr(100, { inGate: 25 }) },
  );
});
