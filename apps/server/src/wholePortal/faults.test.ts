import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenEffort, chosenSeed, createChance, isGate } from '../testing/chance.ts';
import { expectWhole, type FaultyPortal, startFaulty } from '../testing/faultyPortal.ts';
import { hasPostgres, type PrivateCluster, startCluster } from '../testing/privateCluster.ts';
import { beginSaving } from '../testing/savingReports.ts';
import { openProxy, type TcpProxy } from '../testing/tcpProxy.ts';
import { onServer } from '../testing/testDatabase.ts';

const chance = createChance(chosenSeed());
/**
 * Random moments within the first edits, in milliseconds: one in the gate, a tenth of `most` in a long run, and `most`
 * with ten times the effort or more, as in `npm run explore`.
 */
const moments = (most: number): readonly number[] => {
  const share = Math.min(1, chosenEffort() / 10);
  return Array.from({ length: isGate ? 1 : Math.ceil(most * share) }, () => Math.floor(chance() * 400));
};
const members = isGate ? 6 : 85;

describe('a portal on its embedded database', () => {
  let portal: FaultyPortal;
  beforeAll(async () => {
    portal = await startFaulty({ members });
  });
  afterAll(() => portal?.close());

  it.each(moments(30))('is killed %i ms after an edit, and goes on', async (moment) => {
    const editor = portal.beginEditing();
    await editor.more(2);
    await delay(moment);
    await portal.kill();
    await portal.start();
    await editor.more(2);
    await expectWhole(portal, editor);
  });

  it.each(moments(20))(
    'is killed %i ms after a report was saved, and keeps all of them',
    { tags: 'long' },
    async (moment) => {
      const saver = beginSaving(portal);
      await saver.more(3);
      await delay(moment);
      await portal.kill();
      await portal.start();
      await saver.more(2);
      await saver.expectWhole();
    },
  );

  it.each(moments(3))('is killed again %i ms after it began to start', { tags: 'long' }, async (moment) => {
    const editor = portal.beginEditing();
    await editor.more(2);
    await portal.kill();
    const starting = portal.start().catch(() => undefined);
    await delay(moment);
    await portal.kill();
    await starting;
    await portal.start();
    await editor.more(2);
    await expectWhole(portal, editor);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'is ended by %s while it is asked, and goes on after a start',
    { tags: 'long' },
    async (name) => {
      const editor = portal.beginEditing();
      await editor.more(2);
      const gone = portal.untilGone();
      portal.signal(name);
      await gone;
      await portal.start();
      await editor.more(2);
      await expectWhole(portal, editor);
    },
  );

  it.each(moments(2))('stands still for %i ms, and goes on', { tags: 'long' }, async (moment) => {
    const editor = portal.beginEditing();
    await editor.more(2);
    portal.signal('SIGSTOP');
    await delay(moment);
    portal.signal('SIGCONT');
    await editor.more(2);
    const { statuses } = await expectWhole(portal, editor);
    expect([...statuses]).toEqual([200]);
  });

  const openSockets = (of: number, begin: (socket: Socket) => void): Promise<readonly Socket[]> => {
    const { port } = new URL(portal.address());
    return Promise.all(
      Array.from(
        { length: of },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(Number(port), '127.0.0.1', () => resolve(socket));
            socket.once('error', reject);
            socket.on('error', () => undefined);
            begin(socket);
          }),
      ),
    );
  };

  async function answersTheOthers(_what: string, of: number, first: string): Promise<void> {
    const sockets = await openSockets(of, (socket) => {
      socket.pause();
      socket.write(first);
    });
    const editor = portal.beginEditing();
    for (let turn = 0; turn < 5; turn += 1) {
      await editor.more(1);
      if (first !== '') for (const socket of sockets) if (socket.writable) socket.write('a');
    }
    const { statuses } = await expectWhole(portal, editor);
    expect([...statuses]).toEqual([200]);
    for (const socket of sockets) socket.destroy();
  }

  it.each([['send the head of a request letter by letter', 300, 'GET / HTTP/1.1\r\nX-Slow: ']])(
    'answers the others while connections %s (%i of them)',
    answersTheOthers,
  );

  it.each([
    ['say nothing', 5000, ''],
    [
      'send the body of a request letter by letter',
      300,
      'POST /api/v2/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"username":"',
    ],
    ['ask and never read the answer', 300, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('answers the others while connections %s (%i of them)', { tags: 'long' }, answersTheOthers);

  it('ends connections that send a request for too long', { tags: 'long' }, async () => {
    const begun = [
      'GET / HTTP/1.1\r\nX-Slow: ',
      'POST /api/v2/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n{',
    ];
    const open = (first: string) =>
      openSockets(20, (socket) => {
        socket.resume();
        socket.write(first);
      });
    const sockets = (await Promise.all(begun.map(open))).flat();
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    const editor = portal.beginEditing();
    await editor.more(1);
    await expectWhole(portal, editor);
  });
});

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const hasFaketime = existsSync(library);
if (!isGate && !hasFaketime)
  process.stderr.write('!!! SKIPPED: libfaketime is not installed, so no clock jumps.\n');

describe.runIf(hasFaketime)('a portal whose clock jumps', { tags: 'long' }, () => {
  let folder: string;
  let portal: FaultyPortal;
  const jump = (offset: string): void => writeFileSync(path.join(folder, 'clock'), `${offset}\n`);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-clock-'));
    jump('+0');
    const environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: path.join(folder, 'clock'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    portal = await startFaulty({ members, environment });
  });
  afterAll(async () => {
    await portal?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['+1h', '-1h', '+1d', '-1d', '+40d', '-40d', '+5y', '-5y'])('by %s, and back', async (offset) => {
    const editor = portal.beginEditing();
    await editor.more(2);
    jump(offset);
    await editor.more(2);
    jump('+0');
    await editor.more(2);
    const { statuses } = await expectWhole(portal, editor);
    expect([...statuses].filter((status) => ![200, 401].includes(status))).toEqual([]);
  });
});

// The gate loses a server, its connections and its network in stateServer.test.ts.
describe.skipIf(!hasPostgres)('a portal on a PostgreSQL server', { tags: 'long' }, () => {
  let cluster: PrivateCluster;
  let proxy: TcpProxy;
  let portal: FaultyPortal;
  beforeAll(async () => {
    cluster = await startCluster();
    proxy = await openProxy(cluster.port);
    const url = new URL(cluster.url);
    url.port = String(proxy.port);
    portal = await startFaulty({ members, databaseUrl: url.href });
  });
  afterAll(async () => {
    await portal?.close();
    await proxy?.close();
    await cluster?.discard();
  });

  /** Edits before, during and after a fault; the only refusal allowed is the one that asks to wait. */
  async function survives(happens: () => Promise<void>): Promise<void> {
    const editor = portal.beginEditing();
    await editor.more(2);
    await happens();
    await editor.more(2);
    const { statuses } = await expectWhole(portal, editor);
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  }
  const others = "pid <> pg_backend_pid() and backend_type = 'client backend'";

  it.each(moments(5))('that loses all connections after %i ms', async (moment) => {
    await survives(async () => {
      await delay(moment);
      await onServer(cluster.url, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
    });
  });

  it.each(moments(4))('that cancels every statement after %i ms', { tags: 'long' }, async (moment) => {
    await survives(async () => {
      await delay(moment);
      await onServer(cluster.url, `select pg_cancel_backend(pid) from pg_stat_activity where ${others}`);
    });
  });

  it.each(moments(4))('that is stopped after %i ms and started again', { tags: 'long' }, async (moment) => {
    await survives(async () => {
      await delay(moment);
      await cluster.stop();
      await cluster.start();
    });
  });

  it.each(moments(3))('whose processes stand still after %i ms', { tags: 'long' }, async (moment) => {
    await survives(async () => {
      await delay(moment);
      await cluster.freeze();
      await delay(4000);
      await cluster.thaw();
    });
  });

  it.each(moments(3))('whose network swallows everything after %i ms', { tags: 'long' }, async (moment) => {
    await survives(async () => {
      await delay(moment);
      proxy.swallow();
      await delay(4000);
      proxy.letPass();
    });
  });

  it.each(moments(4))('whose answer to a commit is lost after %i ms', async (moment) => {
    await survives(async () => {
      await delay(moment);
      await proxy.loseNextAnswer((bytes) => bytes.includes('COMMIT'));
    });
  });

  it('whose tables are locked for a while', { tags: 'long' }, async () => {
    await survives(async () => {
      const holder = new pg.Client({ connectionString: cluster.url });
      await holder.connect();
      await holder.query('begin; lock table snapshot, audit_event in access exclusive mode');
      await delay(4000);
      await holder.end();
    });
  });

  it.each(moments(6))('and is itself killed %i ms after an edit', { tags: 'long' }, async (moment) => {
    await survives(async () => {
      await delay(moment);
      await portal.kill();
      await portal.start();
    });
  });
});
