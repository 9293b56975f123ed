import { randomBytes } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keepAnchors, record } from '../../audit/index.ts';
import type { CommandContext } from '../../cli/command.ts';
import type { OpenInstallation } from '../../cli/openInstallation.ts';
import { restore } from '../../cli/restore.ts';
import { loadConfig } from '../../config/config.ts';
import { dumpState, type SavedState } from '../../database/index.ts';
import { loadSealKey, restoreMark } from '../../home/index.ts';
import { kill, spawnProgram, untilEnd } from '../../testing/childProcess.ts';
import { createFakeTerminal } from '../../testing/fakeTerminal.ts';
import { writeSmallPackage } from '../../testing/smallPackage.ts';
import { createOnServer, testServerUrl } from '../../testing/testDatabase.ts';
import { atHome, importAtHome, prepareState, releaseFiles, type TestHome } from '../../testing/testHome.ts';
import { verifyAudit } from '../auditOperations.ts';
import { importDataset } from '../importDataset.ts';
import { perform } from '../perform.ts';
import { findMissingData } from '../recover.ts';
import { makeBackup } from './makeBackup.ts';

const watcher = { onProgress: () => {}, signal: new AbortController().signal };
const edited = z.object({ edit: z.string() });

let folder = '';
let source: TestHome;
let smallPackage = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-backup-'));
  smallPackage = await writeSmallPackage(folder);
  source = { home: path.join(folder, 'source') };
  await prepareState(source.home);
  await importAtHome(source, smallPackage, 'heart');
  await loadSealKey(source.home);
  await writeFile(path.join(source.home, 'site.json'), JSON.stringify({ title: 'Kept' }));
  await mkdir(path.join(source.home, 'pages'));
  await writeFile(path.join(source.home, 'pages', 'about.md'), '# About\n');
  await mkdir(path.join(source.home, 'uploads'), { recursive: true });
  await writeFile(path.join(source.home, 'uploads', 'half.zip'), 'left out');
  await mkdir(path.join(source.home, 'files', 'imported', 'release_1'), { recursive: true });
  await writeFile(path.join(source.home, 'files', 'imported', 'release_1', 'scan.txt'), 'pixels');
  await atHome(source, fill);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const backUp = (
  installation: OpenInstallation,
  into: string,
  withFiles = false,
  keep: number | null = null,
) => makeBackup({ ...installation, ...installation.installed }, { into, withFiles, keep }, watcher);

const dictionaryAt = (home: TestHome) =>
  atHome(home, async ({ questions }) => (await questions.open('release_1')).dictionary);

const anchorsOf = (home: string) => readFile(path.join(home, 'audit-anchors.ndjson'), 'utf8');

