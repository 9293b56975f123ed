import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spawnProgram } from '../testing/childProcess.ts';
import { openCrowd } from '../testing/crowd.ts';
import { type FrontedPortals, hasFront, openFrontedPortals } from '../testing/frontedPortals.ts';
import { mountSmallDisk } from '../testing/smallDisk.ts';
import { writeSmallPackage } from '../testing/smallPackage.ts';
import { onServer } from '../testing/testDatabase.ts';

const soon = { timeout: 240_000, interval: 50 };
const recovery = { timeout: 10_000, interval: 100 };

describe.skipIf(!hasFront)(
  'two portals behind a proxy lose nothing acknowledged, and are ready ten seconds after',
  () => {
    let folder = '';
    const closers: (() => Promise<void> | void)[] = [];
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'atrium-chaos-'));
      closers.push(() => rm(folder, { recursive: true, force: true }));
    });
    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close();
    });

    const open = async (
      given: Omit<Parameters<typeof openFrontedPortals>[0], 'launch'> & {
        /** Of one portal. */
        readonly envOf?: (name: string) => Readonly<Record<string, string>>;
      } = {},
    ) => {
      const { envOf = () => ({}), ...front } = given;
      const portals = await openFrontedPortals({
        ...front,
        env: { ATRIUM_RATE_LIMITS: 'off', ...front.env },
        launch: (env) => {
          const own = envOf(path.basename(env['ATRIUM_HOME'] ?? ''));
          const child = spawnProgram('main', ['start', '--no-demo'], { env: { ...env, ...own } });
          child.stdout.resume();
          child.stderr.resume();
          return child;
        },
      });
      closers.push(portals.close);
      for (const name of portals.names) await portals.start(name);
      const crowd = await openCrowd(portals, await writeSmallPackage(folder));
      return { portals, crowd, working: await crowd.begin() };
    };
    const statusOf = async (portals: FrontedPortals, name: 'one' | 'two') =>
      (await fetch(`http://127.0.0.1:${portals.environmentOf(name)['PORT']}/readyz`)).status;
    const untilReady = (portals: FrontedPortals) =>
      vi.waitFor(async () => {
        for (const name of portals.names) expect(await statusOf(portals, name)).toBe(200);
      }, recovery);
    /** Of all imports that were begun the last one that ended well is live, and none is left half done. */
    const expectOneLive = ({ databaseUrl }: FrontedPortals) =>
      vi.waitFor(async () => {
        const states = (await onServer(databaseUrl, 'select state from release')).map(({ state }) => state);
        expect(states).not.toContain('building');
        expect(states.filter((state) => state === 'live')).toHaveLength(1);
      }, soon);

    it('where one after the other is killed and started again (rule 15.58)', async () => {
      const { portals, crowd, working } = await open();
      for (let round = 0; round < 3; round += 1)
        for (const name of portals.names) {
          const importing = crowd.importSmall();
          await working.more();
          await portals.end(name, 'SIGKILL');
          await working.more();
          await portals.start(name);
          await importing;
        }
      await working.expectWhole();
      await expectOneLive(portals);
    });

    it('where PostgreSQL ends and its replica takes its place (rule 15.68)', async () => {
      const { portals, crowd, working } = await open({ hasReplica: true });
      await working.more();
      const importing = crowd.importSmall();
      await portals.failOver();
      await untilReady(portals);
      await working.more();
      await importing;
      await working.expectWhole();
      await expectOneLive(portals);
      expect(await crowd.importSmall()).toBe(true);
    });

    it('where the disk of the portals is full (rule 9.17)', async ({ skip }) => {
      const disk = mountSmallDisk(1200);
      if (disk === null) return skip();
      closers.push(disk.discard);
      const { portals, crowd, working } = await open({ parent: disk.folder });
      await working.more();
      const importing = crowd.importSmall();
      disk.fill();
      await vi.waitFor(async () => expect(await statusOf(portals, 'one')).toBe(503), soon);
      await importing;
      disk.makeRoom();
      await untilReady(portals);
      await working.more();
      await working.expectWhole();
      await expectOneLive(portals);
    });

    it('where the disk of PostgreSQL is full', async ({ skip }) => {
      const disk = mountSmallDisk(900);
      if (disk === null) return skip();
      closers.push(disk.discard);
      const { portals, crowd, working } = await open({ serverParent: disk.folder });
      await working.more();
      disk.fill();
      expect(await crowd.importSmall()).toBe(false);
      disk.makeRoom();
      // A server that ended for want of room is started again by the machine.
      await portals.server.start().catch(() => {});
      await untilReady(portals);
      await working.more();
      await working.expectWhole();
      await expectOneLive(portals);
      expect(await crowd.importSmall()).toBe(true);
    });

    it('where the clock of one of them jumps, forward or back (rule 15.67)', async () => {
      const preload = path.join(folder, 'jump.mjs');
      await writeFile(preload, jumpingClock);
      const { portals, working } = await open({
        env: { ATRIUM_AUDIT_DAYS: '90' },
        envOf: (name) => ({
          NODE_OPTIONS: `--import=${preload}`,
          CLOCK_JUMP: path.join(folder, name),
        }),
      });
      await working.more();
      for (const name of portals.names)
        for (const hours of [1, -1, 24 * 365]) {
          await writeFile(path.join(folder, name), String(hours * 3_600_000));
          await vi.waitFor(async () => expect(await statusOf(portals, name)).toBe(503), soon);
          await working.more();
          await rm(path.join(folder, name));
          await untilReady(portals);
        }
      await working.more();
      await working.expectWhole();
    });
  },
);

/** A clock that is wrong by as many milliseconds as a file says. */
const jumpingClock = `
import { readFileSync } from 'node:fs';
const RealDate = Date;
const realNow = Date.now;
let wrongBy = 0;
setInterval(() => {
  try {
    wrongBy = Number(readFileSync(process.env.CLOCK_JUMP, 'utf8'));
  } catch {
    wrongBy = 0;
  }
}, 50).unref();
RealDate.now = () => realNow() + wrongBy;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [realNow() + wrongBy] : given),
  apply: () => new RealDate(realNow() + wrongBy).toString(),
});
`;
