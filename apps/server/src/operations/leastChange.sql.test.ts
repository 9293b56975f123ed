import path from 'node:path';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { asOperator } from '../testing/asOperator.ts';
import {
  type ChangingOptions,
  type ChangingSubject,
  countChange,
  openInChanging,
  seenOf,
  writeVersion,
} from '../testing/attack/changingPackage.ts';
import type { Caller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed, createChance } from '../testing/chance.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { importDataset } from './importDataset.ts';
import type { Operation } from './operation.ts';
import { presentReport } from './presentImport.ts';
import { recover } from './recover.ts';

const seed = chosenSeed();
const rounds = 6 * chosenEffort();

let versions = 0;
let datasets = 0;
const folder = await folderOfFile();
const portal = await portalOfFile();

const watcher = { onProgress: () => {}, signal: new AbortController().signal, operator: 'root' };

const freshId = (): string => {
  datasets += 1;
  return `changing${datasets}`;
};

const command = (operation: Operation): Promise<readonly string[]> =>
  asOperator(portal, operation, { anchorFile: path.join(folder, 'anchors') });

const releasesOf = (uniqueId: string) =>
  portal.db
    .selectFrom('dataset')
    .select(['id', 'live_release_id as live', 'aggregate_release_id as aggregates'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirstOrThrow();

const shown = z.object({ dataset: z.object({ index: z.unknown(), data: z.unknown() }) });
const concepts = ['sex', 'site', 'age', 'finding'] as const;

const subject = (index: number): ChangingSubject => ({
  id: `s${index}`,
  sex: index % 2 === 0 ? 'f' : 'm',
  site: `site${index % 3}`,
  age: 20 + (index % 4),
  note: `note ${index}`,
  findings: index % 5 === 0 ? [] : [`finding${index % 4}`, `finding${index % 3}`],
});
const subjects = (count: number, from = 0): readonly ChangingSubject[] =>
  Array.from({ length: count }, (_, index) => subject(from + index));
const base = subjects(120);
/** The same subjects under other keys. */
const others = (of: readonly ChangingSubject[]): readonly ChangingSubject[] =>
  of.map((one) => ({ ...one, id: `other_${one.id}` }));
const changed = (edit: (one: ChangingSubject, index: number) => Partial<ChangingSubject>) =>
  base.map((one, index) => ({ ...one, ...edit(one, index) }));
const atMost = (count: number, change: Partial<ChangingSubject>) => (_: ChangingSubject, index: number) =>
  index < count ? change : {};

const followsOn = async ({ next, options }: Next): Promise<void> => {
  const dataset = freshId();
  await load(dataset, base);
  expect((await load(dataset, next, options)).heldBack).toBeNull();
  const { live, aggregates } = await releasesOf(dataset);
  expect(aggregates).toBe(live);
};

/** The comparison itself is shown on both databases, below. */
const longOnPostgres = { tags: process.env['ATRIUM_TEST_ENGINE'] === 'postgres' ? ['long'] : [] };

it.each<Next>([
  { what: 'as many as the least change have come', next: [...base, ...others(base.slice(0, 12))] },
])('members who see aggregates only follow to a new release where $what', longOnPostgres, followsOn);

it.each<Next>([
  { what: 'nothing differs', next: base },
  { what: 'the order and the keys differ', next: others(base.toReversed()) },
  { what: 'only what they may not use differs', next: changed(atMost(1, { note: 'another' })) },
  { what: 'two change places in everything', next: [subject(1), subject(0), ...base.slice(2)] },
  { what: 'there is one concept more', next: base, options: { extra: true } },
  { what: 'everybody is a year older', next: changed(({ age }) => ({ age: age + 1 })) },
])('members who see aggregates only follow to a new release where $what', { tags: 'long' }, followsOn);

type Staying = readonly [what: string, next: readonly ChangingSubject[], difference: object];

/** Who is gone from the live release is closed at once (rule 7.13). */
const stillThere = (stoodOn: readonly ChangingSubject[], live: readonly ChangingSubject[]) => {
  const ids = new Set(live.map(({ id }) => id));
  return stoodOn.filter(({ id }) => ids.has(id));
};

async function expectToStay(...[, next, difference]: Staying): Promise<void> {
  const dataset = freshId();
  await load(dataset, base);
  const agg = await memberOf(dataset, 'agg');
  const before = await figuresFor(agg, dataset);
  const outcome = await load(dataset, next);
  expect(outcome.heldBack?.differences).toContainEqual(difference);
  expect(presentReport(outcome, { dryRun: false }).join('\n')).toContain(
    `atrium dataset releases ${dataset} --advance`,
  );
  const stay = stillThere(base, next);
  const figures = await figuresFor(agg, dataset);
  if (stay.length === base.length) expect(figures).toEqual(before);
  else expect(figures[0]).toBe(String(stay.length));
  const { live, aggregates } = await releasesOf(dataset);
  expect(aggregates).toBeLessThan(live ?? 0);
}

it.each<Staying>([
  [
    'two have changed so that each table stays the same',
    changed((one, index) => (index < 2 ? { sex: one.sex === 'f' ? 'm' : 'f' } : {})),
    { conceptId: null, gone: 2, come: 2 },
  ],
])('they stay where %s', expectToStay);

it.each<Staying>([
  ['one has come', [...base, ...others([subject(7)])], { conceptId: null, gone: 0, come: 1 }],
  ['one is gone', base.slice(1), { conceptId: null, gone: 1, come: 0 }],
  ['one has changed', changed(atMost(1, { sex: 'm' })), { conceptId: 'sex', gone: 1, come: 1 }],
  [
    'one has lost a value of several',
    changed((one, index) => (index === 3 ? { findings: one.findings.slice(1) } : {})),
    { conceptId: 'finding', gone: 1, come: 1 },
  ],
  [
    'many have come and one has changed',
    [...changed(atMost(1, { site: 'nowhere' })), ...others(base.slice(1, 21))],
    { conceptId: null, gone: 1, come: 21 },
  ],
  [
    'everybody is older and one has changed otherwise',
    changed(({ age }, index) => ({ age: age + 1, ...(index === 0 ? { site: 'site1' } : {}) })),
    { conceptId: 'site', gone: 1, come: 1 },
  ],
  [
    'many have come, and nearly as many are gone',
    [
      ...base.slice(12),
      ...others(base.slice(0, 13)).map((one) => ({
        ...one,
        site: 'new',
        sex: 'x',
        age: 30,
        findings: ['other'],
      })),
    ],
    { conceptId: null, gone: 12, come: 13 },
  ],
])('they stay where %s', { tags: 'long' }, expectToStay);

it('without a least change, figures of members who see aggregates only tell what one subject differs in', {
  tags: 'long',
}, async ({ annotate }) => {
  const dataset = freshId();
  await load(dataset, base);
  await command({ kind: 'setDataset', dataset, settings: ['leastChange=0'], reset: [] });
  const agg = await memberOf(dataset, 'agg');
  const before = JSON.stringify(await figuresFor(agg, dataset)).match(/\d+/g) ?? [];
  await load(dataset, base.slice(1));
  const after = JSON.stringify(await figuresFor(agg, dataset)).match(/\d+/g) ?? [];
  const moved = before.filter((figure, index) => figure !== after[index]);
  await annotate(`${moved.length} figures of 4 concepts move by one subject`);
  expect(moved.length).toBeGreaterThan(3);
});

it('what stands on one record together is compared', { tags: 'long' }, async () => {
  const dataset = freshId();
  const version = (first: readonly string[]) =>
    base.map((one, index) => ({
      ...one,
      findings: ['finding1', 'finding2'],
      wards: index === 0 ? first : ['north', 'south'],
    }));
  await load(dataset, version(['north', 'south']));
  expect((await load(dataset, version(['south', 'north']))).heldBack?.differences).toEqual([
    { conceptId: null, gone: 1, come: 1 },
  ]);
});

it('a root without a key is compared by its contents', { tags: 'long' }, async () => {
  const dataset = freshId();
  await load(dataset, base, { hasKey: false });
  expect((await load(dataset, base.toReversed(), { hasKey: false })).heldBack).toBeNull();
  expect((await load(dataset, base.slice(1), { hasKey: false })).heldBack?.differences).toContainEqual({
    conceptId: null,
    gone: 1,
    come: 0,
  });
});

it('changes add up until they may follow; the release that they stand on is kept, and others see the live one', {
  tags: 'long',
}, async () => {
  const dataset = freshId();
  await load(dataset, base);
  const { aggregates: first } = await releasesOf(dataset);
  const [agg, deid] = [await memberOf(dataset, 'agg'), await memberOf(dataset, 'deid')];
  const before = await figuresFor(agg, dataset);
  const next = (more: number) => load(dataset, [...base, ...others(base.slice(0, more))]);
  for (const more of [1, 4, 9]) {
    await next(more);
    expect(await figuresFor(agg, dataset)).toEqual(before);
    expect((await deid.get(`dataset/${dataset}/`)).json().subjectCount).toBe(String(120 + more));
    await recover({ db: portal.db, questions: portal.questions, releases: portal.releases });
    expect(await portal.releases.list()).toContain(`release_${first}`);
  }
  await next(24);
  expect(await figuresFor(agg, dataset)).not.toEqual(before);
  expect((await agg.get(`dataset/${dataset}/`)).json().subjectCount).toBe('144');
  await next(24);
  expect(await portal.releases.list()).not.toContain(`release_${first}`);
});

it('a steward sees which release whom, and moves them on, on record', longOnPostgres, async () => {
  const dataset = freshId();
  await load(dataset, base);
  await load(dataset, base.slice(1));
  const { live, aggregates } = await releasesOf(dataset);
  const lines = await command({ kind: 'showReleases', dataset, advance: false });
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(`^Members of level phi and deid see release_${live} \\(119 subjects`),
    expect.stringMatching(`^Members of level agg see release_${aggregates} \\(120 subjects`),
  ]);
  expect(lines.join('\n')).toContain('all concepts together: 1 gone, 0 come');
  expect(await command({ kind: 'showReleases', dataset, advance: true })).toHaveLength(2);
  const line = await portal.db
    .selectFrom('audit_event')
    .select(['action', 'detail', 'operator'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line).toEqual({
    action: 'dataset_change',
    detail: { aggregates: `release_${live}`, from: `release_${aggregates}` },
    operator: 'root',
  });
  expect((await releasesOf(dataset)).aggregates).toBe(live);
  await expect(command({ kind: 'showReleases', dataset: 'nowhere', advance: true })).rejects.toThrow(
    'no dataset',
  );
});

it('a least change below the one in force waits for a steward; a steward may set none', {
  tags: 'long',
}, async () => {
  const dataset = freshId();
  await load(dataset, base);
  const lower = { settings: { leastChange: 1 } };
  const { unconfirmed, heldBack } = await load(dataset, base.slice(1), lower);
  expect(unconfirmed).toEqual([{ key: 'leastChange', proposed: 1, inForce: 11 }]);
  expect(heldBack?.least).toBe(11);
  await command({ kind: 'setDataset', dataset, settings: ['leastChange=0'], reset: [] });
  expect((await load(dataset, base.slice(1), lower)).heldBack).toBeNull();
});

it(`over ${rounds} releases figures never move by what differs of few subjects (seed ${seed})`, {
  tags: 'long',
}, async ({ annotate }) => {
  const dataset = freshId();
  const chance = createChance(seed);
  const upTo = (most: number): number => Math.floor(chance() * (most + 1));
  const anyone = (): ChangingSubject => ({
    ...subject(upTo(400)),
    sex: chance() < 0.5 ? 'f' : 'm',
    site: `site${upTo(3)}`,
    findings: Array.from({ length: upTo(3) }, () => `finding${upTo(4)}`),
  });
  let current: readonly ChangingSubject[] = Array.from({ length: 150 }, anyone).map(withId);
  await load(dataset, current);
  const agg = await memberOf(dataset, 'agg');
  let [stoodOn, figures] = [current, await figuresFor(agg, dataset)];
  let followed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [few, many] = [upTo(4), 11 + upTo(20)];
    const kept = current.slice(chance() < 0.2 ? few : 0);
    const isEdited = chance() < 0.4;
    const edited = kept.map((one, index) => (isEdited && index < many && chance() < 0.9 ? anyone() : one));
    current = [...edited, ...Array.from({ length: chance() < 0.6 ? many : 0 }, anyone)].map(withId);
    await load(dataset, current);
    const now = await figuresFor(agg, dataset);
    const differences = [
      countChange(stoodOn.map(whole), current.map(whole)),
      ...concepts.map((concept) => countChange(stoodOn.map(of(concept)), current.map(of(concept)))),
    ];
    const isFarEnough = differences
      .flatMap(({ gone, come }) => [gone, come, Math.abs(come - gone)])
      .every((count) => count === 0 || count >= 11);
    const { live, aggregates } = await releasesOf(dataset);
    expect([round, aggregates === live]).toEqual([round, isFarEnough]);
    const stay = stillThere(stoodOn, current);
    if (!isFarEnough && stay.length < stoodOn.length)
      expect([round, now[0]]).toEqual([round, String(stay.length)]);
    else if (!isFarEnough) expect([round, now]).toEqual([round, figures]);
    else {
      followed += 1;
      [stoodOn, figures] = [current, now];
    }
  }
  await annotate(`${followed} of ${rounds} releases were followed`);
  expect(followed).toBeGreaterThan(0);
  expect(followed).toBeLessThan(rounds);
});

