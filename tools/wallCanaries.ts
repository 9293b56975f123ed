import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

/** A file with an import that breaks a rule. */
export interface Canary {
  readonly folder: string;
  readonly imports: string;
  readonly rule: string;
}

const root = path.resolve(import.meta.dirname, '..');
const server = 'apps/server/src';
const config = z
  .object({ forbidden: z.array(z.object({ name: z.string() })) })
  .parse(createRequire(import.meta.url)('../.dependency-cruiser.cjs'));
const allRules = [...new Set(config.forbidden.map(({ name }) => name))];

/** The slices of the rules, upstream first; some do not exist yet. */
const slices = allRules.flatMap((name) => /^slice-(\w+)-looks-upstream-only$/.exec(name)?.[1] ?? []);
const standing = slices.filter((slice) => existsSync(path.join(root, server, slice, 'index.ts')));

/** Every rule that needs a canary: of slices those that exist, and the last one has no downstream slice. */
export const ruleNames = allRules.filter((name) => {
  const slice = /^slice-(\w+)-/.exec(name)?.[1];
  if (slice === undefined) return true;
  return standing.includes(slice) && !(name.endsWith('-only') && slice === standing.at(-1));
});

function canariesOf(slice: string, index: number): readonly Canary[] {
  const folder = `${server}/${slice}`;
  const next = standing[index + 1];
  const inner = readdirSync(path.join(root, folder)).find((name) => /^(?!index\.)\w+\.ts$/.test(name));
  return [
    ...(next === undefined
      ? []
      : [{ folder, imports: `../${next}/index.ts`, rule: `slice-${slice}-looks-upstream-only` }]),
    { folder: server, imports: `./${slice}/${inner}`, rule: `slice-${slice}-is-imported-by-its-index` },
  ];
}

const isSource = (file: string): boolean => /\.ts$/.test(file) && !/\.test\.ts$|(^|\/)testing\//.test(file);

/** For a package that orders its folders: each imports the next higher one, and a folder that is not in the order. */
function canariesOfFolders(name: string): readonly Canary[] {
  const list = path.join(root, 'packages', name, 'folders.json');
  if (!existsSync(list)) return [];
  const folders = z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')));
  const sources = `packages/${name}/src`;
  return [
    ...folders.slice(1).map((higher, index) => ({
      folder: `${sources}/${folders[index]}`,
      imports: path.posix.relative(folders[index] ?? '', sourceIn(sources, higher, folders)),
      rule: `${name}-folders-import-lower-ones`,
    })),
    { folder: `${sources}/unlisted`, imports: '../index.ts', rule: `${name}-folders-are-listed` },
  ];
}

/** A file of a folder that lies in no other folder of the order. */
function sourceIn(sources: string, folder: string, folders: readonly string[]): string {
  const files = readdirSync(path.join(root, sources, folder), { recursive: true, encoding: 'utf8' });
  const inner = folders.filter((other) => other.startsWith(`${folder}/`));
  const own = files
    .map((file) => `${folder}/${file}`)
    .find((file) => isSource(file) && !inner.some((other) => file.startsWith(`${other}/`)));
  if (own === undefined) throw new Error(`${sources}/${folder} has no sources.`);
  return own;
}

export const canaries: readonly Canary[] = [
  { folder: 'packages/demo/src', imports: './canary-no-circles.ts', rule: 'no-circles' },
  { folder: 'packages/demo/src', imports: './nothing.ts', rule: 'imports-resolve' },
  { folder: 'packages/engine/src', imports: 'fastify', rule: 'imports-are-declared' },
  { folder: 'packages/contract/src', imports: '@atrium/engine', rule: 'contract-imports-nothing-of-ours' },
  { folder: 'packages/engine/src', imports: '@atrium/warehouse', rule: 'engine-imports-contract' },
  { folder: 'packages/engine/src', imports: 'node:fs', rule: 'engine-is-pure' },
  { folder: 'packages/index/src', imports: '@atrium/warehouse', rule: 'index-imports-engine-and-contract' },
  {
    folder: 'packages/warehouse/src',
    imports: '@atrium/demo',
    rule: 'warehouse-imports-index-engine-and-contract',
  },
  { folder: 'packages/demo/src', imports: '@atrium/warehouse', rule: 'demo-imports-contract' },
  {
    folder: 'packages/warehouse/src/sql',
    imports: '../../../engine/src/dictionary/lookup.ts',
    rule: 'packages-are-imported-by-their-exports',
  },
  { folder: 'e2e', imports: '../packages/engine/dist/index.js', rule: 'built-files-are-not-imported' },
  { folder: `${server}/mail`, imports: '@atrium/engine', rule: 'infrastructure-imports-contract' },
  { folder: `${server}/http`, imports: '@atrium/engine', rule: 'questions-are-asked-below-the-slices' },
  { folder: `${server}/asking`, imports: '../http/index.ts', rule: 'asking-lies-lowest' },
  {
    folder: `${server}/config`,
    imports: '../site/index.ts',
    rule: 'config-imports-infrastructure-and-warehouse',
  },
  {
    folder: `${server}/operations`,
    imports: '../cli/runCli.ts',
    rule: 'command-line-is-imported-by-main-only',
  },
  {
    folder: server,
    imports: '../../web/src/features/cohort/cohortWords.ts',
    rule: 'server-never-enters-the-web',
  },
  {
    folder: 'apps/web/src/ui',
    imports: '@atrium/contract/errors/unreachable',
    rule: 'web-parts-know-no-portal',
  },
  {
    folder: 'apps/web/src/api',
    imports: '../features/cohort/cohortWords.ts',
    rule: 'web-api-imports-contract',
  },
  {
    folder: 'apps/web/src/features/table',
    imports: '../cohort/cohortWords.ts',
    rule: 'features-keep-to-themselves',
  },
  { folder: 'apps/web/src/app', imports: '@atrium/engine', rule: 'web-gets-the-contract-only' },
  {
    folder: 'e2e',
    imports: '../packages/engine/src/dictionary/lookup.ts',
    rule: 'outsiders-use-the-public-surface',
  },
  ...readdirSync(path.join(root, 'packages')).flatMap(canariesOfFolders),
  ...standing.flatMap(canariesOf),
];

export const fileOf = ({ folder, rule }: Canary): string => `${folder}/canary-${rule}.ts`;
export const textOf = ({ imports }: Canary): string =>
  `import * as forbidden from '${imports}';\nexport const canary = forbidden;\n`;
