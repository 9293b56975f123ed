import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HideFigures, hideFigures, defaultSmallCountThreshold as threshold } from '@atrium/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setGroups } from '../access/index.ts';
import { type AnsweredCell, type Asker, createAsker } from '../testing/attack/ask.ts';
import { type Attackers, attack, drawPlan, type Learned } from '../testing/attack/attacker.ts';
import { hasValues, type Planted, writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import { chosenEffort, chosenSeed, createChance, isGate } from '../testing/chance.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { smallNumbersHere } from './smallNumbers.ts';

/** Enough attacks to learn something if a part of the rule were missing; `npm run explore` tries many more. */
const plans = isGate ? 5 : Math.max(20, 10 * chosenEffort());
const fewPlans = Math.ceil(plans / 10);
const seed = chosenSeed();

let folder: string;
let planted: Planted;
/** With the rule that holds; tests of other rules start portals of their own. */
let portal: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-attack-'));
  planted = await writePlantedPackage(folder);
  portal = await testApp();
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

it(`${plans} attacks by two members learn no figure below the threshold (seed ${seed})`, async () => {
  expect(await attackBy(2, plans)).toEqual([]);
});

it(`${fewPlans} attacks by one member learn no figure below the threshold (seed ${seed})`, async () => {
  expect(await attackBy(1, fewPlans)).toEqual([]);
});

it('the same attacks learn small figures where several values of a subject are taken for one', {
  tags: 'long',
}, async ({ annotate }) => {
  const asPartition: HideFigures = (tables, least) => hideFigures({ ...tables, overlapping: [] }, least);
  const learned = await learnedUnder(asPartition, 20);
  await annotate(`${learned.size} small sets of subjects`);
  expect(learned.size).toBeGreaterThan(0);
});

it('members whose groups show them different subjects learn no small figure together', async () => {
  const { packagePath, subjects } = planted;
  const dataset = await portal.aDataset({ packagePath });
  const all = { categories: null, concepts: null, collections: null };
  const memberOf = async (name: string, opens: { allSubjects: boolean; subjectConcepts: string[] }) => {
    const { account, membershipId } = await portal.aMember({ dataset, level: 'agg' });
    await portal.db
      .insertInto('permission_group')
      .values({ dataset_id: dataset.id, name, opens: JSON.stringify({ ...all, ...opens }) })
      .execute();
    await setGroups(portal.db, { datasetId: dataset.id, membershipId }, [name]);
    return createAsker(await portal.signedIn(account), dataset.uniqueId);
  };
  const everyone = await memberOf('everyone', { allSubjects: true, subjectConcepts: [] });
  const smokers = await memberOf('smokers', { allSubjects: false, subjectConcepts: ['smoker'] });
  const { cells } = await smokers.ask({ rows: ['smoker'], cols: [] }, 'json');
  const count = subjects.filter((subject) => hasValues(subject, { smoker: 'true' })).length;
  expect(cells).toEqual([{ labels: { smoker: 'true' }, shown: count }]);
  const attackers: Attackers = {
    askers: [everyone, withinGroup(smokers, { smoker: 'true' })],
    memory: new Map(),
    areDifferent: true,
  };
  const chance = createChance(seed);
  const learned: Learned[] = [];
  for (let plan = 0; plan < fewPlans; plan += 1) {
    learned.push(...(await attack(drawPlan(chance, ['smoker']), attackers, { subjects, threshold })));
  }
  expect(learned).toEqual([]);
});

it('the same attacks learn small figures where only small cells are hidden', { tags: 'long' }, async ({
  annotate,
}) => {
  const smallCellsOnly: HideFigures = ({ counts, subjects }, least) => ({
    isHidden: (code) => {
      const count = code === 0 ? subjects : (counts.get(code) ?? 0);
      return count > 0 && count < least;
    },
    isListed: () => true,
  });
  const learned = await learnedUnder(smallCellsOnly, 20);
  await annotate(`${learned.size} small sets of subjects`);
  expect(learned.size).toBeGreaterThan(0);
});

it('the same attacks learn small figures where nothing is hidden', async () => {
  const nothing: HideFigures = () => ({ isHidden: () => false, isListed: () => true });
  expect((await learnedUnder(nothing, fewPlans)).size).toBeGreaterThan(0);
});

/** The answers to a member of a group, as they read to one who knows whom the group shows. */
const withinGroup = (asker: Asker, labels: AnsweredCell['labels']): Asker => ({
  ask: async (question, format) => {
    const { cells, named } = await asker.ask(question, format);
    return {
      cells: cells.map((cell) => ({ ...cell, labels: { ...cell.labels, ...labels } })),
      named: named.map((axis) => ({ ...axis, ...labels })),
    };
  },
});

interface Attacked {
  readonly attacked?: TestApp;
  /** For what must be learned: how much of it is not the question in the gate. */
  readonly stopsAtFirst?: boolean;
}

/** Attacks by one or two members who see aggregates only, who keep all answers. */
async function attackBy(
  members: 1 | 2,
  howMany: number,
  { attacked = portal, stopsAtFirst = false }: Attacked = {},
): Promise<Learned[]> {
  const dataset = await attacked.aDataset({ packagePath: planted.packagePath });
  const asker = async () => {
    const { account } = await attacked.aMember({ dataset, level: 'agg' });
    return createAsker(await attacked.signedIn(account), dataset.uniqueId);
  };
  const first = await asker();
  const attackers: Attackers = { askers: [first, members === 1 ? first : await asker()], memory: new Map() };
  const chance = createChance(seed);
  const learned: Learned[] = [];
  for (let plan = 0; plan < howMany; plan += 1) {
    learned.push(...(await attack(drawPlan(chance), attackers, { subjects: planted.subjects, threshold })));
    if (stopsAtFirst && learned.length > 0) break;
  }
  return learned;
}

/** What attacks learn if another rule hides the figures. */
async function learnedUnder(hideFigures: HideFigures, howMany: number): Promise<ReadonlySet<string>> {
  const attacked = await testApp({ smallNumbers: smallNumbersHere(hideFigures) });
  try {
    return new Set((await attackBy(2, howMany, { attacked, stopsAtFirst: isGate })).map(({ of }) => of));
  } finally {
    await attacked.close();
  }
}
