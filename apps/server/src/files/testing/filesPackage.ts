import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const roles = ['Proband', 'Mother', 'Father'] as const;

/** A subject of the package for tests of files. */
export interface Person {
  readonly id: string;
  readonly family: string;
  readonly role: (typeof roles)[number];
  readonly sex: 'Female' | 'Male';
  readonly isShared: boolean;
  readonly weight: number;
}

/** A file of the package for tests of files. */
export interface CataloguedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly category: 'data' | 'analysis' | 'clinical';
  readonly source: 'Local' | 'Sequencing' | 'Elsewhere';
  readonly dataType: string;
  readonly experiment: string;
  readonly format: string;
  readonly subjects: readonly string[];
  readonly access: string | null;
}

export interface FilesPackage {
  readonly people: readonly Person[];
  readonly files: readonly CataloguedFile[];
  readonly familyType?: 'string' | 'integer';
}

type Chance = () => number;

const pick = <Item>(items: readonly [Item, ...Item[]], chance: Chance): Item =>
  items[Math.floor(chance() * items.length)] ?? items[0];

/** A package drawn by chance: families of one to three, files of one person, of a family, of anybody or of nobody. */
export function drawFilesPackage(chance: Chance, { families = 12, files = 70 } = {}): FilesPackage {
  const people: Person[] = [];
  for (let number = 1; number <= families; number++) {
    for (const role of roles) {
      if (role !== 'Proband' && chance() < 0.3) continue;
      people.push({
        id: `P${people.length + 1}`,
        family: `F${number}`,
        role,
        sex: chance() < 0.5 ? 'Female' : 'Male',
        isShared: chance() < 0.6,
        weight: Math.floor(chance() * 100),
      });
    }
  }
  return { people, files: Array.from({ length: files }, (_, index) => drawFile(index, people, chance)) };
}

function drawFile(index: number, people: readonly Person[], chance: Chance): CataloguedFile {
  const category = pick<CataloguedFile['category']>(['data', 'data', 'analysis', 'clinical'], chance);
  const [dataType, experiment, format] = pick(
    [
      ['Sequence', 'WGS', 'CRAM'],
      ['Variants', 'WGS', 'VCF'],
      ['Variants', 'WES', 'VCF'],
      ['Joint variants', 'WES', 'VCF'],
      ['Report', 'Echo', 'PDF'],
    ],
    chance,
  );
  return {
    id: `ID${String(index).padStart(3, '0')}`,
    name: `${experiment}_${index}.${format.toLowerCase()}`,
    size: Math.floor(chance() * 5e12),
    category,
    source:
      category === 'data'
        ? pick<CataloguedFile['source']>(['Local', 'Local', 'Sequencing', 'Elsewhere'], chance)
        : 'Local',
    dataType,
    experiment,
    format,
    subjects: drawSubjects(people, chance),
    access: pick<CataloguedFile['access']>(
      [null, null, null, null, 'phi', 'deid', 'agg', 'readers', 'nobody'],
      chance,
    ),
  };
}

function drawSubjects(people: readonly Person[], chance: Chance): readonly string[] {
  const one = people[Math.floor(chance() * people.length)];
  if (one === undefined || chance() < 0.15) return [];
  if (chance() < 0.6) return [one.id];
  if (chance() < 0.7) return people.filter(({ family }) => family === one.family).map(({ id }) => id);
  return [...new Set([one.id, people[Math.floor(chance() * people.length)]?.id ?? one.id])];
}

const field = (name: string, type: string, more: object = {}) => ({ name, type, ...more });

const descriptor = (familyType: string) => ({
  name: 'files',
  atrium: {
    root: 'person',
    files: 'file',
    categories: [
      { id: 'family', title: 'Family' },
      { id: 'body', title: 'Body' },
    ],
    families: { field: 'family', role: 'role', proband: 'Proband', mother: 'Mother', father: 'Father' },
  },
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        primaryKey: 'id',
        fields: [
          field('id', 'string', { atrium: { id: 'person_id', category: 'family' } }),
          field('family', familyType, { atrium: { category: 'family' } }),
          field('role', 'string', { categories: roles, atrium: { category: 'family' } }),
          field('sex', 'string', { categories: ['Female', 'Male'], atrium: { category: 'body' } }),
          field('is_shared', 'boolean', { atrium: { category: 'body' } }),
          field('weight', 'integer', { atrium: { category: 'body' } }),
        ],
      },
    },
    {
      name: 'file',
      path: 'file.csv',
      schema: {
        fields: [
          ...[
            'file_id',
            'path',
            'name',
            'category',
            'source',
            'data_type',
            'experiment_type',
            'file_format',
          ].map((name) => field(name, 'string')),
          field('size', 'integer'),
          field('access', 'string'),
          field('subject', 'list', { delimiter: '|' }),
        ],
        foreignKeys: [{ fields: 'subject', reference: { resource: 'person', fields: 'id' } }],
      },
    },
  ],
});

/** Writes the package into the folder; its files do not exist, so it is for imports without a storage. */
export async function writeFilesPackage(
  folder: string,
  { people, files, familyType = 'string' }: FilesPackage,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const csv = (rows: readonly (readonly (string | number | boolean)[])[]): string =>
    rows.map((row) => `${row.join(',')}\n`).join('');
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor(familyType)));
  await writeFile(
    path.join(folder, 'person.csv'),
    csv([
      ['id', 'family', 'role', 'sex', 'is_shared', 'weight'],
      ...people.map((one) => [one.id, one.family, one.role, one.sex, one.isShared, one.weight]),
    ]),
  );
  await writeFile(
    path.join(folder, 'file.csv'),
    csv([
      [
        'file_id',
        'path',
        'name',
        'category',
        'source',
        'data_type',
        'experiment_type',
        'file_format',
        'size',
        'access',
        'subject',
      ],
      ...files.map((file) => [
        file.id,
        `files/${file.name}`,
        file.name,
        file.category,
        file.source,
        file.dataType,
        file.experiment,
        file.format,
        file.size,
        file.access ?? '',
        file.subjects.join('|'),
      ]),
    ]),
  );
  return folder;
}
