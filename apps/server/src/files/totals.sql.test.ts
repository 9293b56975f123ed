import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { aMemberOf } from '../testing/aMemberOf.ts';
import type { Caller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed, createChance } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { selectQueuedFiles } from './selection.ts';
import {
  type CataloguedFile,
  drawFilesPackage,
  type Person,
  writeFilesPackage,
} from './testing/filesPackage.ts';
import { selectionDeps } from './testing/queuedFiles.ts';
import { triosOf } from './testing/slowTrios.ts';
import { files } from './testing/trioFiles.ts';

const everyone = () => true;
const among =
  (...opened: readonly (string | null)[]) =>
  (access: string | null): boolean =>
    opened.includes(access);
const viewers: readonly Viewer[] = [
  { name: 'phi', level: 'phi', group: null, opens: among(null, 'phi', 'deid'), sees: everyone },
  { name: 'deid', level: 'deid', group: null, opens: among(null, 'deid'), sees: everyone },
  {
    name: 'readers',
    level: 'deid',
    group: 'readers',
    opens: among(null, 'deid', 'readers'),
    sees: ({ isShared }) => isShared,
  },
  // Sees every subject but not every concept, so only files that name the group; and no file names it.
  { name: 'limited', level: 'phi', group: 'limited', opens: () => false, sees: everyone },
];

const groups = {
  readers: {
    allSubjects: false,
    subjectConcepts: ['is_shared'],
    categories: null,
    concepts: null,
    collections: null,
  },
  limited: {
    allSubjects: true,
    subjectConcepts: [],
    categories: ['family', 'body'],
    concepts: [],
    collections: null,
  },
};

const drawn = drawFilesPackage(createChance(chosenSeed()));
const callers = new Map<Viewer, { caller: Caller; dataset: TestDataset; member: Member }>();

const portal = await portalOfFile();
const folder = await folderOfFile();
const packagePath = await writeFilesPackage(folder, drawn);

const partsOf = (file: CataloguedFile): string =>
  [file.category, file.source, file.dataType, file.experiment, file.format].join('/');

const amount = z.object({
  individuals: z.number().nullable(),
  percentage: z.number().nullable(),
  files: z.number(),
  total_size: z.number(),
});
const key = z.object({
  file_category: z.string(),
  file_tag: z.string(),
  data_type: z.string(),
  experiment_type: z.string(),
  file_format: z.string(),
});
const typeRow = amount.extend(key.shape);
const queueItem = typeRow.extend({ kind: z.string(), file_id: z.string().nullable(), file_type: z.string() });

const ok = async <T>(schema: z.ZodType<T>, reply: ReturnType<Caller['get']>): Promise<T> => {
  const { statusCode, body } = await reply;
  expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, '']);
  return schema.parse(JSON.parse(body));
};

const nameOf = (row: z.output<typeof key>): string =>
  [row.file_category, row.file_tag, row.data_type, row.experiment_type, row.file_format].join('/');

const effort = chosenEffort();

const byGroups = (has: boolean) => viewers.filter(({ group }) => (group !== null) === has);

it('list, queue, totals, figures and what is handed over agree with each other and with the slow statement, for a group that opens some', async () => {
  await open(byGroups(true));
  const seen = { files: 0, cohorts: new Set<number>(), withoutSubjects: 0, singles: 0 };
  for (const viewer of byGroups(true).slice(0, 1))
    await checkRound(viewer, createChance(chosenSeed() + 1), seen);
  expect(seen.files).toBeGreaterThan(0);
});

it('list, queue, totals, figures and what is handed over agree with each other and with the slow statement, for every access level', {
  tags: 'long',
}, async () => {
  await open(byGroups(true));
  await open(byGroups(false));
  const chance = createChance(chosenSeed() + 1);
  const seen = { files: 0, cohorts: new Set<number>(), withoutSubjects: 0, singles: 0 };
  for (let round = 0; round < Math.ceil(effort); round++) {
    for (const viewer of viewers) await checkRound(viewer, chance, seen);
  }
  expect(seen.files).toBeGreaterThan(0);
  expect(seen.cohorts.size).toBeGreaterThan(2);
  expect(seen.withoutSubjects).toBeGreaterThan(0);
  expect(seen.singles).toBeGreaterThan(0);
});

it('families whose whole numbers differ beyond 2^53 are two families (rules 2.27 and 13.12)', async () => {
  const large = '9007199254740992';
  const larger = '9007199254740993';
  const person = (id: string, family: string, role: Person['role']): Person => ({
    ...{ id, family, role },
    ...{ sex: 'Female', isShared: true, weight: 1 },
  });
  const people = [
    person('P1', large, 'Proband'),
    person('P2', large, 'Mother'),
    person('P3', larger, 'Father'),
  ];
  const given = { people, files: files.slice(0, 1), familyType: 'integer' } as const;
  const dataset = await portal.aDataset({
    packagePath: await writeFilesPackage(path.join(folder, 'large'), given),
  });
  const caller = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  await caller.post(`${dataset.uniqueId}/cohort_def/`, {
    transformation: { type: 'add_entry', concept_id: 'role', selected_categories: ['Proband'] },
  });
  await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['G1'] });
  const figures = (await caller.get(`${dataset.uniqueId}/files/figures/`)).json();
  const { parents } = (await caller.get(`${dataset.uniqueId}/files/queue/`)).json();
  expect([figures.trios.complete, parents.subjects]).toEqual([0, 1]);
});

