import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { spawnProgram } from '../testing/childProcess.ts';
import { beginSending } from '../testing/crowd.ts';
import { testPassword } from '../testing/factories.ts';
import { type FrontedPortals, hasFront, openFrontedPortals } from '../testing/frontedPortals.ts';
import { type HttpCaller, signInAt } from '../testing/httpCaller.ts';
import { runAtrium } from '../testing/runAtrium.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { onServer } from '../testing/testDatabase.ts';

const password = testPassword;
const people = ['ada', 'bo', 'cy', 'di'];
const maxEdits = 60;
const soon = { timeout: 240_000, interval: 50 };
const edited = z.object({ transformation_successful: z.literal(true), entry_id: z.string().optional() });
const definition = z.object({ cohort_def: z.array(z.object({ alias: z.string().nullish() })) });

describe.skipIf(!hasFront)('two portals behind a proxy', () => {
  let portals: FrontedPortals;
  let folder = '';
  let packagePath = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-front-'));
    portals = await openFrontedPortals({
      env: { ATRIUM_RATE_LIMITS: 'off' },
      launch: (env) => {
        const child = spawnProgram('main', ['start', '--no-demo'], { env });
        child.stdout.resume();
        child.stderr.resume();
        return child;
      },
    });
    for (const name of portals.names) await portals.start(name);
    packagePath = await writeSmallPackage(folder);
    await importSmall();
    await command(['user', 'add', 'sam', '--staff', '--password-stdin'], password);
    for (const name of people) {
      await command(['user', 'add', name, '--password-stdin'], password);
      await command(['grant', name, 'small', '--level', 'phi']);
    }
  });
  afterAll(async () => {
    await portals?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const command = async (args: readonly string[], input = ''): Promise<void> => {
    const env = portals.environmentOf('one');
    const run = await runAtrium(args, { env, input });
    if (run.code !== 0) throw new Error(`${args.join(' ')}: ${run.stdout}${run.stderr}`);
  };

  const importSmall = () =>
    command([
      'import',
      packagePath,
      '--dataset',
      'small',
      ...openInSmall.flatMap((one) => ['--open-identifier', one]),
    ]);
  const states = async () =>
    (await onServer(portals.databaseUrl, 'select state from release')).map(({ state }) => state);

  /** People who edit and count until they are told to stop. Whoever may fail tries again; else each answer must be 200. */
  async function keepWorking({ mayFail = false } = {}) {
    const isOver = new AbortController();
    const callers = await Promise.all(people.map((name) => signInAt(portals.address, name, password)));
    const counts = { answered: 0, failed: 0 };
    const acknowledged = callers.map(() => [] as string[]);
    const begun = String(Date.now());
    const edit = async (caller: HttpCaller, own: string[]): Promise<void> => {
      const send = (transformation: object) => caller.post('small/cohort_def/', { transformation });
      const added = edited.parse(await send({ type: 'add_criteria_set', collection_id: 'diagnosis' }));
      const alias = `edit ${own.length} ${begun}`;
      edited.parse(await send({ type: 'set_criteria_set_alias', entry_id: added.entry_id, alias }));
      own.push(alias);
    };
    const work = async (caller: HttpCaller, own: string[]): Promise<void> => {
      while (!isOver.signal.aborted) {
        try {
          if (own.length < maxEdits) await edit(caller, own);
          await caller.get('small/query_tools/count/');
          counts.answered += 1;
        } catch (error) {
          if (!mayFail) throw error;
          counts.failed += 1;
          await delay(100);
        }
      }
    };
    const ended = Promise.all(callers.map((caller, index) => work(caller, acknowledged[index] ?? [])));
    ended.catch(() => {});
    return {
      counts,
      /** Returns how many were answered, after a look at what was acknowledged. */
      stop: async (): Promise<number> => {
        isOver.abort();
        await ended;
        for (const [index, caller] of callers.entries()) {
          const { cohort_def } = definition.parse(await caller.get('small/cohort_def/'));
          const stored = new Set(cohort_def.map(({ alias }) => alias));
          expect(acknowledged[index]?.filter((alias) => !stored.has(alias))).toEqual([]);
          await caller.post('small/cohort_def/', { transformation: { type: 'clear_all' } });
        }
        return counts.answered;
      },
    };
  }

  const keepSending = (how: { readonly mayFail?: boolean } = { mayFail: false }) =>
    beginSending('sam', portals.address, how);

  it('lose no request, no edit and no part of a file when one after the other is started again (rule 16.16)', async () => {
    const work = await keepWorking();
    const sending = await keepSending();
    for (const name of portals.names) {
      await portals.end(name, 'SIGTERM');
      await portals.start(name);
    }
    expect(await work.stop()).toBeGreaterThan(people.length * 10);
    await sending.stop();
    await command(['audit', 'verify']);
  });

  it('the duties of one that is killed are done by the other within ten seconds (rule 15.58)', async () => {
    const leader = async () =>
      (
        await onServer(
          portals.databaseUrl,
          "select address from portal where leads and seen_at > now() - interval '3 seconds'",
        )
      ).map(({ address }) => String(address));
    const [before = ''] = await leader();
    const killed = portals.names.find((name) => before.endsWith(`:${portals.environmentOf(name)['PORT']}`));
    if (killed === undefined) throw new Error(`Nobody knows who leads: ${before}`);
    const work = await keepWorking({ mayFail: true });
    const sending = await keepSending({ mayFail: true });
    await portals.end(killed, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const now = await leader();
        expect(now).toHaveLength(1);
        expect(now).not.toEqual([before]);
      },
      { timeout: 10_000, interval: 100 },
    );
    await portals.start(killed);
    expect(await work.stop()).toBeGreaterThan(0);
    await sending.stop();
    await command(['audit', 'verify']);
  });

  it.each([
    { fault: 'ends at once and is started again', begin: 'stop', end: 'start' },
    { fault: 'stands still', begin: 'freeze', end: 'thaw' },
  ] as const)(
    'while PostgreSQL $fault, nothing acknowledged is lost, and both answer within ten seconds after (rule 16.17)',
    async ({ begin, end }) => {
      const work = await keepWorking({ mayFail: true });
      const sending = await keepSending({ mayFail: true });
      const importing = importSmall().catch(() => {});
      await portals.server[begin]();
      await vi.waitFor(() => expect(work.counts.failed).toBeGreaterThan(people.length), soon);
      await portals.server[end]();
      await vi.waitFor(
        async () => {
          for (const name of portals.names) {
            const { status } = await fetch(`http://127.0.0.1:${portals.environmentOf(name)['PORT']}/readyz`);
            expect(status).toBe(200);
          }
        },
        { timeout: 10_000, interval: 100 },
      );
      const { answered } = work.counts;
      await vi.waitFor(() => expect(work.counts.answered).toBeGreaterThan(answered + people.length), soon);
      await work.stop();
      await sending.stop();
      await importing;
      // An import is live as a whole, or not at all.
      await vi.waitFor(async () => expect(await states()).not.toContain('building'), soon);
      expect((await states()).filter((state) => state === 'live')).toHaveLength(1);
      const ada = await signInAt(portals.address, 'ada', password);
      expect(await ada.get('dataset/small/')).toMatchObject({ unique_id: 'small' });
      await command(['audit', 'verify']);
    },
  );
});
