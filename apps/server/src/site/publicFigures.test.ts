import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HideFigures, defaultSmallCountThreshold as threshold } from '@atrium/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallNumbersHere } from '../analysis/index.ts';
import { drawPeople, learnedFrom, readFigures, writePeople } from '../testing/attack/publicFigures.ts';
import { chosenEffort, chosenSeed, createChance, isGate } from '../testing/chance.ts';
import { testApp } from '../testing/testApp.ts';

const seed = chosenSeed();
const datasets = Math.ceil((isGate ? 1 : 3) * chosenEffort());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-public-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it(`a stranger learns no small number of people from the public figures of ${datasets} datasets (rule 14.62, seed ${seed})`, async ({
  annotate,
}) => {
  const { learned, shown } = await attackWithoutSigningIn(datasets);
  await annotate(`${shown} figures are shown`);
  expect(learned).toEqual([]);
  expect(shown).toBeGreaterThan(5 * datasets);
});

it('the same stranger learns small numbers where only small cells are hidden', async ({ annotate }) => {
  const smallCellsOnly: HideFigures = ({ counts, subjects }, least) => ({
    isHidden: (code) => {
      const count = code === 0 ? subjects : (counts.get(code) ?? 0);
      return count > 0 && count < least;
    },
    isListed: () => true,
  });
  const { learned } = await attackWithoutSigningIn(1, smallCellsOnly);
  await annotate(`${learned.length} small sets of people`);
  expect(learned.length).toBeGreaterThan(0);
});

/** What a stranger learns of datasets that become the metrics dataset one after the other, and how much is shown. */
async function attackWithoutSigningIn(howMany: number, hide?: HideFigures) {
  const chance = createChance(seed);
  const portal = await testApp(hide === undefined ? {} : { smallNumbers: smallNumbersHere(hide) });
  const learned: string[] = [];
  let shown = 0;
  try {
    for (let index = 0; index < howMany; index += 1) {
      const people = drawPeople(chance);
      const packagePath = await writePeople(path.join(folder, `people${index}`), people);
      const { id } = await portal.aDataset({ uniqueId: 'default', packagePath });
      const figures = await readFigures(portal.anonymous);
      shown += figures.size;
      learned.push(...(await learnedFrom(figures, people, threshold)));
      await portal.db
        .updateTable('dataset')
        .set({ unique_id: `former${index}` })
        .where('id', '=', id)
        .execute();
    }
  } finally {
    await portal.close();
  }
  return { learned, shown };
}
