import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copiesFolder } from '../database/index.ts';
import { copyState } from '../database/stateCopies.ts';
import { isGate } from '../testing/chance.ts';
import { spawnProgram, untilEnd } from '../testing/childProcess.ts';
import { runAtrium } from '../testing/runAtrium.ts';
import { writeSmallPackage } from '../testing/smallPackage.ts';
import { atHome, prepareState } from '../testing/testHome.ts';

const run = promisify(execFile);
const deployed = path.join(import.meta.dirname, '../../../../deploy/atrium');
/** The user `nobody`. */
const other = 65_534;

describe.skipIf(process.geteuid?.() !== 0)('a data directory of another user', () => {
  let folder = '';
  let home = '';
  let smallPackage = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'atrium-owner-'));
    // The other user must reach the data directory and the programs.
    await chmod(folder, 0o755);
    await chmod(inject('programs'), 0o755);
    smallPackage = await writeSmallPackage(folder);
    home = path.join(folder, 'home');
    await prepareState(home);
    await atHome({ home }, ({ db }) =>
      copyState({ db, folder: copiesFolder(home), clock: () => new Date() }),
    );
    await run('chown', ['-R', `${other}:${other}`, home]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const env = () => ({ ATRIUM_HOME: home, HOST: '', PORT: '0' });

  it('is refused to root by every command, which touches nothing (rule 15.51)', async () => {
    const before = await listing(home);
    // Last a start: one that is not refused would go on for ever.
    const commands: readonly (readonly string[])[] = [
      ['user', 'add', 'eve', '--no-password'],
      ['import', smallPackage, '--dry-run'],
      ['backup', path.join(folder, 'backups')],
      ['audit', 'verify'],
      ['doctor'],
      ['start', '--no-demo'],
    ];
    for (const args of commands) {
      const { code, stdout, stderr } = await runAtrium(args, { env: env() });
      expect([args[0], code]).toEqual([args[0], 1]);
      expect(stdout + stderr).toContain('belongs to the user nobody, and this is the user root');
    }
    expect(await listing(home)).toEqual(before);
  });

  it('is not filled by a restore of root, though it is empty', async () => {
    const empty = path.join(folder, 'empty');
    await mkdir(empty);
    await chown(empty, other, other);
    const { code, stderr } = await runAtrium(['restore', folder], { env: { ATRIUM_HOME: empty } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('belongs to the user nobody')]);
    expect(await readdir(empty)).toEqual([]);
  });

  it('a file that root left in the database or its copies is named, and no copy takes its place (rule 16.4)', async () => {
    const [copy = ''] = await readdir(copiesFolder(home));
    const cases = [
      { left: path.join(home, 'state', 'global', 'pg_control'), args: ['start', '--no-demo'] },
      { left: path.join(copiesFolder(home), copy), args: ['doctor'] },
    ];
    for (const { left, args } of isGate ? cases.slice(1) : cases) {
      await chown(left, 0, 0);
      const before = await listing(home);
      const program = spawnProgram('main', args, { env: env(), uid: other });
      // A portal that is not refused would go on for ever.
      program.stdout.on('data', (said: Buffer) => said.includes('ready at') && program.kill());
      const { code, stdout, stderr } = await untilEnd(program);
      expect(stdout + stderr).toContain(`The user nobody may not open ${left}`);
      expect(code).toBe(1);
      expect(await listing(home)).toEqual(before);
      await chown(left, other, other);
    }
  });

  it('is worked on by deploy/atrium as its owner, with the settings of the service as they are written', async () => {
    const [settings, program] = [path.join(folder, 'environment'), path.join(folder, 'program.cjs')];
    await writeFile(settings, '# a comment\nDATABASE_URL=postgres://a:b&c@d/e?x=$y\nQUOTED="two words"\n');
    await writeFile(
      program,
      'const { DATABASE_URL, QUOTED } = process.env; console.log(JSON.stringify([process.getuid(), DATABASE_URL, QUOTED, ...process.argv.slice(2)]))',
    );
    // A portal that an earlier test ran here lets no other user read what it makes.
    await chmod(program, 0o644);
    const { stdout } = await run('sh', [deployed, 'user', 'add', 'a b'], {
      env: { ...process.env, ATRIUM_USER: 'nobody', ATRIUM_SETTINGS: settings, ATRIUM_PROGRAM: program },
    });
    expect(JSON.parse(stdout)).toEqual([
      other,
      'postgres://a:b&c@d/e?x=$y',
      'two words',
      ...['user', 'add', 'a b'],
    ]);
  });

  it('is open to its owner', { tags: 'long' }, async () => {
    const program = spawnProgram('main', ['audit', 'verify'], { env: env(), uid: other });
    expect(await untilEnd(program)).toMatchObject({ code: 0, stdout: expect.stringContaining('whole') });
  });
});

/** Every file below a folder with its owner and the time of its last change. */
async function listing(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    ['.', ...names].map(async (name) => {
      const { uid, mode, mtimeMs, size } = await stat(path.join(folder, name));
      return [name, uid, mode, mtimeMs, size].join(' ');
    }),
  );
}
