import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Checks the walls between rooms, then plants one forbidden import after another and demands that the check names
 * the rule: a wall check can pass by seeing nothing.
 */
const root = path.resolve(import.meta.dirname, '..');

interface Canary {
  readonly file: string;
  readonly imports: string;
  readonly rule: string;
}

const canaries: readonly Canary[] = [
  {
    file: 'packages/contract/src/canary.ts',
    imports: '@atrium/engine',
    rule: 'contract-imports-nothing-of-ours',
  },
  { file: 'packages/engine/src/canary.ts', imports: 'node:fs', rule: 'engine-is-pure' },
  { file: 'packages/engine/src/canary.ts', imports: '@atrium/warehouse', rule: 'engine-imports-contract' },
  { file: 'packages/engine/src/canary.ts', imports: 'fastify', rule: 'imports-are-declared' },
  {
    file: 'packages/warehouse/src/canary.ts',
    imports: '@atrium/demo',
    rule: 'warehouse-imports-engine-and-contract',
  },
  {
    file: 'apps/server/src/http/canary.ts',
    imports: '@atrium/engine',
    rule: 'infrastructure-imports-contract',
  },
  {
    file: 'apps/server/src/access/canary.ts',
    imports: '../cohort/index.ts',
    rule: 'slice-access-looks-upstream-only',
  },
  {
    file: 'apps/server/src/cohort/canary.ts',
    imports: '../access/policy.ts',
    rule: 'slice-access-is-entered-by-its-door',
  },
  { file: 'apps/web/src/ui/canary.ts', imports: '@atrium/contract', rule: 'web-parts-know-no-portal' },
  {
    file: 'apps/web/src/features/table/canary.ts',
    imports: '../cohort/words.ts',
    rule: 'features-keep-to-themselves',
  },
  { file: 'apps/web/src/api/canary.ts', imports: '@atrium/engine', rule: 'web-gets-the-contract-only' },
  {
    file: 'e2e/canary.ts',
    imports: '../packages/engine/src/dictionary/lookup.ts',
    rule: 'outsiders-use-the-public-surface',
  },
];

function cruise(targets: readonly string[]): string {
  const bin = path.join(root, 'node_modules/.bin/depcruise');
  const run = spawnSync(bin, ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...targets], {
    cwd: root,
    encoding: 'utf8',
  });
  return `${run.stdout}${run.stderr}\nexit ${run.status}`;
}

function checkHouse(): boolean {
  const report = cruise(['packages', 'apps', 'e2e', 'bench']);
  process.stdout.write(`${report.trim()}\n`);
  const modules = Number(/(\d+) modules/.exec(report)?.[1] ?? 0);
  const ownFiles = execFileSync(
    'git',
    ['ls-files', '--', 'packages/**/*.ts', 'apps/**/*.ts', 'apps/**/*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).split('\n').length;
  if (modules < ownFiles) {
    process.stdout.write(`walls: only ${modules} modules were seen of ${ownFiles} files\n`);
    return false;
  }
  return report.endsWith('exit 0');
}

function canaryBites(canary: Canary): boolean {
  const file = path.join(root, canary.file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `import * as forbidden from '${canary.imports}';\nexport const canary = forbidden;\n`);
  try {
    const report = cruise([canary.file]);
    const bites = report.includes(canary.rule) && !report.endsWith('exit 0');
    process.stdout.write(`${bites ? 'caught' : 'MISSED'}  ${canary.rule}\n${bites ? '' : `${report}\n`}`);
    return bites;
  } finally {
    rmSync(file);
  }
}

const sound = checkHouse();
const caught = canaries.map(canaryBites);
process.exit(sound && caught.every(Boolean) ? 0 : 1);
