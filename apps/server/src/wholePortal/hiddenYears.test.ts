import path from 'node:path';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { expect, it } from 'vitest';
import { askDatePlan, type DatePlan, drawDatePlan } from '../testing/attack/askDates.ts';
import { writeDatedPackage } from '../testing/attack/datedPackage.ts';
import type { Caller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed, createChance, isGate } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';

const seed = chosenSeed();
const plans = Math.ceil((isGate ? 1 : 3) * chosenEffort());
/** The year that stands for all before it in a release of this year (rule 1.21). */
const topCodedYear = new Date().getFullYear() - 90;

const folder = await folderOfFile();
const portal = await portalOfFile();
const aCopy = async (days: number): Promise<TestDataset> => {
  const chances = { open: createChance(seed), days: createChance(days) };
  const packagePath = await writeDatedPackage(path.join(folder, `copy${days}`), 30, chances);
  return portal.aDataset({ packagePath, settings: { smallCountThreshold: 2 } });
};
/** Two datasets that differ in days, and in years of 90 years ago and before, of protected dates and in nothing else. */
const copies: readonly [TestDataset, TestDataset] = [await aCopy(seed + 1), await aCopy(seed + 2)];

it(`${plans} plans of a de-identified member get the same answers whatever the years of 90 years ago and before (rule 1.21, seed ${seed})`, async () => {
  const chance = createChance(seed);
  const drawn: DatePlan[] = Array.from({ length: plans }, () => drawDatePlan(chance));
  const [one, other] = await answersTo('deid', async (caller, dataset) => {
    const answers: unknown[] = [];
    for (const plan of drawn) answers.push(await askDatePlan(plan, caller, dataset));
    return answers;
  });
  expect(one).toEqual(other);
});

const born = 'born';
const crossTab: Ask = async (caller, dataset) => {
  const transformation = { type: 'add_entry', concept_id: born, role: 'rows' };
  await caller.post(`${dataset}/analysis_def/`, { transformation });
  return (await caller.get(`${dataset}/analysis_tools/run_analysis/`)).json().dataset;
};

it('a cross-tab names the years as one class, alike in both datasets, to whoever does not see protected values', async () => {
  for (const level of ['deid', 'agg'] as const) {
    const [one, other] = await answersTo(level, crossTab);
    expect(one).toEqual(other);
    expect(JSON.stringify(one)).toContain(`${topCodedYear - (topCodedYear % 10)}s or earlier`);
  }
  const [one, other] = await answersTo('phi', crossTab);
  expect(one).not.toEqual(other);
});

const filterBy =
  (bounds: Readonly<Record<string, string>>): Ask =>
  async (caller, dataset) => {
    const filter = {
      concept_id: born,
      query_type: 'date_range',
      cd_numeric_min: '',
      cd_numeric_max: '',
      ...bounds,
    };
    const { body } = await caller.post(`${dataset}/cohort_def/`, {
      transformation: { type: 'add_entry', ...filter },
    });
    return body;
  };

it.each(['cd_numeric_min', 'cd_numeric_max'])(
  'a filter with %s before the class is refused by its field (rule 1.22)',
  async (side) => {
    const [one] = await answersTo('deid', filterBy({ [side]: String(topCodedYear - 1) }));
    expect(one).toContain(`${topCodedYear} and the years before it are one group`);
    const [allowed] = await answersTo('deid', filterBy({ [side]: String(topCodedYear) }));
    expect(allowed).toContain('"transformation_successful":true');
  },
);

const memberOf = async (dataset: TestDataset, level: AccessLevel): Promise<Caller> =>
  portal.signedIn((await portal.aMember({ dataset, level })).account);

type Ask = (caller: Caller, dataset: string) => Promise<unknown>;

/** The answers of both datasets to a member of the level. */
async function answersTo(level: AccessLevel, ask: Ask): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const dataset of copies) answers.push(await ask(await memberOf(dataset, level), dataset.uniqueId));
  return answers;
}
