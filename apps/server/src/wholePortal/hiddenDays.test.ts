import path from 'node:path';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { askDatePlan, drawDatePlan } from '../testing/attack/askDates.ts';
import {
  maxDistance,
  msPerDay,
  type PlantedDates,
  timeOf,
  writeDatedPackage,
  writePairs,
} from '../testing/attack/datedPackage.ts';
import type { Caller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed, createChance } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';

const seed = chosenSeed();
const plans = 4 * chosenEffort();

let planted: readonly PlantedDates[];

const folder = await folderOfFile();
const portal = await portalOfFile();
const made = await writePairs(path.join(folder, 'pairs'), 120, { days: createChance(seed) });
({ planted } = made);
const pairs = await portal.aDataset({ packagePath: made.packagePath });

/** Two datasets that differ in the days of protected dates, and in nothing else. Only long tests use them. */
let copies: Promise<readonly [TestDataset, TestDataset]> | undefined;

it(`${plans} plans of a de-identified member get the same answers whatever the days within the years (seed ${seed})`, {
  tags: 'long',
}, async ({ annotate }) => {
  const { telling, relative } = await tellingPlans('deid', plans);
  await annotate(`${relative} date rules of ${plans} plans were accepted`);
  expect(telling).toEqual([]);
  expect(relative).toBeGreaterThan(plans / 4);
});

it('the same plans tell a member who sees protected dates the days apart', { tags: 'long' }, async () => {
  expect((await tellingPlans('phi', 4)).telling.length).toBeGreaterThan(2);
});

const edited = z.object({
  transformation_successful: z.boolean(),
  cohort_def: z.array(z.object({ entry_id: z.string() })),
});
const page = z.object({ data: z.array(z.array(z.unknown())) });

/** Days from the visit to the operation of each subject, as far as rules of exactly so many days tell them. */
async function distancesFor(level: AccessLevel, longest = maxDistance): Promise<ReadonlyMap<string, number>> {
  const caller = await memberOf(pairs, level);
  const edit = async (transformation: Readonly<Record<string, unknown>>) =>
    edited.parse((await caller.post(`${pairs.uniqueId}/cohort_def/`, { transformation })).json());
  const start = async (collection_id: string): Promise<string> => {
    const { cohort_def } = await edit({ type: 'add_criteria_set', collection_id });
    const entry_id = cohort_def.at(-1)?.entry_id ?? '';
    await edit({ type: 'create_event_rule', entry_id });
    return entry_id;
  };
  const [visit, operation] = [await start('visit'), await start('operation')];
  const found = new Map<string, number>();
  for (let days = 0; days <= longest; days += 1) {
    const { transformation_successful } = await edit({
      type: 'modify_event_rule',
      entry_id: operation,
      option_type: 'relative_to_other_event',
      target_entry_id: visit,
      [`range_start_days_from_target_${visit}`]: days,
      [`range_end_days_from_target_${visit}`]: days,
    });
    // Zero is a whole number of years, and means the same year where dates show as years.
    if (!transformation_successful || (days === 0 && level === 'deid')) continue;
    const shown = await caller.get(`${pairs.uniqueId}/query_tools/preview/?records_per_page=500`);
    for (const [subject] of page.parse(shown.json()).data) found.set(String(subject), days);
  }
  return found;
}

/** On how many days the visit may have been, for a person who knows both years and the days between. */
function daysLeft(
  { subject, visited, operated }: PlantedDates,
  distances: ReadonlyMap<string, number>,
): number {
  const [from, to] = [timeOf(`${visited.slice(0, 4)}-01-01`), timeOf(`${visited.slice(0, 4)}-12-31`)];
  const apart = distances.get(subject);
  let left = 0;
  for (let day = from; day <= to; day += msPerDay) {
    const other = apart === undefined ? operated : new Date(day + apart * msPerDay).toISOString();
    if (other.slice(0, 4) === operated.slice(0, 4)) left += 1;
  }
  return left;
}