describe('a back-up', () => {
  let backup = '';
  let state: SavedState;
  let refusal = '';
  let noted: unknown;
  let lastAction = '';

  beforeAll(async () => {
    await atHome(source, async (installation) => {
      const { db } = installation;
      state = await writtenState(db);
      const operation = { kind: 'backup', into: source.home, withFiles: false, keep: null } as const;
      refusal = await perform(installation, operation, watcher).then(String, String);
      backup = (await backUp(installation, path.join(folder, 'backups'), true)).folder;
      const backups = db.selectFrom('installation').select('value').where('name', '=', 'backups');
      noted = (await backups.executeTakeFirstOrThrow()).value;
      const lines = db.selectFrom('audit_event').select('action').orderBy('id', 'desc').limit(1);
      lastAction = (await lines.executeTakeFirstOrThrow()).action;
    });
  });

  it('gives back every row, release, key and setting byte for byte, and nothing that is made anew', async () => {
    const restored = { home: path.join(folder, 'restored') };
    const printed = await restoreAt(restored, backup);
    expect(printed.join(' ')).toContain('Everything was restored');
    await expectSame(restored, state, source);
    const entries = await readdir(restored.home);
    expect(entries).not.toContain('uploads');
    expect(entries).not.toContain('.restore-unfinished');
    const scan = path.join(restored.home, 'files', 'imported', 'release_1', 'scan.txt');
    expect(await readFile(scan, 'utf8')).toBe('pixels');
  });

  it('is noted for the room of health and in the audit', () => {
    expect(noted).toEqual([{ at: expect.stringMatching(/^20/) }]);
    expect(lastAction).toBe('backup_make');
  });

  it('is never restored over something, and what was there stays', async () => {
    const home = path.join(folder, 'taken');
    await mkdir(home);
    await writeFile(path.join(home, 'notes.txt'), 'mine');
    await expect(restoreAt({ home }, backup)).rejects.toThrow('has something in it (notes.txt)');
    expect(await readdir(home)).toEqual(['notes.txt']);
  });

  it('is refused where a file is changed, missing or too many, and the data directory stays empty', async () => {
    const broken = path.join(folder, 'broken');
    const home = path.join(folder, 'never');
    const from = async (damage: () => Promise<void>, reason: string | RegExp) => {
      await rm(broken, { recursive: true, force: true });
      await cp(backup, broken, { recursive: true });
      await damage();
      await expect(restoreAt({ home }, broken)).rejects.toThrow(reason);
      await expect(restoreAt({ home }, broken, true)).rejects.toThrow(reason);
      await expect(readdir(home)).rejects.toThrow('ENOENT');
    };
    const inBroken = (...names: string[]) => path.join(broken, ...names);
    await from(() => appendFile(inBroken('state', 'account.ndjson'), '[]\n'), /account.ndjson has \d+ bytes/);
    const release = inBroken('warehouse', 'release_1', 'release.duckdb');
    await from(async () => {
      const bytes = await readFile(release);
      bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
      await writeFile(release, bytes);
    }, 'release.duckdb has another check sum');
    await from(() => rm(inBroken('home', 'seal.key')), 'seal.key is missing');
    await from(
      () => writeFile(inBroken('home', 'extra.json'), '{}'),
      'extra.json, which its manifest does not name',
    );
    await from(() => rm(inBroken('manifest.json')), 'is no back-up, or not a whole one');
    await from(async () => {
      const text = await readFile(inBroken('manifest.json'), 'utf8');
      await writeFile(
        inBroken('manifest.json'),
        text.replaceAll('home/../', '').replace('"seal.key"', '"../seal.key"'),
      );
    }, 'must lead to a file below the folder');
  });

  it.skipIf(testServerUrl === null)(
    'goes into the warehouse that is chosen: from files onto a server and back, with the same data (rule 16.3)',
    { tags: 'long' },
    async () => {
      const server = testServerUrl ?? '';
      const { url, drop } = await createOnServer(server);
      // To begin a state anew takes a fifth of the time there.
      const [{ url: state }, { url: secondState }] = [
        await createOnServer(server),
        await createOnServer(server),
      ];
      const onServer = { home: path.join(folder, 'moved'), databaseUrl: state, warehouseUrl: url };
      await restoreAt(onServer, backup);
      const again = await atHome(onServer, async (installation) => {
        expect(await findMissingData(installation)).toEqual([]);
        return (await backUp(installation, path.join(folder, 'moved-backups'))).folder;
      });
      const back = { home: path.join(folder, 'moved-back'), databaseUrl: secondState };
      await restoreAt(back, again);
      expect(await dictionaryAt(back)).toEqual(await dictionaryAt(source));
      await drop();
    },
  );

  it('opens no data directory in which a restore did not end', async () => {
    const home = path.join(folder, 'half');
    await mkdir(home);
    await writeFile(restoreMark(home), '');
    await expect(atHome({ home }, async () => {})).rejects.toThrow('did not end');
  });

  it('into the data directory itself is refused', () => {
    expect(refusal).toContain('lies in the data directory');
  });

  it.skipIf(testServerUrl === null)(
    'of an embedded database is restored onto a server',
    { tags: 'long' },
    async () => {
      const { url, drop } = await createOnServer(testServerUrl ?? '');
      const restored = { home: path.join(folder, 'served'), databaseUrl: url };
      await restoreAt(restored, backup);
      expect((await atHome(restored, ({ db }) => writtenState(db))).tables).toEqual(state.tables);
      await expect(
        restoreAt({ home: path.join(folder, 'second'), databaseUrl: url }, backup),
      ).rejects.toThrow('has something in it');
      await drop();
    },
  );
});

it('a back-up taken during edits and an import is of one moment', { tags: 'long' }, async () => {
  const into = path.join(folder, 'busy');
  let acknowledged = 0;
  const made = await atHome(source, async (installation) => {
    const { db } = installation;
    const ending = new AbortController();
    const edit = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const name = `edit ${randomBytes(4).toString('hex')}`;
        await db.insertInto('project').values({ dataset_id: 1, account_id: 1, name }).execute();
        await record(db, { accountId: 1, datasetId: 1, action: 'count', detail: { edit: name } });
        acknowledged += 1;
      }
    };
    const editing = Promise.all([edit(), edit(), edit()]);
    const operation = { kind: 'import', packagePath: smallPackage, dataset: 'heart', dryRun: false } as const;
    const importing = importDataset(installation, operation, watcher);
    const before = acknowledged;
    const found = await backUp(installation, into);
    await importing;
    // A second switch deletes the release that the first back-up may still have been copying.
    const again = importDataset(installation, operation, watcher);
    const second = await backUp(installation, into, false, 1);
    await again;
    ending.abort();
    await editing;
    return { before, first: found, second };
  });
  expect(made.second.deleted).toEqual([path.basename(made.first.folder)]);
  expect(await readdir(into)).toEqual([path.basename(made.second.folder)]);
  const restored = { home: path.join(folder, 'moment') };
  await restoreAt(restored, made.second.folder);
  await atHome(restored, async (installation) => {
    const { db } = installation;
    expect(await findMissingData(installation)).toEqual([]);
    const verdict = await verifyAudit(installation, { kind: 'verifyAudit', from: 1, anchors: [] }, {});
    expect(verdict[0]).toContain('The audit is whole');
    const edits = (await db.selectFrom('project').select('name').execute()).map(({ name }) => name);
    const lines = await db.selectFrom('audit_event').select('detail').where('action', '=', 'count').execute();
    expect(edits.length).toBeGreaterThanOrEqual(made.before);
    // The line of the audit comes after the edit, so at most three edits of three editors have no line yet.
    for (const { detail } of lines) expect(edits).toContain(edited.parse(detail).edit);
    expect(edits.length - lines.length).toBeLessThanOrEqual(3);
  });
});

