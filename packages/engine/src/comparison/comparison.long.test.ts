import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { groupOfPairs } from '../testing/followedGroup.ts';
import { contingencyTest } from './contingency.ts';
import type { Followed } from './followedPairs.ts';
import { riskSteps } from './followUp.ts';
import { rankTest, welch } from './groupTests.ts';
import { logRank } from './logRank.ts';
import { cumulativeIncidence, kaplanMeier } from './survival.ts';
import { momentsOf, quantileOf, type ValueCount } from './valueCounts.ts';

const tolerance = 1e-9;
const shared = path.resolve(import.meta.dirname, '../../../../../shared/data');
const script = path.join(import.meta.dirname, 'comparison.R');
const hasR = spawnSync('Rscript', ['-e', 'library(survival); library(cmprsk)']).status === 0;
if (!hasR) process.stderr.write('!!! SKIPPED: R with survival and cmprsk is not here.\n');
const hasData = existsSync(path.join(shared, 'omop_gibleed/person.csv.gz'));
if (!hasData) process.stderr.write('!!! SKIPPED: ../shared/data is not here.\n');

/** Groups of numbers, of counts of categories, and of subjects who were followed. */
interface DataSet {
  readonly numbers: readonly (readonly number[])[];
  /** A row for each category, a column for each group. */
  readonly shares: readonly (readonly number[])[];
  readonly followed: readonly (readonly Followed[])[];
}

it.skipIf(!hasR)('200 random data sets have the figures of R (rules 17.4 to 17.14)', () => {
  const chance = createChance(Number(process.env['ATRIUM_TEST_SEED']));
  expectR(Array.from({ length: 200 }, () => randomDataSet(chance)));
});

it.skipIf(!(hasR && hasData))('public data have the figures of R (rules 17.4 to 17.14)', () => {
  expectR([bleeding(), phenopackets()]);
});

function randomDataSet(chance: () => number): DataSet {
  const below = (limit: number): number => Math.floor(chance() * limit);
  const groups = Array.from({ length: 2 + below(3) }, (_, index) => index);
  const step = [1, 0.1, 1e-6][below(3)] ?? 1;
  const isLate = below(2) === 0;
  const span = 5 + below(60);
  const outcomes = ['censored', 'event', 'competing'] as const;
  return {
    numbers: groups.map((group) =>
      Array.from({ length: 3 + below(40) }, () => (below(30) + group * below(3)) * step),
    ),
    shares: Array.from({ length: 2 + below(3) }, () => groups.map(() => below(25))),
    followed: groups.map(() =>
      Array.from({ length: 4 + below(30) }, () => {
        const entry = isLate && below(2) === 0 ? below(span) : null;
        const exit = (entry ?? 0) + 1 + below(span);
        return { entry, exit, outcome: outcomes[below(3)] ?? 'censored', count: 1 };
      }),
    ),
  };
}

/** Ages at the end of follow-up by sex, the sexes by race, and the time to a visit, of synthetic patients. */
function bleeding(): DataSet {
  const people = rowsOf('omop_gibleed/person.csv.gz');
  const periods = new Map(
    rowsOf('omop_gibleed/observation_period.csv.gz').map((row) => [row['person_id'], row]),
  );
  const dayOf = (text: string | undefined): number =>
    Math.round(Date.parse((text ?? '').slice(0, 10)) / 86_400_000);
  const bleeds = new Map<string | undefined, number>();
  for (const row of rowsOf('omop_gibleed/condition_era.csv.gz')) {
    if (row['condition_concept_id'] !== '192671') continue;
    const day = dayOf(row['condition_era_start_date']);
    bleeds.set(row['person_id'], Math.min(bleeds.get(row['person_id']) ?? day, day));
  }
  const sexes = [...new Set(people.map((row) => row['gender_concept_id']))];
  const races = [...new Set(people.map((row) => row['race_concept_id']))];
  const of = (sex: string | undefined) => people.filter((row) => row['gender_concept_id'] === sex);
  return {
    numbers: sexes.map((sex) => of(sex).map((row) => Number(row['year_of_birth']))),
    shares: races.map((race) =>
      sexes.map((sex) => of(sex).filter((row) => row['race_concept_id'] === race).length),
    ),
    followed: sexes.map((sex) =>
      of(sex).flatMap((row): Followed[] => {
        const period = periods.get(row['person_id']);
        const birth = dayOf(row['birth_datetime']);
        const entry = dayOf(period?.['observation_period_start_date']) - birth;
        const end = dayOf(period?.['observation_period_end_date']) - birth;
        const bleed = (bleeds.get(row['person_id']) ?? Number.POSITIVE_INFINITY) - birth;
        const exit = Math.min(end, bleed);
        if (!(exit > entry)) return [];
        return [
          { entry: entry > 0 ? entry : null, exit, outcome: bleed <= end ? 'event' : 'censored', count: 1 },
        ];
      }),
    ),
  };
}