/** The same for a person who knows both years, and the age at the visit in days. */
function daysLeftByAge({ visited, born }: PlantedDates): number {
  const age = timeOf(visited) - timeOf(born);
  const year = Number(visited.slice(0, 4));
  const [from, to] = [timeOf(`${year}-01-01`), timeOf(`${year}-12-31`)];
  const birth = Number(born.slice(0, 4));
  const [bornFrom, bornTo] = [timeOf(`${birth}-01-01`), timeOf(`${birth}-12-31`)];
  return (Math.min(to, bornTo + age) - Math.max(from, bornFrom + age)) / msPerDay + 1;
}

const summary = (left: readonly number[]): string => {
  const sorted = left.toSorted((one, other) => one - other);
  return `least ${sorted[0]}, median ${sorted[Math.floor(sorted.length / 2)]}, most ${sorted.at(-1)} days`;
};

it('no de-identified member sees distances of a few days', async () => {
  expect((await distancesFor('phi', 20)).size).toBeGreaterThan(0);
  expect((await distancesFor('deid', 20)).size).toBe(0);
});

it('distances in days would turn years into days; de-identified members get none', {
  tags: 'long',
}, async ({ annotate }) => {
  const acrossNewYear = ({ visited, operated }: PlantedDates) => visited.slice(0, 4) !== operated.slice(0, 4);
  const learned = { phi: await distancesFor('phi'), deid: await distancesFor('deid') };
  for (const level of ['phi', 'deid'] as const) {
    const left = (of: readonly PlantedDates[]) => summary(of.map((pair) => daysLeft(pair, learned[level])));
    await annotate(`distances as ${level} may ask: ${left(planted)} of the year`);
    await annotate(`… across New Year: ${left(planted.filter(acrossNewYear))}`);
  }
  await annotate(`ages in days that a package leaves open: ${summary(planted.map(daysLeftByAge))}`);
  expect(learned.phi.size).toBe(planted.length);
  expect(Math.min(...planted.map((pair) => daysLeft(pair, learned.phi)))).toBeLessThan(20);
  expect(learned.deid.size).toBe(0);
  expect(Math.min(...planted.map((pair) => daysLeft(pair, learned.deid)))).toBeGreaterThanOrEqual(365);
});

const importCopies = (): Promise<readonly [TestDataset, TestDataset]> => {
  copies ??= (async () => [await aCopy(seed + 1), await aCopy(seed + 2)] as const)();
  return copies;
};

async function aCopy(days: number): Promise<TestDataset> {
  const chances = { open: createChance(seed), days: createChance(days) };
  const packagePath = await writeDatedPackage(path.join(folder, `copy${days}`), 40, chances);
  return portal.aDataset({ packagePath });
}

const memberOf = async (dataset: TestDataset, level: AccessLevel): Promise<Caller> =>
  portal.signedIn((await portal.aMember({ dataset, level })).account);

/** The plans to which the two datasets give different answers to members of this level, and the edits that were made. */
async function tellingPlans(level: AccessLevel, howMany: number) {
  const [copy, changedCopy] = await importCopies();
  const [first, second] = [await memberOf(copy, level), await memberOf(changedCopy, level)];
  const chance = createChance(seed);
  const telling: object[] = [];
  let relative = 0;
  for (let round = 0; round < howMany; round += 1) {
    const plan = drawDatePlan(chance);
    const one = await askDatePlan(plan, first, copy.uniqueId);
    const other = await askDatePlan(plan, second, changedCopy.uniqueId);
    relative += JSON.stringify(one[0]).split('modify_event_rule: made').length - 1;
    const differing = one.findIndex(
      (answer, index) => JSON.stringify(answer) !== JSON.stringify(other[index]),
    );
    if (differing >= 0) telling.push({ plan, one: one[differing], other: other[differing] });
  }
  return { telling, relative };
}
