import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { prepareHome } from '../home/index.ts';
import { isLooking, type Operation } from '../operations/index.ts';
import { createOnServer, onServer, type ServerDatabase, testServerUrl } from '../testing/testDatabase.ts';
import { openQuickHome } from '../testing/testHome.ts';
import { openInstallation } from './openInstallation.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-open-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const open = async (isLookingOnly: boolean, environment: Readonly<Record<string, string>> = {}) =>
  openInstallation(loadConfig({}, { ...environment, ATRIUM_HOME: home }), await prepareHome(home), {
    onStep: () => {},
    onFault: () => {},
    onEnd: () => {},
    isLookingOnly,
  });

it('a command that only looks leaves what a killed import left, another takes it away (rule 9.18)', async () => {
  const { env, discard } = await openQuickHome(home);
  await (await open(false, env)).close();
  const packages = path.join(home, 'import');
  await mkdir(path.join(packages, 'left'));
  await (await open(true, env)).close();
  expect(await readdir(packages)).toEqual(['left']);
  await (await open(false, env)).close();
  expect(await readdir(packages)).toEqual([]);
  await discard();
});

it('looking are checks, lists, exports of the audit and dry runs', () => {
  const dataset = 'heart';
  const looking: readonly Operation[] = [
    { kind: 'verifyAudit', from: 1, anchors: [] },
    { kind: 'exportAudit', format: 'csv', since: null, until: null },
    { kind: 'listAcceptances', dataset },
    { kind: 'showReleases', dataset, advance: false },
    { kind: 'import', packagePath: '/p', dataset, dryRun: true },
  ];
  const changing: readonly Operation[] = [
    { kind: 'showReleases', dataset, advance: true },
    { kind: 'import', packagePath: '/p', dataset, dryRun: false },
    { kind: 'disableUser', username: 'ada' },
    { kind: 'removeGroup', dataset, name: 'north' },
  ];
  expect(looking.map(isLooking)).toEqual(looking.map(() => true));
  expect(changing.map(isLooking)).toEqual(changing.map(() => false));
});

describe.skipIf(testServerUrl === null)('an installation on servers', () => {
  let server: ServerDatabase;
  beforeEach(async () => {
    if (testServerUrl !== null) server = await createOnServer(testServerUrl);
  });
  afterEach(() => server.drop());

  it('holds its state database and its warehouse while it is open', { tags: 'long' }, async () => {
    const held = () =>
      onServer(
        server.url,
        "select 1 from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted and datname = current_database()",
      );
    const installation = await open(false, { DATABASE_URL: server.url, ATRIUM_WAREHOUSE_URL: server.url });
    expect(await held()).toHaveLength(2);
    await installation.close();
    expect(await held()).toEqual([]);
  });
});