it('a back-up that is killed is not taken for one, and the next one clears it away', {
  tags: 'long',
}, async () => {
  const into = path.join(folder, 'killed');
  const child = spawnProgram('main', ['backup', into], { env: { ATRIUM_HOME: source.home } });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('copying the releases')) resolve();
    });
    child.once('exit', () => reject(new Error(output)));
  });
  await kill(child);
  const [draft, ...more] = await readdir(into);
  expect(draft).toMatch(/^\.unfinished-/);
  expect(more).toEqual([]);
  await expect(
    restoreAt({ home: path.join(folder, 'of-draft') }, path.join(into, draft ?? '')),
  ).rejects.toThrow('not a whole one');
  const again = await untilEnd(spawnProgram('main', ['backup', into], { env: { ATRIUM_HOME: source.home } }));
  expect(again.stderr + again.stdout).toContain('The back-up is ');
  expect(again.code).toBe(0);
  const [whole, ...others] = await readdir(into);
  expect(whole).toMatch(/^atrium-/);
  expect(others).toEqual([]);
  await restoreAt({ home: path.join(folder, 'unused') }, path.join(into, whole ?? ''), true);
});

/** One of each thing that people make. */
async function fill(installation: OpenInstallation): Promise<void> {
  const { db, anchorFile, clock } = installation;
  const options = {
    kind: 'addUser',
    username: 'ada',
    fullName: 'Ada',
    email: 'ada@example.org',
    isStaff: true,
  } as const;
  await perform(installation, { ...options, password: 'correct horse battery' }, watcher);
  for (const statement of [
    `insert into ssh_key (account_id, name, type, bits, fingerprint, public_key, added_at)
      values (1, 'laptop', 'ed25519', 256, 'SHA256:x', 'ssh-ed25519 AAAA', now())`,
    `insert into news_article (slug, title, source, body, audience, made_at, edited_at, version)
      values ('new', 'News', '# é', '<h1>é</h1>', 'public', now(), now(), 1)`,
    `insert into queue_entry (account_id, dataset_id, type_key) values (1, 1, 'scan')`,
    `insert into report (dataset_id, account_id, name, release_choice, version, created_at)
      values (1, 1, 'March call', 'latest', 1, now())`,
    `insert into report_definition values (1, report_definition_hash('[]'), '[]')`,
    `insert into report_version (dataset_id, report_id, version, account_id, cause, saved_at, release_id, cohort_hash,
        table_hash, visibility) values (1, 1, 1, 1, 'created', now(), 1, report_definition_hash('[]'),
        report_definition_hash('[]'), 'x')`,
  ])
    await sql.raw(statement).execute(db);
  const keeper = await keepAnchors({
    db,
    file: anchorFile,
    clock,
    everyMs: 3_600_000,
    onAnchor: () => {},
    onFault: () => {},
  });
  await keeper.close();
}

async function writtenState(db: OpenInstallation['db']): Promise<SavedState> {
  const scratch = await mkdtemp(path.join(folder, 'dump-'));
  return (await dumpState(db, { folder: scratch, look: async () => null })).state;
}

async function restoreAt(
  { home, databaseUrl, warehouseUrl }: TestHome,
  backup: string,
  isCheckOnly = false,
): Promise<readonly string[]> {
  const terminal = createFakeTerminal();
  const environment = { ATRIUM_HOME: home, DATABASE_URL: databaseUrl, ATRIUM_WAREHOUSE_URL: warehouseUrl };
  const context: CommandContext = {
    terminal,
    stop: { signal: watcher.signal, requested: new Promise(() => {}), exitCode: () => null },
    loadConfig: () => loadConfig({}, environment),
    readInput: async () => '',
  };
  await restore(context, { folder: backup, isCheckOnly });
  return terminal.printed;
}

/** Compares two data directories, without the notes about the back-up itself. */
async function expectSame(restored: TestHome, state: SavedState, original: TestHome): Promise<void> {
  expect(await releaseFiles(restored.home)).toEqual(await releaseFiles(original.home));
  for (const name of ['seal.key', 'site.json', 'pages/about.md', 'installation.json'])
    expect(await readFile(path.join(restored.home, name)), name).toEqual(
      await readFile(path.join(original.home, name)),
    );
  expect(await anchorsOf(restored.home)).toBe(await anchorsOf(original.home));
  await atHome(restored, async (installation) => {
    expect((await writtenState(installation.db)).tables).toEqual(state.tables);
    expect(await findMissingData(installation)).toEqual([]);
    const verdict = await verifyAudit(installation, { kind: 'verifyAudit', from: 1, anchors: [] }, {});
    expect(verdict[0]).toContain('The audit is whole');
  });
}
