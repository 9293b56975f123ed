import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearLeftFiles, prepareHome } from './homeFolder.ts';

let above = '';

beforeEach(async () => {
  above = await mkdtemp(path.join(tmpdir(), 'atrium-home-'));
});

afterEach(() => rm(above, { recursive: true, force: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

it('a data directory and everything written in it is open to its owner only', async () => {
  const folders = await prepareHome(path.join(above, 'home'));
  await writeFile(path.join(folders.warehouse, 'note'), 'x');
  expect(await modeOf(folders.home)).toBe(0o700);
  expect(await modeOf(folders.warehouse)).toBe(0o700);
  expect(await modeOf(path.join(folders.warehouse, 'note'))).toBe(0o600);
});

it('an existing data directory that others may enter is closed to them', async () => {
  const home = path.join(above, 'open');
  await mkdir(home);
  await chmod(home, 0o755);
  await prepareHome(home);
  expect(await modeOf(home)).toBe(0o700);
});

it('packages and exports that a killed process left are removed (rule 8.24)', async () => {
  const folders = await prepareHome(path.join(above, 'home'));
  await mkdir(path.join(folders.packages, 'default'));
  await writeFile(path.join(folders.packages, 'default', 'participant.csv'), 'x');
  await mkdir(folders.spool);
  await writeFile(path.join(folders.spool, 'export'), 'x');
  await clearLeftFiles(folders);
  await expect(stat(folders.spool)).rejects.toThrow('ENOENT');
  await expect(stat(path.join(folders.packages, 'default'))).rejects.toThrow('ENOENT');
});
