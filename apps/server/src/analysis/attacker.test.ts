import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HideFigures, defaultSmallCountThreshold as threshold } from '@atrium/engine';
import { afterEach, expect, test } from 'vitest';
import { createAsker } from '../testing/attack/ask.ts';
import { type Attackers, attack, drawPlan, type Learned } from '../testing/attack/attacker.ts';
import { writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import { chosenSeed, createChance } from '../testing/chance.ts';
import { testApp } from '../testing/testApp.ts';

const plans = Number(process.env['ATRIUM_ATTACK_PLANS'] ?? 500);
const seed = chosenSeed();
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Two members who see aggregates only, against a portal with this rule. */
async function attackPortal(
  howMany: number,
  rule: { readonly hideFigures?: HideFigures } = {},
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
  const attackers: Attackers = { askers: [await asker(), await asker()], memory: new Map() };
  const chance = createChance(seed);
  const learned: Learned[] = [];
  for (let plan = 0; plan < howMany; plan += 1) {
    learned.push(...(await attack(drawPlan(chance), attackers, { subjects, threshold })));
  }
  return learned;
}

test(`${plans} attacks learn no figure below the threshold (seed ${seed})`, async () => {
  expect(await attackPortal(plans)).toEqual([]);
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
