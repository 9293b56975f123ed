import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type CohortPlan,
  compileQuestion,
  type FileAccess,
  type FileFilter,
  type FileGrouping,
  fileTypeKey,
  permit,
  type ReleaseSql,
  type RowCondition,
} from '@atrium/engine';
import { openDuckDbWarehouse, type Warehouse } from '@atrium/warehouse';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import { chosenSeed, createChance } from '../testing/chance.ts';
import { drawFilesPackage, writeFilesPackage } from './testing/filesPackage.ts';

const drawn = drawFilesPackage(createChance(chosenSeed() + 7));
let folder: string;
let warehouse: Warehouse;
let lookup: ReleaseSql['lookup'];

beforeAll(async () => {
  await buildKernel();
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-coverage-'));
  warehouse = await openDuckDbWarehouse({
    folder: path.join(folder, 'warehouse'),
    ...{ indexes: {}, remembers: false },
  });
  const packagePath = await writeFilesPackage(folder, drawn);
  await warehouse.releases.build({ packagePath, release: 'release_1' });
  await warehouse.indexes.idle();
  lookup = await warehouse.questions.open('release_1');
  warehouse.indexes.find('release_1');
  await warehouse.indexes.idle();
});
afterAll(async () => {
  await warehouse.close();
  await rm(folder, { recursive: true, force: true });
});

const sources = ['Local', 'Sequencing'];
const members: readonly (readonly [string, 'all' | 'shared', FileAccess])[] = [
  ['everybody', 'all', { opensUnmarked: true, names: ['phi', 'deid', 'readers'], sources }],
  ['those who are shared', 'shared', { opensUnmarked: true, names: ['deid'], sources }],
  [
    'those who are shared, and files that name a group',
    'shared',
    { opensUnmarked: false, names: ['readers'], sources: ['Local'] },
  ],
];

const [first] = drawn.files;
if (first === undefined) throw new Error('There are files.');
const { experiment: experimentType, format: fileFormat, ...rest } = first;
const filters: readonly FileFilter[] = [
  {},
  { category: 'data', source: 'Local' },
  { among: { types: [fileTypeKey({ ...rest, experimentType, fileFormat })], fileIds: [] } },
];

const release = (sees: 'all' | 'shared'): ReleaseSql => {
  const opens = { categories: null, concepts: null, collections: null };
  const group = { ...opens, allSubjects: sees === 'all', subjectConcepts: ['is_shared'] };
  const permitted = permit(lookup, { level: 'phi', groups: [group] });
  return { release: 'release_1', dialect: warehouse.questions.dialect, ...permitted };
};

const cohort = (id: string, values: readonly string[]): CohortPlan => {
  const concept = lookup.concept(id);
  if (concept === undefined) throw new Error(`There is no ${id}.`);
  const condition: RowCondition = { kind: 'oneOf', concept, values };
  return { subject: condition, sets: [] };
};

it.each(members)(
  'the index counts the files of a cohort as statements do, for %s',
  async (_, sees, access) => {
    const index = warehouse.indexes.find('release_1');
    if (index === null) throw new Error(JSON.stringify(warehouse.indexes.state()));
    const everyone: CohortPlan = { subject: { kind: 'and', conditions: [] }, sets: [] };
    const groupings: readonly FileGrouping[] = ['type', 'experiment_type', 'all'];
    const seen = release(sees);
    const jobs = vi.spyOn(index, 'run');
    let files = 0;
    for (const plan of [everyone, cohort('sex', ['Female']), cohort('role', ['Proband']), cohort('role', [])])
      for (const by of groupings)
        for (const filter of filters) {
          const question = { kind: 'fileCoverage', access, plan, by, filter } as const;
          const expected = await warehouse.questions.run(compileQuestion(question, seen));
          expect(await warehouse.questions.ask(question, seen)).toEqual(expected.map(withNumbers));
          files += expected.length;
        }
    expect(files).toBeGreaterThan(0);
    expect(jobs).toHaveBeenCalledTimes(4 * groupings.length * filters.length);
    jobs.mockRestore();
  },
);

const withNumbers = ({ key, ...figures }: Readonly<Record<string, unknown>>) => ({
  key,
  ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(figure)])),
});

it('statements look for files by name or id', async () => {
  const index = warehouse.indexes.find('release_1');
  if (index === null) throw new Error('There is one.');
  const jobs = vi.spyOn(index, 'run');
  const access: FileAccess = { opensUnmarked: true, names: [], sources };
  const plan: CohortPlan = { subject: { kind: 'and', conditions: [] }, sets: [] };
  for (const filter of [{ search: 'a' }, { among: { types: [], fileIds: ['F1'] } }]) {
    const question = { kind: 'fileCoverage', access, plan, by: 'all', filter } as const;
    await warehouse.questions.ask(question, release('all'));
  }
  expect(jobs).not.toHaveBeenCalled();
  jobs.mockRestore();
});
