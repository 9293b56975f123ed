import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { spawnProgram } from '../testing/childProcess.ts';
import { type FrontedPortals, hasFront, openFrontedPortals } from '../testing/frontedPortals.ts';
import { type HttpCaller, signInAt } from '../testing/httpCaller.ts';
import { runAtrium } from '../testing/runAtrium.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { onServer } from '../testing/testDatabase.ts';

const password = 'the proxy asks first';
const people = ['ada', 'bo', 'cy', 'di'];
const maxEdits = 60;
const edited = z.object({ transformation_successful: z.literal(true), entry_id: z.string().optional() });
const definition = z.object({ cohort_def: z.array(z.object({ alias: z.string().nullish() })) });

describe.skipIf(!hasFront)('two portals behind a proxy', () => {
  let portals: FrontedPortals;
  let folder = '';
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
    const packagePath = await writeSmallPackage(folder);
    const open = openInSmall.flatMap((one) => ['--open-identifier', one]);
    await command(['import', packagePath, '--dataset', 'small', ...open]);
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

  /** People who edit and count until they are told to stop; each answer must be 200. */
  async function keepWorking() {
    const isOver = new AbortController();
    const callers = await Promise.all(people.map((name) => signInAt(portals.address, name, password)));
    const work = async (caller: HttpCaller, acknowledged: string[]): Promise<number> => {
      let requests = 0;
      for (; !isOver.signal.aborted; requests += 1) {
        if (acknowledged.length < maxEdits) {
          const edit = (transformation: object) => caller.post('small/cohort_def/', { transformation });
          const added = edited.parse(await edit({ type: 'add_criteria_set', collection_id: 'diagnosis' }));
          const alias = `edit ${acknowledged.length}`;
          await edit({ type: 'set_criteria_set_alias', entry_id: added.entry_id, alias });
          acknowledged.push(alias);
        }
        await caller.get('small/query_tools/count/');
      }
      return requests;
    };
    const all = callers.map((caller) => ({ caller, acknowledged: [] as string[] }));
    const ended = Promise.all(all.map(({ caller, acknowledged }) => work(caller, acknowledged)));
    ended.catch(() => {});
    return {
      stop: async () => {
        isOver.abort();
        const requests = await ended;
        for (const { caller, acknowledged } of all) {
          const { cohort_def } = definition.parse(await caller.get('small/cohort_def/'));
          expect(cohort_def.map(({ alias }) => alias)).toEqual(acknowledged);
        }
        return requests.reduce((sum, one) => sum + one, 0);
      },
    };
  }

  it('lose no request and no edit when one after the other is started again (rule 16.16)', async () => {
    const work = await keepWorking();
    for (const name of portals.names) {
      await portals.end(name, 'SIGTERM');
      await portals.start(name);
    }
    expect(await work.stop()).toBeGreaterThan(people.length * 10);
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
    await portals.end(killed, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const now = await leader();
        expect(now).toHaveLength(1);
        expect(now).not.toEqual([before]);
      },
      { timeout: 10_000, interval: 100 },
    );
    await signInAt(portals.address, 'ada', password);
    await portals.start(killed);
    await command(['audit', 'verify']);
  });
});
