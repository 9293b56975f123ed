import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { canaries, fileOf, ruleNames, textOf } from './wallCanaries.ts';

/**
 * Checks the walls on a copy of the repository in which every kind of forbidden import has been planted. The check must
 * find each of them and nothing else, because a check that sees no file would pass too.
 */
const root = path.resolve(import.meta.dirname, '..');
const sourceFolders = ['packages', 'apps', 'e2e', 'bench'];

const cruised = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
      }),
    ),
  }),
});
type Cruise = z.infer<typeof cruised>;

/** Copies what the check looks at and plants the canaries; installed packages stay where they are. */
function buildCopy(copy: string): void {
  const isOurs = (file: string) => !['node_modules', 'dist', 'test-results'].includes(path.basename(file));
  for (const name of [...sourceFolders, 'corpus', 'tools', 'package.json', '.dependency-cruiser.cjs'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isOurs });
  for (const name of readdirSync(root).filter((file) => /^tsconfig.*\.json$/.test(file)))
    cpSync(path.join(root, name), path.join(copy, name));
  for (const folder of ['.', ...workspaces()]) linkPackages(copy, path.join(folder, 'node_modules'));
  for (const canary of canaries) {
    mkdirSync(path.join(copy, canary.folder), { recursive: true });
    writeFileSync(path.join(copy, fileOf(canary)), textOf(canary));
  }
}

function workspaces(): readonly string[] {
  const nested = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
  );
  return [...nested, 'e2e', 'bench'];
}

function linkPackages(copy: string, folder: string): void {
  const installed = namesIn(folder).flatMap((name) =>
    name.startsWith('@') ? namesIn(path.join(folder, name)).map((inner) => path.join(name, inner)) : [name],
  );
  for (const name of installed) {
    const link = path.join(copy, folder, name);
    mkdirSync(path.dirname(link), { recursive: true });
    const target = realpathSync(path.join(root, folder, name));
    const own = path.relative(root, target);
    const isOurs = !own.startsWith('..') && !own.split(path.sep).includes('node_modules');
    symlinkSync(isOurs ? path.join(copy, own) : target, link);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(path.join(root, folder)).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

function cruise(copy: string): Cruise {
  const bin = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const words = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...sourceFolders];
  const run = spawnSync(process.execPath, [bin, ...words], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  if (run.stdout === '') throw new Error(`The check of walls printed nothing: ${run.stderr}`);
  return cruised.parse(JSON.parse(run.stdout));
}

function judgeHouse({ modules, summary }: Cruise): boolean {
  const planted = new Set(canaries.map(fileOf));
  const broken = summary.violations.filter(
    ({ from, rule }) => rule.severity === 'error' && !planted.has(from),
  );
  for (const { from, to, rule } of broken) process.stdout.write(`${rule.name}: ${from} → ${to}\n`);
  const seen = new Set(modules.map(({ source }) => source));
  const unseen = ownFiles().filter((file) => !seen.has(file));
  for (const file of unseen) process.stdout.write(`walls: ${file} was not seen\n`);
  process.stdout.write(`walls: ${seen.size} modules, ${broken.length} broken, ${unseen.length} not seen\n`);
  return broken.length + unseen.length === 0;
}

function ownFiles(): readonly string[] {
  const wanted = ['packages/*.ts', 'apps/*.ts', 'apps/*.tsx', 'e2e/*.ts', 'bench/*.ts'];
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--deduplicate', '--', ...wanted],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return listed.split('\n').filter((file) => file !== '');
}

/** Whether every canary of a rule was found. */
function judgeRule(name: string, { summary }: Cruise): boolean {
  const planted = canaries.filter(({ rule }) => rule === name).map(fileOf);
  const caught = new Set(
    summary.violations.flatMap(({ from, rule }) =>
      rule.name === name && rule.severity === 'error' ? [from] : [],
    ),
  );
  const missed = planted.filter((file) => !caught.has(file));
  const isCaught = planted.length > 0 && missed.length === 0;
  process.stdout.write(`${isCaught ? 'caught' : 'MISSED'}  ${name}${missed.map((file) => ` ${file}`)}\n`);
  return isCaught;
}

const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-walls-')));
try {
  buildCopy(copy);
  const found = cruise(copy);
  const isSound = judgeHouse(found);
  const areCaught = ruleNames.map((name) => judgeRule(name, found));
  process.exitCode = isSound && areCaught.every(Boolean) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
