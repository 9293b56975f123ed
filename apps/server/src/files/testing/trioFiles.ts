import type { CataloguedFile, Person } from './filesPackage.ts';

const person = (id: string, role: Person['role'], sex: Person['sex']): Person => ({
  id,
  family: 'F1',
  role,
  sex,
  isShared: true,
  weight: 10,
});
/** A child and its parents. */
export const people = [
  person('P1', 'Proband', 'Female'),
  person('P2', 'Mother', 'Female'),
  person('P3', 'Father', 'Male'),
];

const genome: CataloguedFile = {
  id: 'G1',
  name: 'one.cram',
  size: 31_250_000_000,
  category: 'data',
  source: 'Local',
  dataType: 'Sequence',
  experiment: 'WGS',
  format: 'CRAM',
  subjects: ['P1'],
  access: null,
};
/** Files of each category, source and kind of access. */
export const files: readonly CataloguedFile[] = [
  genome,
  { ...genome, id: 'G3', name: 'three.cram', subjects: ['P3'], size: 2 },
  { ...genome, id: 'S1', source: 'Sequencing', size: 4 },
  {
    ...genome,
    id: 'T1',
    name: 'trio.vcf',
    dataType: 'Variants',
    format: 'VCF',
    subjects: ['P1', 'P2', 'P3'],
    size: 8,
  },
  { ...genome, id: 'A1', name: 'all.tsv', category: 'analysis', subjects: [], size: 16 },
  {
    ...genome,
    id: 'N1',
    name: 'note.txt',
    category: 'clinical',
    experiment: 'Notes',
    access: 'phi',
    size: 32,
  },
];