interface Seen {
  files: number;
  readonly cohorts: Set<number>;
  withoutSubjects: number;
  singles: number;
}

async function checkRound(viewer: Viewer, chance: () => number, seen: Seen): Promise<void> {
  const held = callers.get(viewer);
  if (held === undefined) throw new Error('Nobody looks.');
  const { caller, dataset, member } = held;
  const { uniqueId } = dataset;
  const app = '/pcgc/importedfiles';
  const filters = viewer.group === 'limited' ? [] : drawCohort(chance);
  await caller.post(`${uniqueId}/cohort_def/`, { transformation: { type: 'clear_all' } });
  for (const [transformation] of filters)
    await caller.post(`${uniqueId}/cohort_def/`, {
      transformation: { type: 'add_entry', ignore_warnings: true, ...transformation },
    });
  const visible = new Set(drawn.people.filter(viewer.sees).map(({ id }) => id));
  const cohort = new Set(
    drawn.people
      .filter((person) => visible.has(person.id) && filters.every(([, passes]) => passes(person)))
      .map(({ id }) => id),
  );
  const counted = await ok(
    z.object({ count: z.coerce.number() }),
    caller.get(`${uniqueId}/query_tools/count/`),
  );
  expect(counted.count).toBe(cohort.size);
  const readable = drawn.files.filter(
    ({ access, subjects, source }) =>
      source !== 'Elsewhere' && viewer.opens(access) && subjects.every((id) => visible.has(id)),
  );
  const ofCohort = readable.filter(
    ({ subjects }) => subjects.length === 0 || subjects.some((id) => cohort.has(id)),
  );
  seen.files += ofCohort.length;
  seen.cohorts.add(cohort.size);
  seen.withoutSubjects += ofCohort.filter(({ subjects }) => subjects.length === 0).length;

  const rows: z.output<typeof typeRow>[] = [];
  for (const [file_category, file_tag] of [
    ['data', 'Local'],
    ['data', 'Sequencing'],
    ['analysis', 'Local'],
    ['clinical', 'Local'],
  ]) {
    const body = { dataset: uniqueId, file_tag, file_category };
    rows.push(...(await ok(z.array(typeRow), caller.post(`${app}/file-type-list/`, body))));
  }
  const types = new Map<string, CataloguedFile[]>();
  for (const file of ofCohort) types.set(partsOf(file), [...(types.get(partsOf(file)) ?? []), file]);
  expect(Object.fromEntries(rows.map((row) => [nameOf(row), amount.parse(row)]))).toEqual(
    Object.fromEntries([...types].map(([name, files]) => [name, measure(files, cohort)])),
  );

  await caller.post(`${app}/queue-type-list/clear/?dataset=${uniqueId}`);
  const queuedTypes = rows.filter(() => chance() < 0.4);
  const added = z.object({ status: z.literal('added') });
  for (const row of queuedTypes) {
    const type = { ...key.parse(row), dataset: uniqueId };
    await ok(added, caller.post(`${app}/add-type-to-queue/${row.file_category}/`, type));
  }
  const singles = readable.filter(() => chance() < 0.15).map(({ id }) => id);
  if (singles.length > 0) await ok(added, caller.post(`${uniqueId}/files/queue/add/`, { file_ids: singles }));
  const whole = new Set(queuedTypes.map(nameOf));
  const meant = ofCohort.filter((file) => whole.has(partsOf(file)) || singles.includes(file.id));
  seen.singles += meant.filter((file) => !whole.has(partsOf(file))).length;
  const expected = measure(meant, cohort);

  const items = await ok(z.array(queueItem), caller.get(`${app}/queue-type-list/?dataset=${uniqueId}`));
  expect(items.reduce((sum, { total_size }) => sum + total_size, 0)).toBe(expected.total_size);
  expect(items.reduce((sum, { files }) => sum + files, 0)).toBe(expected.files);
  for (const item of items) {
    const own = meant.filter((file) =>
      item.kind === 'type' ? partsOf(file) === nameOf(item) : file.id === item.file_id,
    );
    expect([item.file_id ?? nameOf(item), amount.parse(item)]).toEqual([
      item.file_id ?? nameOf(item),
      { ...measure(own, cohort), ...(own.length === 0 && { percentage: cohort.size === 0 ? null : 0 }) },
    ]);
  }

  const summary = await ok(
    z.object({
      totals: amount,
      subjects: z.number(),
      uncovered: z.number(),
      items: z.array(z.unknown()),
      experiment_types: z.array(
        z.object({ experiment_type: z.string(), available: z.number(), missing: z.number() }),
      ),
    }),
    caller.get(`${uniqueId}/files/queue/`),
  );
  expect(summary).toMatchObject({
    totals: expected,
    subjects: cohort.size,
    uncovered: cohort.size - (expected.individuals ?? 0),
    items: items.map(() => expect.anything()),
  });
  for (const { experiment_type, available, missing } of summary.experiment_types) {
    const own = ofCohort.filter(({ experiment }) => experiment === experiment_type);
    expect([available, missing]).toEqual([
      measure(own, cohort).individuals,
      cohort.size - (measure(own, cohort).individuals ?? 0),
    ]);
  }

  const selection = await selectQueuedFiles(selectionDeps(portal), member);
  const given: string[] = [];
  let bytes = 0;
  for await (const file of selection.files()) {
    given.push(file.fileId);
    bytes += file.size;
  }
  expect([selection.count, selection.bytes, bytes]).toEqual([
    expected.files,
    expected.total_size,
    expected.total_size,
  ]);
  expect(given).toEqual(meant.map(({ id }) => id).sort());

  const listed: string[] = [];
  const page = z.object({
    paginator: z.object({ total_records: z.number(), last_page: z.number() }),
    results: z.array(z.object({ file_id: z.string(), size: z.number() })),
  });
  for (let number = 1, last = 1; number <= last; number++) {
    const { paginator, results } = await ok(
      page,
      caller.get(`${uniqueId}/files/list/?page=${number}&page_size=17&sort=size&sort_direction=-1`),
    );
    last = paginator.last_page;
    expect(paginator.total_records).toBe(ofCohort.length);
    listed.push(...results.map(({ file_id }) => file_id));
  }
  expect(listed.sort()).toEqual(ofCohort.map(({ id }) => id).sort());

  const figures = await ok(
    z.object({
      totals: amount,
      trios: z
        .object({
          complete: z.number(),
          experiment_types: z.array(z.object({ experiment_type: z.string(), trios: z.number() })),
        })
        .nullable(),
    }),
    caller.get(`${uniqueId}/files/figures/`),
  );
  expect(figures.totals).toEqual(measure(ofCohort, cohort));
  expect(figures.trios).toEqual(triosOf(drawn.people, { visible, cohort, readable }));
}

