import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { spawnProgram, untilEnd } from '../testing/childProcess.ts';
import { inFolder, type Run, runAtrium } from '../testing/runAtrium.ts';
import { openQuickHome, type QuickHome } from '../testing/testHome.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-describe-test-'));
  await mkdir(path.join(folder, 'trial'));
  await writeFile(path.join(folder, 'trial', 'patients.csv'), 'patient_id,weight\np1,70.5\np2,NA\np3,80.5\n');
  await writeFile(
    path.join(folder, 'trial', 'visits.csv'),
    'patient_id,seen\np1,2020-01-01\np2,2020-02-01\n',
  );
  await mkdir(path.join(folder, 'scratch'));
  vi.stubEnv('TMPDIR', path.join(folder, 'scratch'));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await (await prepared)?.discard();
  await rm(folder, { recursive: true, force: true });
});

/** A data directory that is ready for an import, for all tests that need one. */
let prepared: Promise<QuickHome> | undefined;
const prepareOnce = (): Promise<QuickHome> => {
  prepared ??= openQuickHome(path.join(folder, 'home'));
  return prepared;
};

const atrium = async (...args: readonly string[]): Promise<Run> => {
  const env = (await prepared)?.env ?? { ATRIUM_HOME: path.join(folder, 'home') };
  return await inFolder(folder, () => runAtrium(args, { env }));
};

const refused = (stderr: string) => ({ code: 1, stdout: '', stderr });

it('an import of what is no package offers the command that describes or converts it', async () => {
  expect(await atrium('import', 'trial')).toMatchObject(
    refused('trial has no datapackage.json. To have one written from the data: atrium describe trial\n'),
  );
  await cp(path.join(folder, 'trial', 'patients.csv'), path.join(folder, 'my patients.csv'));
  expect(await atrium('import', 'my patients.csv')).toMatchObject(
    refused(
      "my patients.csv is a table without a datapackage.json. To have one written from the data: atrium describe 'my patients.csv'\n",
    ),
  );
  await writeFile(path.join(folder, 'kin.ped'), 'F A 0 0 1 1\n');
  expect(await atrium('import', 'kin.ped')).toMatchObject(
    refused(
      'kin.ped is no data package, but kin.ped is named as a pedigree is. To have a package written of it: atrium convert ped kin.ped --to kin-package\n',
    ),
  );
  expect(await readdir(folder)).not.toContain('home');
});

it('describe - prints the descriptor and writes nothing', async () => {
  const { code, stdout, stderr } = await atrium('describe', 'trial', '--out', '-');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ name: 'trial', atrium: { root: 'patients' } });
  expect(stderr).toContain(
    'patients.csv: weight: number: decimal numbers; all 2 distinct texts in 2 rows fit',
  );
  expect(await readdir(path.join(folder, 'trial'))).toEqual(['patients.csv', 'visits.csv']);
});

it('describe writes the descriptor once, tries the import, and the import takes it', async () => {
  await prepareOnce();
  const described = await atrium('describe', 'trial');
  expect(described.code).toBe(0);
  expect(described.stdout).toContain('Dataset trial can be imported: 3 subjects; nothing was changed.');
  expect(described.stdout).toContain('No problems.');
  const file = path.join(folder, 'trial', 'datapackage.json');
  const written = await readFile(file, 'utf8');
  expect(JSON.parse(written)).toMatchObject({
    name: 'trial',
    resources: [{ name: 'patients' }, { name: 'visits' }],
  });
  expect(await readdir(path.join(folder, 'scratch'))).toEqual([]);

  expect(await atrium('describe', 'trial')).toMatchObject(
    refused(`${file} is there already. To replace it, add --force.\n`),
  );
  expect(await readFile(file, 'utf8')).toBe(written);
  expect((await atrium('import', 'trial')).stdout).toContain('Dataset trial is live: 3 subjects');
  expect(await atrium('import', path.join('trial', 'visits.csv'))).toMatchObject(
    refused(`trial/visits.csv is one table of a data package. To import it: atrium import trial\n`),
  );
});

it('describe --force replaces a descriptor; without --force it stays', { tags: 'long' }, async () => {
  await prepareOnce();
  await mkdir(path.join(folder, 'forced'));
  for (const table of ['patients.csv', 'visits.csv'])
    await cp(path.join(folder, 'trial', table), path.join(folder, 'forced', table));
  const file = path.join(folder, 'forced', 'datapackage.json');
  await writeFile(file, '{}');
  expect(await atrium('describe', 'forced')).toMatchObject(
    refused(`${file} is there already. To replace it, add --force.\n`),
  );
  expect(await readFile(file, 'utf8')).toBe('{}');
  expect(await atrium('describe', 'forced', '--force')).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    name: 'forced',
    resources: [{ name: 'patients' }, { name: 'visits' }],
  });
});

it('a place without tables is refused, and a description that is stopped leaves nothing behind', {
  tags: 'long',
}, async () => {
  expect((await atrium('describe', 'scratch')).stderr).toContain('scratch: there is no table here');
  const rows = Array.from({ length: 300_000 }, (_, index) => `p${index},${index}`);
  await writeFile(path.join(folder, 'long.csv'), `patient_id,weight\n${rows.join('\n')}\n`);
  const env = { ATRIUM_HOME: path.join(folder, 'home') };
  const child = spawnProgram('main', ['describe', 'long.csv', '--out', 'long.json'], { env, cwd: folder });
  const ended = untilEnd(child);
  child.stderr.once('data', () => child.kill('SIGINT'));
  expect(await ended).toMatchObject({ code: 130, signal: null, stdout: '' });
  expect(await readdir(path.join(folder, 'scratch'))).toEqual([]);
  expect(await readdir(folder)).not.toContain('long.json');
});
