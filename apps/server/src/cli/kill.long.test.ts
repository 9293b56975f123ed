import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeDemoPackage } from '@atrium/demo';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type ControlAddress, takeLock } from '../home/index.ts';
import { type CallEnd, callPortal } from '../operations/index.ts';
import { chosenEffort, chosenSeed, createChance } from '../testing/chance.ts';
import { kill, spawnProgram, untilLine } from '../testing/childProcess.ts';
import { datasetsOf, type HttpCaller, signInAt } from '../testing/httpCaller.ts';
import { prepareState } from '../testing/testHome.ts';

const kills = 2 * chosenEffort();
const seed = chosenSeed();
const chance = createChance(seed);

let folder = '';
let running: ChildProcessWithoutNullStreams[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-kill-'));
  process.stdout.write(`ATRIUM_TEST_SEED=${seed}\n`);
});

afterEach(async () => {
  for (const child of running) await kill(child);
  running = [];
  await rm(folder, { recursive: true, force: true });
});

const count = z.object({ count: z.number() });
const editReply = z.object({ transformation_successful: z.boolean(), entry_id: z.string().optional() });
const datasetDetail = z.object({ subjectCount: z.string() });
const cohort = z.object({ cohort_def: z.array(z.object({ alias: z.string().optional() })) });

it('a first start that is killed at any moment is finished by the next one', async () => {
  const begun = performance.now();
  const whole = startSmall(path.join(folder, 'whole'));
  await untilReady(whole);
  const duration = performance.now() - begun;
  await kill(whole);
  const moments = Array.from({ length: kills }, (_, round) =>
    Math.floor(((round + chance()) / kills) * duration),
  );

  await inLanes(kills, 2, async (round) => {
    const home = path.join(folder, `home-${round}`);
    const moment = moments[round - 1] ?? 0;
    const first = startSmall(home);
    await delay(moment);
    await kill(first);

    const second = startSmall(home);
    const address = await untilReady(second);
    const researcher = await signInAt(address, 'researcher', 'atrium-demo');
    const state = `seed ${seed}, killed after ${moment} of ${Math.floor(duration)} ms`;
    expect(await datasetsOf(researcher), state).toEqual(['default', 'registry']);
    const answer = count.parse(await researcher.get('default/query_tools/count/'));
    expect(answer.count, state).toBeGreaterThan(0);
    expect(await releaseFiles(home), state).toHaveLength(2);
    expect(await leftovers(home), state).toEqual({ state: [], packages: [] });
    await kill(second);
    await rm(home, { recursive: true, force: true });
  });
});

/** Edits a cohort again and again until the portal is gone; returns the last edit that was acknowledged. */
async function editUntilGone(member: HttpCaller, entryId: string, from: number): Promise<number> {
  for (let edit = from; ; edit += 1) {
    const reply = await name(member, entryId, edit).catch(() => null);
    if (reply === null) return edit - 1;
    expect(editReply.parse(reply).transformation_successful).toBe(true);
  }
}

const name = (member: HttpCaller, entryId: string, edit: number): Promise<unknown> =>
  member.post('default/cohort_def/', {
    transformation: { type: 'set_criteria_set_alias', entry_id: entryId, alias: `edit ${edit}` },
  });

/** Where the running portal takes operations; read before a kill, because it is gone with the portal. */
async function controlOf(home: string): Promise<ControlAddress> {
  const holder = await takeLock(home, 'a test');
  if (holder.kind === 'taken' || holder.holding.control === null)
    throw new Error('No portal serves the data directory.');
  return holder.holding.control;
}

const importThrough = (control: ControlAddress, packagePath: string): Promise<CallEnd> =>
  callPortal(
    control,
    { kind: 'import', packagePath, dataset: 'default', dryRun: false },
    { onProgress: () => {}, signal: new AbortController().signal },
  );

it('an import that is killed at any moment loses neither data nor an acknowledged edit', async () => {
  const home = path.join(folder, 'home');
  const sizes = [50, 60] as const;
  for (const subjects of sizes) {
    await writeDemoPackage('default', path.join(folder, String(subjects)), { subjects });
  }
  await prepareState(home);
  let portal = startSmall(home);
  let member = await signInAt(await untilReady(portal), 'researcher', 'atrium-demo');
  const begun = performance.now();
  const first = await importThrough(await controlOf(home), path.join(folder, String(sizes[1])));
  expect(first.kind).toBe('done');
  const duration = performance.now() - begun;
  const transformation = { type: 'add_criteria_set', collection_id: 'surgery' };
  const { entry_id: entryId = '' } = editReply.parse(
    await member.post('default/cohort_def/', { transformation }),
  );
  let live = String(sizes[1]);
  let acknowledged = 0;
  expect(editReply.parse(await name(member, entryId, acknowledged)).transformation_successful).toBe(true);

  for (let round = 1; round <= kills; round += 1) {
    const moment = Math.floor(((round - 1 + chance()) / kills) * duration * 1.2);
    const state = `seed ${seed}, round ${round}, killed after ${moment} of ${Math.floor(duration)} ms`;
    const wanted = String(sizes[round % 2 === 0 ? 1 : 0]);
    const control = await controlOf(home);
    const editing = editUntilGone(member, entryId, acknowledged + 1);
    const importing = importThrough(control, path.join(folder, wanted));
    await delay(moment);
    await kill(portal);
    acknowledged = await editing;
    const end = await importing;

    portal = startSmall(home);
    member = await signInAt(await untilReady(portal), 'researcher', 'atrium-demo');
    const { subjectCount } = datasetDetail.parse(await member.get('dataset/default/'));
    expect(end.kind === 'done' ? [wanted] : [live, wanted], state).toContain(subjectCount);
    live = subjectCount;
    const { cohort_def: definition } = cohort.parse(await member.get('default/cohort_def/'));
    const aliases = definition.map(({ alias }) => alias ?? '');
    expect([`edit ${acknowledged}`, `edit ${acknowledged + 1}`], state).toContain(aliases.join());
    count.parse(await member.get('default/query_tools/count/'));
    // Both datasets, and the release that was live before the last switch (rule 15.44).
    expect(await releaseFiles(home), state).toHaveLength(3);
    expect(await leftovers(home), state).toEqual({ state: [], packages: [] });
  }
  expect(acknowledged).toBeGreaterThan(kills);
});

function spawn(home: string, file: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawnProgram(file, args, { env: { ATRIUM_HOME: home, HOST: '' } });
  running.push(child);
  return child;
}

const startSmall = (home: string) => spawn(home, 'testing/startSmall', ['40']);

const untilReady = async (portal: ChildProcessWithoutNullStreams): Promise<string> => {
  const [, address = ''] = await untilLine(portal, /ready at (http:\S+)/);
  return address;
};

/** The releases in the warehouse, complete or not. */
const releaseFiles = async (home: string) =>
  (await readdir(path.join(home, 'warehouse'))).filter((name) => name !== '.spill');

const leftovers = async (home: string) => ({
  state: (await readdir(home)).filter((name) => name.startsWith('state.')),
  packages: await readdir(path.join(home, 'import')),
});

/** Runs the rounds in lanes, so that two first starts share the machine. */
async function inLanes(rounds: number, lanes: number, run: (round: number) => Promise<void>): Promise<void> {
  let next = 1;
  const lane = async (): Promise<void> => {
    while (next <= rounds) {
      const round = next;
      next += 1;
      await run(round);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