/** A viewer: the files and the subjects that they may see, by a second, plain statement of the rules. */
interface Viewer {
  readonly name: string;
  readonly level: 'phi' | 'deid';
  /** Null: in the dataset without groups. */
  readonly group: 'readers' | 'limited' | null;
  readonly opens: (access: string | null) => boolean;
  readonly sees: (person: Person) => boolean;
}

/** Imports the package once more, for viewers with groups or without. */
async function open(some: readonly Viewer[]): Promise<void> {
  if (some.every((viewer) => callers.has(viewer))) return;
  const dataset = await portal.aDataset({ packagePath });
  const ids = new Map<string, number>();
  for (const [name, opens] of some.some(({ group }) => group !== null) ? Object.entries(groups) : []) {
    const { id } = await portal.db
      .insertInto('permission_group')
      .values({ dataset_id: dataset.id, name, opens: JSON.stringify(opens) })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(name, id);
  }
  for (const viewer of some) {
    const { level, group } = viewer;
    const { account, membershipId } = await portal.aMember({ dataset, level });
    const groupId = ids.get(group ?? '');
    if (groupId !== undefined)
      await portal.db
        .insertInto('membership_group')
        .values({ dataset_id: dataset.id, membership_id: membershipId, group_id: groupId })
        .execute();
    const member = aMemberOf(dataset, {
      ...{ account, membershipId, level },
      groups: group === null ? null : [groups[group]],
      groupNames: group === null ? [] : [group],
    });
    callers.set(viewer, { caller: await portal.signedIn(account), dataset, member });
  }
}

type Filter = readonly [transformation: object, passes: (person: Person) => boolean];

function drawCohort(chance: () => number): readonly Filter[] {
  const least = Math.floor(chance() * 100);
  const all: readonly Filter[] = [
    [{ concept_id: 'sex', selected_categories: ['Female'] }, ({ sex }) => sex === 'Female'],
    [{ concept_id: 'role', selected_categories: ['Proband'] }, ({ role }) => role === 'Proband'],
    [
      { concept_id: 'role', selected_categories: ['Father'], exclude_selected: true },
      ({ role }) => role !== 'Father',
    ],
    [{ concept_id: 'weight', cd_numeric_min: String(least) }, ({ weight }) => weight >= least],
  ];
  return all.filter(() => chance() < 0.35);
}

/** A second, slow statement of a cohort's figures about these files. */
function measure(files: readonly CataloguedFile[], cohort: ReadonlySet<string>) {
  const hasNoSubjects = files.length > 0 && files.every(({ subjects }) => subjects.length === 0);
  const individuals = new Set(files.flatMap(({ subjects }) => subjects).filter((id) => cohort.has(id))).size;
  return {
    individuals: hasNoSubjects ? null : individuals,
    percentage:
      hasNoSubjects || cohort.size === 0
        ? null
        : Math.min(100, Math.floor((100 * individuals) / cohort.size)),
    files: files.length,
    total_size: files.reduce((sum, { size }) => sum + size, 0),
  };
}
