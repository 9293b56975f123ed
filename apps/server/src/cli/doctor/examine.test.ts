import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/config.ts';
import { perform } from '../../operations/index.ts';
import { createFakeTerminal } from '../../testing/fakeTerminal.ts';
import { writeSmallPackage } from '../../testing/smallPackage.ts';
import { atHome, importAtHome, prepareState } from '../../testing/testHome.ts';
import type { CommandContext } from '../command.ts';
import { doctorCommand } from '../doctorCommand.ts';

let folder = '';
let home = '';
const watcher = { onProgress: () => {}, signal: new AbortController().signal };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-doctor-'));
  home = path.join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  await prepareState(home);
  await importAtHome({ home }, await writeSmallPackage(folder), 'heart');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a healthy data directory gives exit code 0, with hints about what it lacks', async () => {
  const { code, states } = await runDoctor();
  expect(states).toEqual({
    versions: 'good',
    settings: 'good',
    'data directory': 'good',
    permissions: 'good',
    disk: 'good',
    clock: 'good',
    portal: 'good',
    'state database': 'good',
    releases: 'good',
    portals: 'good',
    'shared folders': 'good',
    indexes: 'good',
    audit: 'good',
    'back-ups': 'warning',
    'waiting mail': 'good',
    mail: 'warning',
  });
  expect(code).toBe(0);
});

it('what is wrong is named, each thing by itself, with exit code 1', async () => {
  await chmod(home, 0o755);
  await writeFile(path.join(home, 'seal.key'), '');
  const later = new Date(Date.now() + 3_600_000);
  await utimes(path.join(home, 'seal.key'), later, later);
  await rm(path.join(home, 'warehouse', 'release_1.duckdb'));
  await atHome({ home }, async ({ db }) => {
    await sql`alter table audit_event disable trigger user`.execute(db);
    await sql`update audit_event set operator = 'eve' where id = 1`.execute(db);
    await db
      .insertInto('mail')
      .values({ key: 'old', address: 'a@example.org', subject: 's', body: 'b', made_at: new Date(0) })
      .execute();
  });
  await chmod(home, 0o755);
  const { code, states, sentences } = await runDoctor({
    ATRIUM_MAIL_URL: 'smtp://127.0.0.1:1',
    ATRIUM_ALERT_TO: 'a@example.org',
  });
  expect(code).toBe(1);
  const wrong = Object.entries(states).flatMap(([check, state]) => (state === 'bad' ? [check] : []));
  expect(wrong).toEqual(['permissions', 'clock', 'releases', 'audit', 'waiting mail', 'mail']);
  expect(sentences['audit']).toContain('broken at line 1');
  expect(sentences['releases']).toContain('release_1');
});

it('settings that cannot be used are the finding, and nothing is opened', async () => {
  const { code, sentences } = await runDoctor({ DATABASE_URL: 'mysql://x' });
  expect(code).toBe(1);
  expect(sentences['settings']).toContain('DATABASE_URL must be');
  expect(Object.keys(sentences)).toEqual(['versions', 'settings']);
});

it('a database that does not open, one of a newer version and one that is not migrated are told apart, and stay so', {
  tags: 'long',
}, async () => {
  await atHome({ home }, async (installation) => {
    const { db } = installation;
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'x')`.execute(db);
    const lines = await perform(installation, { kind: 'examine' }, watcher);
    expect(lines.join()).toContain('does not know 9999_later');
    await sql`delete from kysely_migration where name in ('9999_later', '0055_staff_data')`.execute(db);
    const pending = await perform(installation, { kind: 'examine' }, watcher);
    expect(pending.join()).toContain('0055_staff_data');
  });
  await writeFile(path.join(home, 'state', 'global', 'pg_control'), '');
  const { code, states } = await runDoctor();
  expect([code, states['state database']]).toEqual([1, 'bad']);
});

/** The output of the doctor, and its exit code. */
async function runDoctor(environment: Record<string, string> = {}) {
  const terminal = createFakeTerminal();
  const context: CommandContext = {
    terminal,
    stop: { signal: watcher.signal, requested: new Promise(() => {}), exitCode: () => null },
    loadConfig: () => loadConfig({}, { ATRIUM_HOME: home, ...environment }),
    readInput: async () => '',
  };
  const code = await doctorCommand.run(['--json'], context);
  const { findings, isWell } = JSON.parse(terminal.printed.join(''));
  expect(isWell).toBe(code === 0);
  const states: Record<string, string> = {};
  const sentences: Record<string, string> = {};
  for (const { check, state, sentence } of findings) {
    states[check] = state;
    sentences[check] = sentence;
  }
  return { code, states, sentences };
}
