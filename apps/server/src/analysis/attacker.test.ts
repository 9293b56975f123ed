import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HideFigures, hideFigures, defaultSmallCountThreshold as threshold } from '@atrium/engine';
import { afterEach, expect, test } from 'vitest';
import { setGroups } from '../access/index.ts';
import { type AnsweredCell, type Asker, createAsker } from '../testing/attack/ask.ts';
import { type Attackers, attack, drawPlan, type Learned } from '../testing/attack/attacker.ts';
import { hasValues, writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import { chosenEffort, chosenSeed, createChance } from '../testing/chance.ts';
import { testApp } from '../testing/testApp.ts';

const plans = 200 * chosenEffort();
const seed = chosenSeed();
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
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

/** One or two members who see aggregates only, against a portal with this rule. */
async function attackPortal(
  howMany: number,
  rule: { readonly hideFigures?: HideFigures } = {},
  { isAlone = false } = {},
): Promise<Learned[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-attack-'));
  const portal = await testApp(rule);
  cleanUps.push(portal.close, () => rm(folder, { recursive: true, force: true }));
  const { packagePath, subjects } = await writePlantedPackage(folder);
  const dataset = await portal.aDataset({ packagePath });
  const asker = async () => {
    const { account } = await portal.aMember({ dataset, level: 'agg' });
    return createAsker(await portal.signedIn(account), dataset.uniqueId);
  };
  const first = await asker();
  const attackers: Attackers = { askers: [first, isAlone ? first : await asker()], memory: new Map() };
  const chance = createChance(seed);
  const learned: Learned[] = [];
  for (let plan = 0; plan < howMany; plan += 1) {
    learned.push(...(await attack(drawPlan(chance), attackers, { subjects, threshold })));
  }
  return learned;
}

test(
  `${plans} attacks learn no figure below the threshold (seed ${seed})`,
  async () => {
    expect(await attackPortal(plans)).toEqual([]);
  },
  300_000 * chosenEffort(),
);

test('one member alone learns no more', async () => {
  expect(await attackPortal(20, {}, { isAlone: true })).toEqual([]);
}, 300_000);

test('the same attacks learn small figures where several values of a subject are taken for one', async () => {
  const asPartition: HideFigures = (tables, least) => hideFigures({ ...tables, overlapping: [] }, least);
  expect(await attackPortal(20, { hideFigures: asPartition })).not.toEqual([]);
}, 300_000);

test('members whose groups show them different subjects learn nothing small together', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-attack-'));
  const portal = await testApp();
  cleanUps.push(portal.close, () => rm(folder, { recursive: true, force: true }));
  const { packagePath, subjects } = await writePlantedPackage(folder);
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
  for (let plan = 0; plan < plans / 10; plan += 1) {
    learned.push(...(await attack(drawPlan(chance, ['smoker']), attackers, { subjects, threshold })));
  }
  expect(learned).toEqual([]);
}, 300_000);

test('the same attacks learn small figures where only small cells are hidden', async () => {
  const smallCellsOnly: HideFigures = ({ counts, subjects }, least) => ({
    isHidden: (code) => {
      const count = code === 0 ? subjects : (counts.get(code) ?? 0);
      return count > 0 && count < least;
    },
    isListed: () => true,
  });
  expect(await attackPortal(20, { hideFigures: smallCellsOnly })).not.toEqual([]);
}, 120_000);

test('the same attacks learn small figures where nothing is hidden', async () => {
  const nothing: HideFigures = () => ({ isHidden: () => false, isListed: () => true });
  expect(await attackPortal(5, { hideFigures: nothing })).not.toEqual([]);
}, 120_000);