const withId = (one: ChangingSubject, index: number): ChangingSubject => ({ ...one, id: `s${index}` });
const whole = (one: ChangingSubject): string => JSON.stringify(seenOf(one));
const of =
  (concept: string) =>
  (one: ChangingSubject): string =>
    seenOf(one)[concept] ?? '';

async function load(dataset: string, subjects: readonly ChangingSubject[], options?: ChangingOptions) {
  versions += 1;
  const packagePath = await writeVersion(path.join(folder, `v${versions}`), subjects, options);
  const operation = { packagePath, dataset, dryRun: false, openIdentifiers: openInChanging(options) };
  return importDataset(
    { db: portal.db, questions: portal.questions, releases: portal.releases },
    { kind: 'import', ...operation },
    watcher,
  );
}

async function memberOf(uniqueId: string, level: AccessLevel): Promise<Caller> {
  const { id } = await releasesOf(uniqueId);
  return portal.signedIn((await portal.aMember({ dataset: { id, uniqueId }, level })).account);
}

/** One-way tables of every concept, and the number of subjects. */
async function figuresFor(caller: Caller, dataset: string): Promise<readonly unknown[]> {
  const tables: unknown[] = [];
  for (const concept_id of concepts) {
    const edit = (transformation: object) => caller.post(`${dataset}/analysis_def/`, { transformation });
    await edit({ type: 'clear_all' });
    await edit({ type: 'add_entry', concept_id, role: 'rows' });
    tables.push(shown.parse((await caller.get(`${dataset}/analysis_tools/run_analysis/`)).json()).dataset);
  }
  const { subjectCount } = (await caller.get(`dataset/${dataset}/`)).json();
  return [subjectCount, ...tables];
}

interface Next {
  readonly what: string;
  readonly next: readonly ChangingSubject[];
  readonly options?: ChangingOptions;
}