/** Ages at the last contact by sex, and who had died by then. */
function phenopackets(): DataSet {
  const people = rowsOf('phenopackets/subjects.csv').filter((row) => Number(row['age_last_total_days']) > 0);
  const sexes = ['FEMALE', 'MALE'];
  const of = (sex: string) => people.filter((row) => row['sex'] === sex);
  const vital = [...new Set(people.map((row) => row['vital_status']))];
  return {
    numbers: sexes.map((sex) => of(sex).map((row) => Number(row['age_last_total_days']))),
    shares: vital.map((status) =>
      sexes.map((sex) => of(sex).filter((row) => row['vital_status'] === status).length),
    ),
    followed: sexes.map((sex) =>
      of(sex).map((row) => ({
        entry: null,
        exit: Number(row['age_last_total_days']),
        outcome: row['vital_status'] === 'DECEASED' ? ('event' as const) : ('censored' as const),
        count: 1,
      })),
    ),
  };
}

function rowsOf(file: string): readonly Record<string, string>[] {
  const bytes = readFileSync(path.join(shared, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  const names = head.split(',');
  // Cells with commas stand in quotes, and none of the columns that are used is one of them.
  return lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
    return Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? '').replace(/,$/, '')]));
  });
}

function expectR(sets: readonly DataSet[]): void {
  const found = askR(sets);
  const wrong = sets.flatMap((set, index) =>
    [...figuresOf(set)].flatMap(([figure, values]) => {
      const wanted = found.get(`${index},${figure}`);
      if (wanted === undefined) return [];
      return values.flatMap((value, at) => {
        const difference = Math.abs(value - (wanted[at] ?? Number.NaN));
        const isSame = difference <= tolerance * Math.max(1, Math.abs(wanted[at] ?? 0));
        return isSame ? [] : [{ index, figure, at, value, wanted: wanted[at] }];
      });
    }),
  );
  expect(wrong).toEqual([]);
  expect(found.size).toBeGreaterThan(sets.length * 10);
}

const outcomeNumbers = { censored: 0, event: 1, competing: 2 };

/** The figures of R by data set and name. */
function askR(sets: readonly DataSet[]): ReadonlyMap<string, readonly number[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-r-'));
  const write = (name: string, head: string, lines: readonly string[]) =>
    writeFileSync(path.join(folder, name), [head, ...lines, ''].join('\n'));
  const ofGroups = <Item>(
    groupsOf: (set: DataSet) => readonly (readonly Item[])[],
    line: (item: Item, index: number) => string,
  ): readonly string[] =>
    sets.flatMap((set, index) =>
      groupsOf(set).flatMap((items, group) => items.map((item, at) => `${index},${group},${line(item, at)}`)),
    );
  write(
    'numbers.csv',
    'set,group,value',
    ofGroups(({ numbers }) => numbers, String),
  );
  write(
    'shares.csv',
    'set,row,count,group',
    ofGroups(
      ({ shares }) => shares,
      (count, group) => `${count},${group}`,
    ),
  );
  const followed = ({ entry, exit, outcome }: Followed) =>
    `${entry ?? -1},${exit},${outcomeNumbers[outcome]}`;
  write(
    'followed.csv',
    'set,group,entry,exit,outcome',
    ofGroups((set) => set.followed, followed),
  );
  const { status, stderr } = spawnSync('Rscript', [script, folder], { encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const lines = readFileSync(path.join(folder, 'found.csv'), 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  return new Map(
    lines.map((line) => {
      const [set = '', figure = '', ...values] = line.split(',');
      return [`${set},${figure}`, values.map(Number)];
    }),
  );
}

/** The same figures by our own code. */
function figuresOf({ numbers, shares, followed }: DataSet): ReadonlyMap<string, readonly number[]> {
  const groups = numbers.map(counted);
  const figures = new Map<string, readonly number[]>();
  groups.forEach((values, group) => {
    const { mean, variance } = momentsOf(values) ?? { mean: 0, variance: 0 };
    const quartiles = [0.25, 0.5, 0.75].map((share) => quantileOf(values, share) ?? 0);
    figures.set(`moments${group}`, [mean, variance ?? 0, ...quartiles]);
  });
  const test = (figure: string, found: ReturnType<typeof welch>) => {
    if (found !== null) figures.set(figure, [found.statistic ?? 0, ...found.df, found.p]);
  };
  test('welch', welch(groups));
  test('rank', rankTest(groups));
  const table = contingencyTest(shares);
  if (table?.test === 'fisher') figures.set('fisher', [table.p]);
  else test('chiSquared', table);
  const steps = riskSteps(groupOfPairs(followed.flat()));
  const curve = kaplanMeier(steps);
  const incidence = cumulativeIncidence(steps);
  figures.set(
    'time',
    steps.map((step) => step.time),
  );
  figures.set(
    'atRisk',
    steps.map((step) => step.atRisk),
  );
  figures.set(
    'share',
    curve.map((step) => step.share),
  );
  figures.set(
    'low',
    curve.map((step) => step.low ?? -1),
  );
  figures.set(
    'high',
    curve.map((step) => step.high ?? -1),
  );
  figures.set(
    'incidence',
    incidence.map((step) => step.share),
  );
  figures.set(
    'variance',
    incidence.map((step) => step.error ** 2),
  );
  const between = logRank(followed.map(groupOfPairs));
  if (between !== null) figures.set('logRank', [between.statistic ?? 0]);
  return figures;
}

function counted(values: readonly number[]): readonly ValueCount[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => a - b).map(([value, count]) => ({ value, count }));
}

/** Reproducible random numbers from 0 up to 1 (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
