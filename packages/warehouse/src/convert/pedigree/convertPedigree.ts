import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { PackageRefused } from '../../package/packageErrors.ts';
import type { ConversionJob, Importer } from '../conversion.ts';
import { type InputFile, plainNameOf } from '../inputFiles.ts';
import type { WrittenRow } from '../packageWriter.ts';
import { type Pedigree, type PedPerson, parsePed } from './parsePed.ts';
import { faultsOfFamily, type Related, relateFamily } from './relate.ts';

const root = 'individual';
const key = 'individual_id';

export const isPedFile = (file: InputFile): boolean => /\.(?:ped|fam)$/.test(plainNameOf(file));

/** Writes one table of the individuals of pedigrees. Throws PackageRefused with file, line and column. */
export const convertPedigree: Importer = async (job) => {
  const { files, tally } = job;
  const pedigrees: Pedigree[] = [];
  for (const file of files) {
    job.signal?.throwIfAborted();
    job.onProgress(`reading ${file.path}`, null);
    if (files.length > 1 && !isPedFile(file)) tally.ignored('files', 'end neither in .ped nor in .fam');
    else pedigrees.push(await parsePed(file));
  }
  const persons = pedigrees.flatMap((pedigree) => pedigree.persons);
  if (persons.length === 0) throw new PackageRefused(['There is no individual here.']);
  countLines(pedigrees, job);
  await writePersons(persons, { job, further: namesOf(pedigrees) });
  return {
    parts: {
      name: job.options.name ?? 'pedigree',
      title: job.options.title ?? 'Pedigree',
      atrium: {
        root,
        categories: [{ id: 'family', title: 'Family' }],
        families: {
          field: 'family_id',
          role: 'relationship',
          proband: 'Proband',
          mother: 'Mother',
          father: 'Father',
          sibling: 'Sibling',
        },
      },
      defaultColumns: [key, 'family_id', 'relationship', 'sex', 'affected'],
    },
  };
};

const namesOf = (pedigrees: readonly Pedigree[]): readonly string[] => [
  ...new Set(pedigrees.flatMap(({ further }) => further)),
];

function countLines(pedigrees: readonly Pedigree[], { tally }: ConversionJob): void {
  tally.goesTo('individuals', root);
  for (const { persons, nameless } of pedigrees) {
    tally.read('individuals', persons.length);
    if (nameless > 0)
      tally.ignored('cells', 'stand after the sixth column, and no header names them', nameless);
  }
}

interface Writing {
  readonly job: ConversionJob;
  readonly further: readonly string[];
}

async function writePersons(persons: readonly PedPerson[], { job, further }: Writing): Promise<void> {
  const { writer, tally } = job;
  const families = familiesOf(persons);
  const faults = [...families.values()].flatMap(faultsOfFamily);
  if (faults.length > 0) throw new PackageRefused(faults);
  const isQuantitative = persons.some(({ phenotype }) => phenotype.kind === 'measured');
  const isSplit = new Set(persons.map(({ individual }) => individual)).size < persons.length;
  if (isSplit)
    tally.note('Families share names of individuals: the id of each is its family, a colon and its name.');
  const idOf = ({ family, individual }: PedPerson): string =>
    isSplit ? `${family}:${individual}` : individual;
  const table = writer.table({
    name: root,
    title: 'Individual',
    primaryKey: [key],
    fields: fieldsOf(further, isQuantitative),
  });
  const isAffected = ({ phenotype }: PedPerson) => !isQuantitative && phenotype.kind === 'affected';
  for (const family of families.values()) {
    const related = relateFamily(family, isAffected);
    countAbsentParents(family, tally);
    for (const person of family)
      await table.write(rowOf(person, { id: idOf(person), related: related.get(person), isQuantitative }));
  }
  tally.note(
    'A pedigree does not name the proband: the first affected individual of a family with a parent is taken for it.',
  );
}

function familiesOf(persons: readonly PedPerson[]): ReadonlyMap<string, readonly PedPerson[]> {
  const families = new Map<string, PedPerson[]>();
  for (const person of persons) {
    const known = families.get(person.family);
    if (known === undefined) families.set(person.family, [person]);
    else known.push(person);
  }
  return families;
}

/** A parent who is named but has no line of their own is not taken as an individual: nothing is known about them. */
function countAbsentParents(family: readonly PedPerson[], tally: ConversionJob['tally']): void {
  const here = new Set(family.map(({ individual }) => individual));
  const absent = new Set(
    family
      .flatMap(({ father, mother }) => [father, mother])
      .filter((name) => name !== null && !here.has(name)),
  );
  if (absent.size > 0)
    tally.ignored(
      'parents',
      'are named but have no line; their names stay in father_id and mother_id',
      absent.size,
    );
}

const inFamily = (name: string, title: string, properties: Partial<PackageField>): PackageField => ({
  name,
  title,
  ...properties,
  atrium: { category: 'family', ...properties.atrium },
});

function fieldsOf(further: readonly string[], isQuantitative: boolean): readonly PackageField[] {
  const text = { type: 'string', atrium: { type: 'text' } } as const;
  const category = (...categories: string[]) => ({ type: 'string', categories });
  return [
    { ...inFamily(key, 'Individual', text), constraints: { required: true, unique: true } },
    inFamily('family_id', 'Family', text),
    inFamily('relationship', 'Relationship to the proband', category(...relations)),
    inFamily('father_id', 'Father', text),
    inFamily('mother_id', 'Mother', text),
    inFamily('sex', 'Sex', category('Female', 'Male')),
    inFamily('affected', 'Affected', { type: 'boolean' }),
    ...(isQuantitative ? [inFamily('phenotype', 'Phenotype', { type: 'number' })] : []),
    inFamily('has_complete_trio', 'Complete trio', { type: 'boolean' }),
    ...further.map((name) => ({ name: furtherName(name), title: name, type: 'string' })),
  ];
}

const relations = ['Proband', 'Mother', 'Father', 'Sibling', 'Half-sibling', 'Child', 'Grandparent', 'Other'];

/** Further columns cannot have the names of the columns that this importer makes. */
const furtherName = (name: string): string => `ped_${name}`;

interface Placed {
  readonly id: string;
  readonly related: Related | undefined;
  readonly isQuantitative: boolean;
}

const affectedCells = { affected: 'true', unaffected: 'false', measured: '', unknown: '' } as const;

function rowOf(person: PedPerson, { id, related, isQuantitative }: Placed): WrittenRow {
  const { family, father, mother, sex, phenotype, further } = person;
  return {
    ...Object.fromEntries(Object.entries(further).map(([name, cell]) => [furtherName(name), cell])),
    [key]: id,
    family_id: family,
    relationship: related?.relation,
    father_id: father,
    mother_id: mother,
    sex,
    affected: isQuantitative ? '' : affectedCells[phenotype.kind],
    phenotype: phenotype.kind === 'unknown' ? '' : phenotype.text,
    has_complete_trio: String(related?.hasCompleteTrio === true),
  };
}
